/**
 * The shelf: the published archive in memory, in API order. Answers come from here, whichever engine the database has.
 * A new revision is loaded beside the old one and replaces it in one assignment.
 */

import type { Database } from "../database/engine.ts";
import { isOutage } from "../database/outage.ts";
import { parseGameId } from "../domain/game-ids.ts";
import { sports } from "../domain/sports.ts";
import { ArchiveDamaged, damageAdvice } from "../release/damage.ts";
import type { PackedPath } from "../release/packed-path.ts";
import { type ChangesPage, type ChangesRequest, type RevisionsPage, readChanges, readRevisions } from "./changes.ts";
import { type Computer, Computing } from "./computing/computing.ts";
import { noSuchGameIn } from "./game-in-path.ts";
import { GameReader, type GameValue } from "./game-reader.ts";
import { detailSource, type PathOfGame, pathSource } from "./game-sources.ts";
import { emptySnapshot, loadSnapshot, readRevision, type Snapshot, type SnapshotLoader } from "./load.ts";
import { ArchiveAway, BeingMended } from "./refusals.ts";
import type { SeasonShelf } from "./season.ts";

const detailCacheBytes = 64 * 1024 * 1024;
/** Paths are asked for less often, and are half as large. */
const pathCacheBytes = 16 * 1024 * 1024;

/** The number of refreshes after which damaged data is read again, because it may be good by then. */
const refreshesPerRetry = 60;

/** The log in which the shelf tells the operator what callers do not see. */
export type ShelfLog = {
  warn(message: string): void;
  error(message: string): void;
  /** Says which revision was taken over. */
  info?(about: object, message: string): void;
};

const noLog: ShelfLog = { warn: () => {}, error: () => {} };

export type ShelfOptions = {
  readonly details?: Database;
  readonly log?: ShelfLog;
  /** Loads the seasons that changed while answers are given: see `openThreadLoader`. Without it this thread does. */
  readonly loader?: SnapshotLoader;
  /** Computes what takes long. Without it this thread does. */
  readonly computer?: Computer;
};

export class Shelf {
  /** The door for questions that take long to compute. */
  readonly computing: Computing;
  readonly #database: Database;
  /** The connections for single games and changes. */
  readonly #asked: Database;
  readonly #details: GameReader<Buffer>;
  readonly #paths: GameReader<PathOfGame>;
  readonly #log: ShelfLog;
  readonly #loader: SnapshotLoader;
  #current = emptySnapshot;
  #isLoaded = false;
  #lastRefresh: Promise<unknown> = Promise.resolve();
  #refreshesSinceDamage = 0;
  /** What is known and said of damaged games and changes, so that each is logged only once. */
  readonly #toldOfGames = new Set<string>();

  /** @param details the database from which single games are read; it may be the same one through other connections. */
  constructor(database: Database, { details = database, log = noLog, loader, computer }: ShelfOptions = {}) {
    this.#database = database;
    this.#log = log;
    this.#loader = loader ?? { load: (before) => loadSnapshot(database, before) };
    this.computing = new Computing(computer);
    this.#asked = details;
    this.#details = new GameReader(details, detailSource, detailCacheBytes);
    this.#paths = new GameReader(details, pathSource, pathCacheBytes);
  }

  /** A request must take it only once. */
  get current(): Snapshot {
    return this.#current;
  }

  /**
   * Takes over the newest revision, and returns whether there was a new one. When it fails, the shelf goes on with what
   * it has. It also goes on with what it has of seasons that are damaged in the database.
   * Refreshes run one after the other, so each sees at least what was published before it was requested.
   */
  refresh(): Promise<boolean> {
    const refreshed = this.#lastRefresh.then(() => this.#refresh());
    this.#lastRefresh = refreshed.catch(() => {}); // the caller that asked for the refresh gets the failure
    return refreshed;
  }

  /**
   * Returns the whole game as JSON.
   * @throws NoSuchGame when the snapshot does not list it.
   * @throws ArchiveAway when the game is not kept in memory, and the database cannot be asked for it.
   * @throws ArchiveDamaged when the database does not have the game as it was written.
   */
  detail(snapshot: Snapshot, gameId: string): Promise<GameValue<Buffer>> {
    return this.#read(this.#details, snapshot, gameId);
  }

  /** As `detail`, but returns the path of the game's lines. @throws BeingMended also in an archive of an older release. */
  async path(snapshot: Snapshot, gameId: string): Promise<GameValue<PackedPath>> {
    const { value, revision } = await this.#read(this.#paths, snapshot, gameId);
    if (value.path === null) throw new BeingMended("the lines of this game");
    return { value: value.path, revision };
  }

  async #read<Value extends object>(
    reader: GameReader<Value>,
    snapshot: Snapshot,
    gameId: string,
  ): Promise<GameValue<Value>> {
    const season = seasonOfGame(snapshot, gameId);
    const found = season && (await this.#ask(() => reader.read(gameId, season.revision, snapshot)));
    if (found === null) throw noSuchGameIn(snapshot, gameId);
    return found;
  }

  /**
   * Returns a page of changes, none of them newer than the snapshot; null when the database has another archive by now.
   * @throws ArchiveAway and ArchiveDamaged as `detail` does.
   */
  changes(snapshot: Snapshot, request: ChangesRequest): Promise<ChangesPage | null> {
    return this.#ask(() => readChanges(this.#asked, snapshot, request));
  }

  /** As `changes`, of the revisions themselves. */
  revisions(snapshot: Snapshot, request: { after: number; limit: number }): Promise<RevisionsPage | null> {
    return this.#ask(() => readRevisions(this.#asked, snapshot, request));
  }

  /** The newest revision in the database, which this shelf may be about to take over. */
  newestRevision(): Promise<number> {
    return this.#ask(async () => (await readRevision(this.#asked.kysely))?.revision ?? 0);
  }

  /** Asks the database for a caller, and says what callers and the operator are to know when that fails. */
  async #ask<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ArchiveDamaged) {
        if (!this.#toldOfGames.has(error.message)) this.#log.error(`${error.message}; ${damageAdvice}`);
        this.#toldOfGames.add(error.message);
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
    const startedMs = performance.now();
    // Before the first there is nobody to disturb.
    const loaded = await (this.#isLoaded ? this.#loader.load(before) : loadSnapshot(this.#database, before));
    // Another thread may have read files that took the place of those that are open here.
    this.#database.checkPlace();
    this.#current = loaded;
    if (this.#isLoaded && !isSame) this.#tellRevision(before, performance.now() - startedMs);
    this.#isLoaded = true;
    this.#tell(before);
    return !isSame;
  }

  #isTimeToRetry(): boolean {
    if (this.#current.damages.length === 0) return false;
    this.#refreshesSinceDamage++;
    return this.#refreshesSinceDamage % refreshesPerRetry === 0;
  }

  #tellRevision(before: Snapshot, tookMs: number): void {
    const { revision } = this.#current;
    const about = { revision, seasons: changedSeasons(before, this.#current), tookMs: Math.round(tookMs) };
    this.#log.info?.(about, `revision ${revision} is served from now on`);
  }

  #tell(before: Snapshot): void {
    const { damages, isGuarded } = this.#current;
    this.#toldOfGames.clear();
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

/** The seasons that one snapshot has in another state than the other, or alone: `nba 2026`. */
function changedSeasons(before: Snapshot, after: Snapshot): string[] {
  return sports.flatMap((sport) => {
    const revisionsOf = ({ seasons }: Snapshot["sports"][typeof sport]) =>
      new Map(seasons.map(({ season, revision }) => [season, revision]));
    const [old, now] = [revisionsOf(before.sports[sport]), revisionsOf(after.sports[sport])];
    const all = [...new Set([...old.keys(), ...now.keys()])].sort((a, b) => a - b);
    return all.filter((season) => old.get(season) !== now.get(season)).map((season) => `${sport} ${season}`);
  });
}

/** The season that lists a game. */
export function seasonOfGame(snapshot: Snapshot, gameId: string): SeasonShelf | null {
  const identity = parseGameId(gameId);
  if (identity === null) return null;
  return snapshot.sports[identity.sport].seasons.find((season) => season.ordinals.has(gameId)) ?? null;
}
