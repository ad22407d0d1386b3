/**
 * The shelf: the published archive in memory, in API order. Answers leave from here, whichever database is behind;
 * a new revision is loaded beside the old one and takes its place in one assignment.
 */
import type { Database } from "../database/engine.ts";
import { isOutage } from "../database/outage.ts";
import { parseGameId } from "../domain/game-ids.ts";
import { ArchiveDamaged, damageAdvice } from "./damage.ts";
import { type Detail, DetailCache } from "./shelf-details.ts";
import { emptySnapshot, loadSnapshot, readRevision, type Snapshot } from "./shelf-load.ts";
import type { SeasonShelf } from "./shelf-season.ts";

const detailCacheBytes = 64 * 1024 * 1024;

/** What is not in memory cannot be read now; asking later may help. */
export class ArchiveAway extends Error {
  override readonly name = "ArchiveAway";
}
/** What is damaged may be good again when it is read again: once in so many refreshes. */
const refreshesPerRetry = 60;

/** Where the shelf tells the operator what callers do not see. */
export type ShelfLog = { warn(message: string): void; error(message: string): void };

const noLog: ShelfLog = { warn: () => {}, error: () => {} };

export type ShelfOptions = { readonly details?: Database; readonly log?: ShelfLog };

export class Shelf {
  readonly #database: Database;
  readonly #details: DetailCache;
  readonly #log: ShelfLog;
  #current = emptySnapshot;
  #isLoaded = false;
  #lastRefresh: Promise<unknown> = Promise.resolve();
  #refreshesSinceDamage = 0;
  /** Details that are known to be damaged, which is said once. */
  readonly #damagedDetails = new Set<string>();

  /** @param details where single games are read; it may be the same database through other connections. */
  constructor(database: Database, { details = database, log = noLog }: ShelfOptions = {}) {
    this.#database = database;
    this.#log = log;
    this.#details = new DetailCache(details, detailCacheBytes);
  }

  /** Take it once per request. */
  get current(): Snapshot {
    return this.#current;
  }

  /**
   * Takes over the newest revision; whether there was one. When it fails, the shelf goes on with what it has; of seasons
   * that are damaged in the database too, where it has them.
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
   * @throws ArchiveDamaged when the database has it otherwise than it was written.
   */
  async detail(snapshot: Snapshot, gameId: string): Promise<Detail | null> {
    const season = seasonOfGame(snapshot, gameId);
    if (season === null) return null;
    try {
      return await this.#details.read(gameId, season.revision, snapshot);
    } catch (error) {
      if (error instanceof ArchiveDamaged) {
        if (!this.#damagedDetails.has(gameId)) this.#log.error(`${error.message}; ${damageAdvice}`);
        this.#damagedDetails.add(gameId);
        throw error;
      }
      throw isOutage(error) ? new ArchiveAway("the archive cannot be asked", { cause: error }) : error;
    }
  }

  async #refresh(): Promise<boolean> {
    this.#database.checkPlace();
    const newest = await readRevision(this.#database.kysely);
    const isSame =
      (newest?.revision ?? 0) === this.#current.revision && (newest?.is_sample === 1) === this.#current.isSample;
    if (isSame && this.#isLoaded && !this.#isTimeToRetry()) return false;
    const before = this.#current;
    this.#current = await loadSnapshot(this.#database, before);
    this.#isLoaded = true;
    this.#tell(before);
    return !isSame;
  }

  #isTimeToRetry(): boolean {
    if (this.#current.damages.length === 0) return false;
    this.#refreshesSinceDamage++;
    return this.#refreshesSinceDamage % refreshesPerRetry === 0;
  }

  #tell(before: Snapshot): void {
    const { damages, isGuarded } = this.#current;
    this.#damagedDetails.clear();
    for (const damage of damages) {
      if (!before.damages.includes(damage)) this.#log.error(`${damage}; ${damageAdvice}`);
    }
    if (before.damages.length > 0 && damages.length === 0)
      this.#log.warn("what was damaged in the archive is good again");
    if (!isGuarded && before.isGuarded) {
      this.#log.warn("the archive has no checksums yet, damage to it would go unnoticed: run gradeline publish");
    }
  }
}

/** @param options see the constructor. */
export async function openShelf(database: Database, options?: ShelfOptions): Promise<Shelf> {
  const shelf = new Shelf(database, options);
  await shelf.refresh();
  return shelf;
}

/** The season that lists a game. */
export function seasonOfGame(snapshot: Snapshot, gameId: string): SeasonShelf | null {
  const identity = parseGameId(gameId);
  if (identity === null) return null;
  return snapshot.sports[identity.sport].seasons.find((season) => season.ordinals.has(gameId)) ?? null;
}
