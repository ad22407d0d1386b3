/** Commands that only need the accounts: open them, work, close. */
import type { Config } from "../config.ts";
import { type Database, openAccess } from "../database/engine.ts";

export async function withAccess<Result>(config: Config, work: (access: Database) => Promise<Result>): Promise<Result> {
  const access = await openAccess(config.databaseUrl);
  try {
    return await work(access);
  } finally {
    await access.close();
  }
}
