/**
 * The shelf: the published archive in memory, in API order. Answers leave from here, whichever database is behind;
 * a new revision is loaded beside the old one and takes its place in one assignment.
 */
import type { Database } from "../database/engine.ts";
import { isOutage } from "../database/outage.ts";
import { parseGameId } from "../domain/game-ids.ts";
import { type Detail, DetailCache } from "./shelf-details.ts";
import { emptySnapshot, loadSnapshot, readRevision, type Snapshot } from "./shelf-load.ts";
import type { SeasonShelf } from "./shelf-season.ts";

const detailCacheBytes = 64 * 1024 * 1024;

/** What is not in memory cannot be read now; asking later may help. */
export class ArchiveAway extends Error {
  override readonly name = "ArchiveAway";
}

export class Shelf {
  readonly #database: Database;
  readonly #details: DetailCache;
  #current = emptySnapshot;
  #lastRefresh: Promise<unknown> = Promise.resolve();

  /** @param details where single games are read; it may be the same database through other connections. */
  constructor(database: Database, details: Database) {
    this.#database = database;
    this.#details = new DetailCache(details, detailCacheBytes);
  }

  /** Take it once per request. */
  get current(): Snapshot {
    return this.#current;
  }

  /**
   * Takes over the newest revision; whether there was one. When it fails, the shelf goes on with what it has.
   * Refreshes run one after the other, so each sees at least what was published when it was asked for.
   */
  refresh(): Promise<boolean> {
    const refreshed = this.#lastRefresh.then(() => this.#refresh());
    this.#lastRefresh = refreshed.catch(() => {}); // whoever asked for it hears of the failure
    return refreshed;
  }

  /**
   * The whole game, or null when the snapshot does not list it.
   * @throws ArchiveAway when it is not kept, and the database cannot be asked for it.
   */
  async detail(snapshot: Snapshot, gameId: string): Promise<Detail | null> {
    const season = seasonOfGame(snapshot, gameId);
    if (season === null) return null;
    try {
      return await this.#details.read(gameId, season.revision);
    } catch (error) {
      throw isOutage(error) ? new ArchiveAway("the archive cannot be asked", { cause: error }) : error;
    }
  }

  async #refresh(): Promise<boolean> {
    const newest = await readRevision(this.#database.kysely);
    const isSame =
      (newest?.revision ?? 0) === this.#current.revision && (newest?.is_sample === 1) === this.#current.isSample;
    if (isSame) return false;
    this.#current = await loadSnapshot(this.#database, this.#current);
    return true;
  }
}

/** @param details see the constructor. */
export async function openShelf(database: Database, details: Database = database): Promise<Shelf> {
  const shelf = new Shelf(database, details);
  await shelf.refresh();
  return shelf;
}

/** The season that lists a game. */
export function seasonOfGame(snapshot: Snapshot, gameId: string): SeasonShelf | null {
  const identity = parseGameId(gameId);
  if (identity === null) return null;
  return snapshot.sports[identity.sport].seasons.find((season) => season.ordinals.has(gameId)) ?? null;
}
