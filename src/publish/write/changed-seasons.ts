/**
 * The seasons of the release that a publish begins with, of which it reads those that it needs, and what becomes of them: it collects
 * the games of a sport that are new, different or gone, and then writes the files of each season anew in which a value is another
 * one. Whether one is, is decided by the values alone.
 */
import { isDeepStrictEqual } from "node:util";
import type { Transaction } from "kysely";
import { dataSetNames } from "../../contract/release-columns.ts";
import type { AnyTables } from "../../database/names.ts";
import type { SeasonKey } from "../../domain/seasons.ts";
import type { Sport } from "../../domain/sports.ts";
import { type League, readLeague } from "../../release/league.ts";
import { fileOf, type Release, type SeasonEntry } from "../../release/manifest.ts";
import { type PublishedGame, seasonOfPublished } from "../../release/published-games.ts";
import { ReleaseDamaged } from "../../release/release-damaged.ts";
import { compareKeys } from "../../release/season-table.ts";
import { readSeasonFacts, readSeasonValues, writeSeason } from "../../release/season-values.ts";
import { damageOfFile } from "../../release/store.ts";
import type { GameFacts, GameValues } from "../../release/values.ts";
import type { LedgerGame } from "../match/assemble.ts";
import { eachOnce, SeasonMap } from "../season-map.ts";

/** The part of a game that says who moved its values: without the captures, of which there are millions. */
export type GameSpeakers = {
  readonly records: LedgerGame["records"];
  readonly events: readonly { readonly provider: string; readonly eventId: string; readonly startMs: number | null }[];
  readonly startMs: number | null;
};

export function speakersOf({ records, events, startMs }: LedgerGame): GameSpeakers {
  return {
    records,
    events: events.map(({ provider, eventId, startMs: ofEvent }) => ({ provider, eventId, startMs: ofEvent })),
    startMs,
  };
}

/** A game whose values may be others now, or that is in a season of which a file is damaged. */
export type NewGame = {
  readonly gameId: string;
  /** Whether its row is another one now. */
  readonly isChanged: boolean;
  readonly row: PublishedGame;
  /** Null: the game was not published before. */
  readonly before: PublishedGame | null;
  readonly values: GameValues;
  readonly speakers: GameSpeakers;
};

/** A game that is published no longer. */
export type GoneGame = { readonly gameId: string; readonly before: PublishedGame };

/** A game of which callers see something else now. */
export type GameChange = {
  readonly game: NewGame | GoneGame;
  /** Null for values that there were not, or that are damaged. */
  readonly before: GameValues | null;
};

export class Seasons {
  readonly #connection: Transaction<AnyTables>;
  readonly #release: Release | null;
  readonly #entries: SeasonMap<SeasonEntry>;
  /** Seasons of which a file is not what its name says. */
  readonly #damaged = new SeasonMap<null>();
  /** Files that were damaged and are written anew: `a file of nfl 2024`. */
  readonly mended: string[] = [];
  /** The seasons that were written anew; null for one that has no game any more. */
  readonly written = new SeasonMap<SeasonEntry | null>();

  // Of the sport that is built: the seasons that were read, and its games in the order in which they came.
  #read = new SeasonMap<readonly GameValues[]>();
  #games: (NewGame | GoneGame)[] = [];

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
        if ((await damageOfFile(this.#connection, fileOf(entry, dataSet))) !== null) this.#damaged.set(entry, null);
      }
    }
    for (const { sport, season } of this.#damaged.keys()) this.mended.push(`a file of ${sport} ${season}`);
  }

  isDamaged(key: SeasonKey): boolean {
    return this.#damaged.has(key);
  }

  /**
   * The values of a season; null where there is none, or where it is damaged and known to be.
   * @throws ReleaseDamaged when it is damaged.
   */
  async #valuesOf(key: SeasonKey): Promise<readonly GameValues[] | null> {
    const entry = this.entry(key);
    if (entry === null || this.isDamaged(key)) return null;
    const known = this.#read.get(key) ?? (await readSeasonValues(this.#connection, entry)).games;
    this.#read.set(key, known);
    return known;
  }

  /** The values that a game had. @throws ReleaseDamaged when its season is damaged. */
  async game(key: SeasonKey, gameId: string): Promise<GameValues | null> {
    return (await this.#valuesOf(key))?.find(({ facts }) => facts.game_id === gameId) ?? null;
  }

  /** The facts of the games that a season had. @throws ReleaseDamaged when it is damaged. */
  async facts(key: SeasonKey): Promise<readonly GameFacts[]> {
    const entry = this.entry(key);
    if (entry === null || this.isDamaged(key)) return [];
    return this.#read.get(key)?.map(({ facts }) => facts) ?? readSeasonFacts(this.#connection, entry);
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

  add(game: NewGame | GoneGame): void {
    this.#games.push(game);
  }

  /** Every game of which a value is another one, in the order in which they came. @throws ReleaseDamaged */
  async changes(): Promise<GameChange[]> {
    const found: GameChange[] = [];
    for (const game of this.#games) {
      let before: GameValues | null = null;
      for (const season of seasonsOf(game)) before ??= await this.game(season, game.gameId);
      const isSame = "values" in game && (before === null ? !game.isChanged : isDeepStrictEqual(before, game.values));
      if (!isSame) found.push({ game, before });
    }
    return found;
  }

  /**
   * Writes the files of the seasons in which a value is another one, or whose files are damaged, and lets go of the sport.
   * @param revision the one that the publish makes.
   * @returns the values that they have now.
   */
  async write(revision: number, changes: readonly GameChange[]): Promise<SeasonMap<readonly GameValues[]>> {
    const written = new SeasonMap<readonly GameValues[]>();
    const changed = new SeasonMap(changes.flatMap(({ game }) => seasonsOf(game)).map((season) => [season, null]));
    const damaged = this.#games.flatMap(seasonsOf).filter((season) => this.isDamaged(season));
    for (const season of eachOnce([...changed.keys(), ...damaged])) {
      const values = await this.#after(season);
      // A season that was damaged, and has the values of before again, is of the revision of before.
      const own = changed.has(season) ? revision : (this.entry(season)?.revision ?? revision);
      const isGone = values.length === 0;
      this.written.set(season, isGone ? null : await writeSeason(this.#connection, { ...season, games: values }, own));
      written.set(season, values);
    }
    this.#games = [];
    return written;
  }

  /** Lets go of the seasons that were read. */
  forget(): void {
    this.#read = new SeasonMap();
  }

  async #after(season: SeasonKey): Promise<GameValues[]> {
    const before = (await this.#valuesOf(season)) ?? [];
    const games = new Map(before.map((game) => [game.facts.game_id, game]));
    for (const game of this.#games) {
      games.delete(game.gameId);
      if ("values" in game && isOf(game.values.facts, season)) games.set(game.gameId, game.values);
    }
    return [...games.values()].sort(inOrder);
  }
}

function isOf(game: SeasonKey, { sport, season }: SeasonKey): boolean {
  return game.sport === sport && game.season === season;
}

/** The seasons that a game is in, before and now: a rule about seasons may move it from one into another. */
function seasonsOf(game: NewGame | GoneGame): SeasonKey[] {
  const before = game.before === null ? [] : [seasonOfPublished(game.before)];
  return "values" in game ? [...before, seasonOfPublished(game.row)] : before;
}

function inOrder({ facts: one }: GameValues, { facts: other }: GameValues): number {
  return compareKeys(Date.parse(one.start_time), one.game_id, Date.parse(other.start_time), other.game_id);
}
