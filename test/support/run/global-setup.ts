/** One PostgreSQL and one folder of made databases for a whole run of the tests, and the day's seed of what is drawn at random. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startOwnPostgres } from "../own-postgres.ts";
import { seed } from "../volume.ts";
import { whyNoPostgres } from "./without-postgres.ts";

export default async function setUp(): Promise<() => Promise<void>> {
  console.log(`What is drawn at random begins at seed ${seed}; SEED=${seed} draws the same again.`);
  const folder = mkdtempSync(join(tmpdir(), "gradeline-run-"));
  process.env.TEST_RUN_FOLDER = folder;
  // A server that the caller names is used as it is, and left as it is.
  const isWanted = process.env.TEST_POSTGRES_URL === undefined && whyNoPostgres === null;
  const postgres = isWanted ? await startOwnPostgres(["-c", "max_connections=400"]) : null;
  if (postgres !== null) Object.assign(process.env, { TEST_POSTGRES_URL: postgres.url, TEST_POSTGRES_OWN: "1" });
  return async () => {
    await postgres?.close();
    rmSync(folder, { recursive: true, force: true });
  };
}
