/** Nights: what is imported into a database, and what a publish makes of it. */
import assert from "node:assert/strict";
import { onTestFinished } from "vitest";
import { type Database, openDatabase } from "../../src/database/engine.ts";
import type { FeedRecord } from "../../src/feed/records.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import { importItems } from "../../src/ledger/import.ts";
import type { PublishReport } from "../../src/publish/findings.ts";
import { type PublishOptions, publish } from "../../src/publish/publish.ts";
import type { FreshDatabases } from "./engines.ts";
import { publishedValues } from "./published.ts";
import { items } from "./records.ts";

/** Publishes what the ledger has, as a night does. */
export function publishAt(
  database: Database,
  publishedAt: string,
  changes: Partial<PublishOptions> = {},
): Promise<PublishReport> {
  return publish(database, { all: false, acceptRemovals: false, publishedAt, ...changes });
}

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
  const report = await publishAt(database, at);
  const games = await publishedValues(database);
  const published = games.map(({ facts: { game_id: id, away, home } }) => `${id} ${away.score}-${home.score}`);
  const held = report.held.map(({ gameId, reason }) => `${gameId}: ${reason}`);
  return { database, report, told: { published, held } };
}

/** Nights in databases of an engine, of which each test begins a new one. */
export class Nights {
  readonly #databases: FreshDatabases;
  readonly #at: string;
  #database: Database | null = null;
  /** The DATABASE_URL of the newest database. */
  url = "";

  /** @param at the clock of imports and publishes. */
  constructor(databases: FreshDatabases, at: string) {
    this.#databases = databases;
    this.#at = at;
  }

  get database(): Database {
    return this.#database ?? assert.fail("no database was made yet");
  }

  fresh = async (): Promise<void> => {
    const { url, database } = await this.#databases.fresh();
    this.url = url;
    this.#database = database;
  };

  take = (...records: readonly FeedRecord[]) => importItems(this.database, items(...records), this.#at);

  publish = (changes: Partial<PublishOptions> = {}): Promise<PublishReport> =>
    publishAt(this.database, this.#at, changes);

  /** Imports the records, and publishes. */
  night = async (...records: readonly FeedRecord[]): Promise<PublishReport> => {
    if (records.length > 0) await this.take(...records);
    return this.publish();
  };
}
