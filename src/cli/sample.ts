/** `gradeline sample`, and the sample that `serve --sample` fills an empty database with. */

import type { Config } from "../config/config.ts";
import { type Database, tablesOf } from "../database/engine.ts";
import { sampleProvider } from "../domain/providers.ts";
import { importItems } from "../ledger/import.ts";
import { lastImportId } from "../ledger/read.ts";
import type { LedgerTables } from "../ledger/tables.ts";
import { CommandError } from "./failure.ts";
import { progressBar } from "./output/progress.ts";
import { publishWithProgress } from "./publish.ts";
import { type SampleOptions, sampleItems } from "./sample-feed.ts";
import { withDatabase } from "./with-database.ts";

type Options = { readonly full?: true; readonly seed: number };

export async function sampleCommand(config: Config, options: Options): Promise<void> {
  await withDatabase(config, async (database) => {
    if (await holdsRealGames(database)) {
      throw new CommandError("the database holds real games; a sample belongs into one of its own (DATABASE_URL)");
    }
    await fillSample(database, { seed: options.seed, isFull: options.full === true });
    const report = await publishWithProgress(database, { all: false, acceptRemovals: true });
    console.log(`sample: revision ${report.revision}, ${report.games} games, ${report.oddsRows} odds rows`);
    if (config.files === "on") console.log("the files of whole seasons are made when a caller first asks for one");
  });
}

/**
 * Fills and publishes the start sample when the database is empty; continues where a killed start left off. A database
 * of real games is left alone.
 */
export async function ensureSample(database: Database): Promise<void> {
  if (await holdsRealGames(database)) return;
  const tables = tablesOf<LedgerTables>(database.kysely);
  if ((await lastImportId(tables)) === 0) await fillSample(database, { seed: 1, isFull: false });
  await publishWithProgress(database, { all: false, acceptRemovals: false });
}

async function fillSample(database: Database, options: SampleOptions): Promise<void> {
  const bar = progressBar("making sample seasons", "games");
  try {
    const items = await sampleItems(options, bar.update);
    await importItems(database, items, new Date().toISOString(), { source: "sample" });
  } finally {
    bar.stop();
  }
}

async function holdsRealGames(database: Database): Promise<boolean> {
  return (await providersOfGames(database)).some((provider) => provider !== sampleProvider);
}

/** Whether there are games, and all of them are invented. */
export async function holdsOnlySample(database: Database): Promise<boolean> {
  const providers = await providersOfGames(database);
  return providers.length > 0 && providers.every((provider) => provider === sampleProvider);
}

async function providersOfGames({ kysely }: Database): Promise<readonly string[]> {
  const games = tablesOf<LedgerTables>(kysely).selectFrom("ledger_records").where("kind", "=", "game");
  return (await games.select("provider").distinct().execute()).map(({ provider }) => provider);
}
