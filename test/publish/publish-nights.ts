/** Nights in databases of their own: what was imported before, and what a publish makes of it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, openDatabase } from "../../src/database/engine.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import { importItems } from "../../src/ledger/import.ts";
import { publish } from "../../src/publish/publish.ts";
import { publishedValues } from "../support/published.ts";

export type Night = {
  readonly database: Database;
  /** Such as `NBA-20250110-NYK-BOS 104-110`. */
  readonly published: readonly string[];
  /** Each with its reason. */
  readonly held: readonly string[];
};

export class PublishNights {
  readonly #folder = mkdtempSync(join(tmpdir(), "gradeline-nights-"));
  readonly #opened: Database[] = [];
  readonly #at: string;

  /** @param at the clock of the imports and publishes. */
  constructor(at: string) {
    this.#at = at;
  }

  /** A night in a new database. Each list is imported by itself. */
  async first(...lists: readonly (readonly FeedItem[])[]): Promise<Night> {
    return this.next(await this.open(), ...lists);
  }

  /** A new database, which `close` closes. */
  async open(): Promise<Database> {
    const database = await openDatabase(join(this.#folder, `${this.#opened.length}.db`));
    this.#opened.push(database);
    return database;
  }

  async next(database: Database, ...lists: readonly (readonly FeedItem[])[]): Promise<Night> {
    for (const list of lists) await importItems(database, list, this.#at);
    const { held } = await publish(database, { all: false, acceptRemovals: false, publishedAt: this.#at });
    const published = (await publishedValues(database)).map(
      ({ facts: { game_id: id, away, home } }) => `${id} ${away.score}-${home.score}`,
    );
    return { database, published, held: held.map(({ gameId, reason }) => `${gameId}: ${reason}`) };
  }

  async close(): Promise<void> {
    for (const each of this.#opened) await each.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
