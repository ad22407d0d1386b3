/** One PostgreSQL for a whole run of the tests, and the day's seed of what is drawn at random. */
import type { TestProject } from "vitest/node";
import { startOwnPostgres } from "../own-postgres.ts";
import { seed } from "../volume.ts";

export default async function setUp(_project: TestProject): Promise<(() => Promise<void>) | undefined> {
  console.log(`What is drawn at random begins at seed ${seed}; SEED=${seed} draws the same again.`);
  // A server that the caller names is used as it is, and left as it is.
  if (process.env.TEST_POSTGRES_URL !== undefined) return undefined;
  const postgres = await startOwnPostgres();
  process.env.TEST_POSTGRES_URL = postgres.url;
  return () => postgres.close();
}
