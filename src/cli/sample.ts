/** `gradeline sample`, and the sample that `serve --sample` fills an empty database with. */

import type { Config } from "../config.ts";
import { type Database, openDatabase, tablesOf } from "../database/engine.ts";
import { sampleProvider } from "../domain/providers.ts";
import type { FeedItem } from "../feed/feed-item.ts";
import { importItems } from "../ledger/import.ts";
import { lastImportId } from "../ledger/read.ts";
import type { LedgerTables } from "../ledger/tables.ts";
import { openSample, type SampleOptions } from "../sample/sample.ts";
import { CommandError } from "./failure.ts";
import { progressBar } from "./output/progress.ts";
import { publishWithProgress } from "./publish.ts";
import { patienceOfNight } from "./waiting.ts";

type Options = { readonly full?: true; readonly seed: number };

export async function sampleCommand(config: Config, options: Options): Promise<void> {
  const database = await openDatabase(config.databaseUrl, patienceOfNight(config));
  try {
    if (await holdsRealGames(database)) {
      throw new CommandError("the database holds real games; a sample belongs into one of its own (DATABASE_URL)");
    }
    await fillSample(database, { seed: options.seed, extent: options.full ? "full" : "start" });
    const report = await publishWithProgress(database, { all: false, acceptRemovals: true });
    console.log(`sample: revision ${report.revision}, ${report.games} games, ${report.oddsRows} odds rows`);
  } finally {
    await database.close();
  }
}

/**
 * Fills and publishes the start sample when the database is empty; continues where a killed start left off. A database
 * of real games is left alone.
 */
export async function ensureSample(database: Database): Promise<void> {
  if (await holdsRealGames(database)) return;
  const tables = tablesOf<LedgerTables>(database.kysely);
  if ((await lastImportId(tables)) === 0) await fillSample(database, { seed: 1, extent: "start" });
  await publishWithProgress(database, { all: false, acceptRemovals: false });
}

async function fillSample(database: Database, options: SampleOptions): Promise<void> {
  const bar = progressBar("making sample seasons", "games");
  try {
    await importItems(database, sampleItems(options, bar.update), new Date().toISOString());
  } finally {
    bar.stop();
  }
}

/** How often the bar moves: often enough to be smooth, rarely enough to cost nothing. */
const gamesPerUpdate = 25;

async function* sampleItems(
  options: SampleOptions,
  onProgress: (done: number, all: number) => void,
): AsyncGenerator<FeedItem> {
  const sample = openSample(options);
  const all = sample.games;
  let games = 0;
  for (const record of sample.records()) {
    if (record.type === "game" && ++games % gamesPerUpdate === 0) {
      onProgress(games, all);
      // Lets signals and the bar have their turn.
      await new Promise(setImmediate);
    }
    yield { record };
  }
  onProgress(all, all);
}

async function holdsRealGames(database: Database): Promise<boolean> {
  const row = await tablesOf<LedgerTables>(database.kysely)
    .selectFrom("ledger_records")
    .select("provider")
    .where("kind", "=", "game")
    .where("provider", "!=", sampleProvider)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether there are games, and all of them are invented. */
export async function holdsOnlySample(database: Database): Promise<boolean> {
  const game = await tablesOf<LedgerTables>(database.kysely)
    .selectFrom("ledger_records")
    .select("provider")
    .where("kind", "=", "game")
    .limit(1)
    .executeTakeFirst();
  return game !== undefined && !(await holdsRealGames(database));
}
