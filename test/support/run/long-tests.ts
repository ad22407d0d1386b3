/** The daily files of which some tests are left to the long run. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../../..");

export function filesWithLongTests(): string[] {
  const hasLong = /^import \{[^}]*\blong(If)?\b[^}]*\} from ".*\/volume\.ts"|^onSqliteDaily\(/m;
  return globSync("test/**/*.test.ts", { cwd: root }).filter((file) =>
    hasLong.test(readFileSync(join(root, file), "utf8")),
  );
}
