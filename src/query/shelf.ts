/**
 * The shelf: what is published, in memory and in API order. Answers come from here, whichever engine the database has.
 * A new release is opened beside the old one and replaces it in one assignment.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { isOutage } from "../database/database-error.ts";
import type { Database } from "../database/engine.ts";
import type { SeasonKey } from "../domain/seasons.ts";
import { sports } from "../domain/sports.ts";
import { readRevision } from "../release/manifest.ts";
import { damageAdvice, ReleaseDamaged } from "../release/release-damaged.ts";
import { readSeasonTable } from "../release/season-table.ts";
import { type Computer, Computing } from "./computing.ts";
import { emptySnapshot, loadSnapshot, type ReleaseSource, type Snapshot } from "./load.ts";
import { ArchiveAway, BeingOpened } from "./refusals.ts";
import { SeasonFiles, type SeasonFilesOptions } from "./season-files.ts";

/** The number of refreshes after which a season that could not be opened is tried again. */
const refreshesPerRetry = 60;

/** The longest that a request waits for a season to be opened. */
const longestWaitMs = 10_000;

/** The log in which the shelf tells the operator what callers do not see. */
export type ShelfLog = {
  warn(message: string): void;
  error(message: string): void;
  /** Says which revision was taken over. */
  info?(about: object, message: string): void;
};

const noLog: ShelfLog = { warn: () => {}, error: () => {} };

export type ShelfOptions = {
  /** The connections for changes, where they are others. */
  readonly asked?: Database;
  readonly log?: ShelfLog;
  /** Whether older seasons are opened after the newest of each sport, when they are asked for or nothing else is to be done. */
  readonly opensNewestFirst?: boolean;
  /** Reads a season, which takes up to seconds. Without it this thread does. */
  readonly readTable?: ReleaseSource["readTable"];
  /** Computes what takes long. Without it this thread does. */
  readonly computer?: Computer;
  /** How files are offered. Without it they come from the database alone. */
  readonly files?: SeasonFilesOptions;
};

export class Shelf {
  /** The door for questions that take long to compute. */
  readonly computing: Computing;
  /** The door to the files of whole seasons. */
  readonly files: SeasonFiles;
  readonly #database: Database;
  readonly #asked: Database;
  readonly #log: ShelfLog;
  readonly #source: ReleaseSource;
  readonly #opensNewestFirst: boolean;
  #current = emptySnapshot;
  #isLoaded = false;
  #lastRefresh: Promise<unknown> = Promise.resolve();
  #refreshesSinceDamage = 0;
  #isOpening = false;

  constructor(database: Database, options: ShelfOptions = {}) {
    const { asked = database, log = noLog, computer, files = { isOffered: true } } = options;
    this.#database = database;
    this.#log = log;
    this.computing = new Computing(computer);
    this.#asked = asked;
    const onDamage: typeof files.onDamage = (damage) => {
      log.error(`${damage.message}: gradeline files --check makes it anew`);
      files.onDamage?.(damage);
    };
    this.files = new SeasonFiles((work) => this.ask(work), { ...files, onDamage });
    const readTable = options.readTable ?? ((entry) => readSeasonTable(database.kysely, entry));
    this.#source = { database, readTable };
    this.#opensNewestFirst = options.opensNewestFirst ?? false;
  }

  /** A request must take it only once. */
  get current(): Snapshot {
    return this.#current;
  }

  /**
   * Takes over the newest revision, and returns whether there was a new one. When it fails, the shelf goes on with what
   * it has. Seasons that it could not open are tried again now and then, because `publish --all` mends them.
   * Refreshes run one after the other, so each sees at least what was published before it was requested.
   */
  refresh(): Promise<boolean> {
    const refreshed = this.#inTurn(() => this.#refresh(null));
    void refreshed.then(() => this.#openOthers()).catch(() => {});
    return refreshed;
  }

  /**
   * Does what may meet a season that is not open yet, again when that is open.
   * @throws BeingOpened when that takes too long.
   */
  async whenOpen<Result>(work: () => Promise<Result>): Promise<Result> {
    const untilMs = performance.now() + longestWaitMs;
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof BeingOpened) || !(await this.#openUntil(error.season, untilMs))) throw error;
      }
    }
  }

  /** Resolves when every season is open, or when one cannot be opened in time. */
  async whole(): Promise<void> {
    const untilMs = performance.now() + longestWaitMs;
    for (let next = this.#nextToOpen(); next !== null; next = this.#nextToOpen()) {
      if (!(await this.#openUntil(next, untilMs))) return;
    }
  }

  /** False when the season could not be read in time: it took too long, or the database is away. */
  async #openUntil(season: SeasonKey, untilMs: number): Promise<boolean> {
    const leftMs = untilMs - performance.now();
    if (leftMs <= 0) return false;
    const waiting = new AbortController();
    const late = sleep(leftMs, false, { signal: waiting.signal, ref: false }).catch(() => false);
    const opened = this.#inTurn(() => this.#refresh(season)).then(
      () => true,
      () => false,
    );
    try {
      return await Promise.race([opened, late]);
    } finally {
      waiting.abort();
    }
  }

  /** Opens what is not open yet, one season after the other: one that somebody asks for is the next. */
  async #openOthers(): Promise<void> {
    if (this.#isOpening) return;
    this.#isOpening = true;
    try {
      for (let next = this.#nextToOpen(); next !== null; next = this.#nextToOpen()) {
        const season = next;
        await this.#inTurn(() => this.#refresh(season));
      }
    } finally {
      this.#isOpening = false;
    }
  }

  /** The newest season that is not open yet; null: all are. */
  #nextToOpen(): SeasonKey | null {
    const all = sports.flatMap((sport) => this.#current.sports[sport].opening.map((season) => ({ sport, season })));
    return all.reduce<SeasonKey | null>((newest, each) => (each.season > (newest?.season ?? 0) ? each : newest), null);
  }

  #inTurn(refresh: () => Promise<boolean>): Promise<boolean> {
    const refreshed = this.#lastRefresh.then(refresh);
    this.#lastRefresh = refreshed.catch(() => {}); // the caller that asked for the refresh gets the failure
    return refreshed;
  }

  /** Asks the database for a caller, who waits. @throws ArchiveAway when it cannot be asked now. */
  async ask<Result>(work: (asked: Database) => Promise<Result>): Promise<Result> {
    try {
      return await work(this.#asked);
    } catch (error) {
      // An outage passes, and damage does not: the caller of this says which file it is of.
      if (error instanceof ReleaseDamaged) throw error;
      throw isOutage(error) ? new ArchiveAway("the archive cannot be asked", { cause: error }) : error;
    }
  }

  /** @param wanted a season that is to be opened, if it is not open by now. */
  async #refresh(wanted: SeasonKey | null): Promise<boolean> {
    if (wanted !== null && !this.#current.sports[wanted.sport].opening.includes(wanted.season)) return false;
    this.#database.checkPlace();
    const newest = await readRevision(this.#database.kysely);
    const isSame =
      (newest?.revision ?? 0) === this.#current.revision && (newest?.is_sample === 1) === this.#current.isSample;
    if (wanted === null && isSame && this.#isLoaded && !this.#isTimeToRetry()) return false;
    const before = this.#current;
    const startedMs = performance.now();
    const loaded = await loadSnapshot(
      this.#source,
      before,
      (entry) => this.#isOpenedNow(entry, wanted),
      wanted?.sport ?? null,
    );
    this.#current = loaded;
    if (this.#isLoaded && !isSame) {
      const { revision } = loaded;
      const tookMs = Math.round(performance.now() - startedMs);
      this.#log.info?.({ revision, tookMs }, `revision ${revision} is served from now on`);
    }
    this.#isLoaded = true;
    this.#tell(before);
    return !isSame;
  }

  /** A season that is open stays so in every revision. */
  #isOpenedNow({ sport, season }: SeasonKey, wanted: SeasonKey | null): boolean {
    if (!this.#opensNewestFirst) return true;
    if (wanted?.sport === sport && wanted.season === season) return true;
    const { seasons, refused } = this.#current.sports[sport];
    return seasons.some((each) => each.season === season) || refused.includes(season);
  }

  #isTimeToRetry(): boolean {
    if (this.#current.damages.length === 0) return false;
    this.#refreshesSinceDamage++;
    return this.#refreshesSinceDamage % refreshesPerRetry === 0;
  }

  #tell(before: Snapshot): void {
    const { damages } = this.#current;
    for (const damage of damages) {
      if (!before.damages.includes(damage)) this.#log.error(`${damage}; ${damageAdvice}`);
    }
    if (before.damages.length > 0 && damages.length === 0) this.#log.warn("every season is served again");
  }
}

/** @param options see the constructor. */
export async function openShelf(database: Database, options?: ShelfOptions): Promise<Shelf> {
  const shelf = new Shelf(database, options);
  await shelf.refresh();
  return shelf;
}
