/** Nights in a database of an engine: what is imported, and what a publish makes of it. */
import assert from "node:assert/strict";
import type { Database } from "../../src/database/engine.ts";
import type { FeedRecord } from "../../src/feed/records.ts";
import { importItems } from "../../src/ledger/import.ts";
import type { PublishReport } from "../../src/publish/findings.ts";
import { type PublishOptions, publish } from "../../src/publish/publish.ts";
import type { FreshDatabases } from "./engines.ts";
import { items } from "./records.ts";

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

  /** Begins with a new database. */
  fresh = async (): Promise<void> => {
    const { url, database } = await this.#databases.fresh();
    this.url = url;
    this.#database = database;
  };

  take = (...records: readonly FeedRecord[]) => importItems(this.database, items(...records), this.#at);

  publish = (changes: Partial<PublishOptions> = {}): Promise<PublishReport> =>
    publish(this.database, { all: false, acceptRemovals: false, publishedAt: this.#at, ...changes });

  /** Imports the records, and publishes. */
  night = async (...records: readonly FeedRecord[]): Promise<PublishReport> => {
    if (records.length > 0) await this.take(...records);
    return this.publish();
  };
}
