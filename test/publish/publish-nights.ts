/** Nights in databases of their own: what was imported before, and what a publish makes of it. */
import { onTestFinished } from "vitest";
import { type Database, openDatabase } from "../../src/database/engine.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import { importItems } from "../../src/ledger/import.ts";
import type { PublishReport } from "../../src/publish/findings.ts";
import { publish } from "../../src/publish/publish.ts";
import { publishedValues } from "../support/published.ts";

export type Night = {
  readonly database: Database;
  readonly report: PublishReport;
  /** What callers can see: the games, such as `NBA-20250110-NYK-BOS 104-110`, and those that are held, each with its reason. */
  readonly told: { readonly published: readonly string[]; readonly held: readonly string[] };
};

/** A new database in memory, which is closed when the test that opens it is over. */
export async function openNight(): Promise<Database> {
  const database = await openDatabase(":memory:");
  onTestFinished(() => database.close());
  return database;
}

/** A night in a new database. Each list is imported by itself. @param at the clock of the imports and the publish. */
export async function firstNight(at: string, ...lists: readonly (readonly FeedItem[])[]): Promise<Night> {
  return nextNight(await openNight(), at, ...lists);
}

export async function nextNight(
  database: Database,
  at: string,
  ...lists: readonly (readonly FeedItem[])[]
): Promise<Night> {
  for (const list of lists) await importItems(database, list, at);
  const report = await publish(database, { all: false, acceptRemovals: false, publishedAt: at });
  const games = await publishedValues(database);
  const published = games.map(({ facts: { game_id: id, away, home } }) => `${id} ${away.score}-${home.score}`);
  const held = report.held.map(({ gameId, reason }) => `${gameId}: ${reason}`);
  return { database, report, told: { published, held } };
}
