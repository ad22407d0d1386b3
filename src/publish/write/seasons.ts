/** The seasons of the release that a publish begins with, of which it reads those that it needs, and what becomes of their files. */
import type { Transaction } from "kysely";
import { dataSetNames } from "../../contract/release-columns.ts";
import type { AnyTables } from "../../database/names.ts";
import type { SeasonKey } from "../../domain/seasons.ts";
import type { Sport } from "../../domain/sports.ts";
import { type League, readLeague } from "../../release/league.ts";
import { fileOf, type Release, type SeasonEntry } from "../../release/manifest.ts";
import { ReleaseDamaged } from "../../release/release-damaged.ts";
import { readSeasonFacts, readSeasonValues, writeSeason } from "../../release/season-values.ts";
import { damageOfFile } from "../../release/store.ts";
import type { GameFacts } from "../../release/values.ts";
import type { GradedSeason, SeasonGames } from "../grade/grade-seasons.ts";
import { SeasonMap } from "../season-map.ts";

export class Seasons {
  readonly #connection: Transaction<AnyTables>;
  readonly #release: Release | null;
  readonly #entries: SeasonMap<SeasonEntry>;
  /** Seasons of which a file is not what its name says. */
  readonly #damaged = new SeasonMap<true>();
  /** Files that were damaged and are written anew: `a file of nfl 2024`. */
  readonly mended: string[] = [];
  /** The seasons that were written anew; null for one that has no game any more. */
  readonly written = new SeasonMap<SeasonEntry | null>();

  constructor(connection: Transaction<AnyTables>, release: Release | null) {
    this.#connection = connection;
    this.#release = release;
    this.#entries = new SeasonMap((release?.manifest.seasons ?? []).map((entry) => [entry, entry]));
  }

  get entries(): readonly SeasonEntry[] {
    return this.#entries.entries().map(([, entry]) => entry);
  }

  entry(key: SeasonKey): SeasonEntry | null {
    return this.#entries.get(key) ?? null;
  }

  /** Hashes every file of a season, before a publish of all games: seasons whose files are damaged are written anew. */
  async findDamage(): Promise<void> {
    for (const entry of this.entries) {
      for (const dataSet of dataSetNames) {
        if ((await damageOfFile(this.#connection, fileOf(entry, dataSet))) !== null) this.#damaged.set(entry, true);
      }
    }
    for (const { sport, season } of this.#damaged.keys()) this.mended.push(`a file of ${sport} ${season}`);
  }

  isDamaged(key: SeasonKey): boolean {
    return this.#damaged.has(key);
  }

  /** Null for a season that is not there, or damaged and known to be. */
  #soundEntry(key: SeasonKey): SeasonEntry | null {
    return this.isDamaged(key) ? null : this.entry(key);
  }

  /** Reads the games of some seasons. @throws ReleaseDamaged when one is damaged, and was not known to be. */
  async read(keys: readonly SeasonKey[]): Promise<SeasonMap<SeasonGames>> {
    const found = new SeasonMap<SeasonGames>();
    for (const key of keys) {
      const entry = this.#soundEntry(key);
      const games = entry === null ? [] : (await readSeasonValues(this.#connection, entry)).games;
      found.set(key, new Map(games.map((game) => [game.facts.game_id, game])));
    }
    return found;
  }

  /** The facts of the games that a season had. @throws ReleaseDamaged when it is damaged. */
  async facts(key: SeasonKey): Promise<readonly GameFacts[]> {
    const entry = this.#soundEntry(key);
    return entry === null ? [] : readSeasonFacts(this.#connection, entry);
  }

  /** The teams and season rows of a sport; null where there are none, or where they are damaged. */
  async league(sport: Sport): Promise<League | null> {
    if (this.#release?.manifest.leagues[sport] === undefined) return null;
    try {
      return await readLeague(this.#connection, this.#release.manifest, sport);
    } catch (error) {
      if (!(error instanceof ReleaseDamaged)) throw error;
      this.mended.push(`the file of the teams of ${sport}`);
      return null;
    }
  }

  /** Writes the files of a season. One that was damaged, and has the values of before again, is of the revision of before. */
  async write(key: SeasonKey, { games, isChanged }: GradedSeason, revision: number): Promise<void> {
    const own = isChanged ? revision : (this.entry(key)?.revision ?? revision);
    const entry = games.length === 0 ? null : await writeSeason(this.#connection, { ...key, games }, own);
    this.written.set(key, entry);
  }
}
