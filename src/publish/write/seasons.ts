/** The seasons of the release that a publish begins with, of which it reads those that it needs, and what becomes of their files. */
import { isDeepStrictEqual } from "node:util";
import type { Transaction } from "kysely";
import { dataSetNames } from "../../contract/release-columns.ts";
import type { AnyTables } from "../../database/names.ts";
import { eachOnce, type SeasonKey, SeasonMap } from "../../domain/seasons.ts";
import type { Sport } from "../../domain/sports.ts";
import { type League, readLeague } from "../../release/league.ts";
import { fileOf, type Release, type SeasonEntry } from "../../release/manifest.ts";
import { type PublishedGame, publishedGame, seasonOfPublished } from "../../release/published-games.ts";
import { ReleaseDamaged } from "../../release/release-damaged.ts";
import { compareKeys } from "../../release/season-table.ts";
import { readSeasonFacts, readSeasonValues, writeSeason } from "../../release/season-values.ts";
import { damageOfFile } from "../../release/store.ts";
import type { GameFacts, GameValues } from "../../release/values.ts";
import type { HeldFinding } from "../grade/compare.ts";
import { heldStatements } from "../grade/evidence.ts";
import type { LedgerGame } from "../match/assemble.ts";

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

  /** Reads the games of some seasons, by game id. @throws ReleaseDamaged when one is damaged, and was not known to be. */
  async read(keys: readonly SeasonKey[]): Promise<SeasonMap<ReadonlyMap<string, GameValues>>> {
    const found = new SeasonMap<ReadonlyMap<string, GameValues>>();
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

// Puts what a publish makes of games into the seasons of their sport, and finds what is different by it. Pure.

/** The outcome of a publish for one game: a new one, another one, one that is held back, or none any more. */
export type Draft = {
  /** The row that the game gets; of one that is held back or gone, the row that it has. */
  readonly row: PublishedGame;
  /** Null: the game was not published before. */
  readonly before: PublishedGame | null;
  /** Whether it gets another row or none. Without that a game is here because it is held back, or because its season is written anew. */
  readonly isChanged: boolean;
  /** Null for a game that is held back or gone. */
  readonly built: GameValues | null;
  /** The reasons why a game is held back, which then keeps the values that stand, with what its sources dispute as evidence; else nothing. */
  readonly heldBy: readonly HeldFinding[];
  /** The providers that moved its values: without the captures, of which there are millions. Null for a game that is gone. */
  readonly speakers: GameSpeakers | null;
};

export type GameSpeakers = {
  readonly records: LedgerGame["records"];
  readonly events: readonly { readonly provider: string; readonly eventId: string }[];
};

export function speakersOf({ records, events }: LedgerGame): GameSpeakers {
  return { records, events: events.map(({ provider, eventId }) => ({ provider, eventId })) };
}

/** A game of which callers see something else now. Null are values that there were not, that are damaged, or that are gone. */
export type GameChange = {
  readonly draft: Draft;
  readonly before: GameValues | null;
  readonly after: GameValues | null;
};

/** A season after a publish, its games in their order. */
export type GradedSeason = { readonly games: readonly GameValues[]; readonly isChanged: boolean };

/**
 * Grades the seasons that some games are in or were in.
 * @param standing the games of these seasons as they are published, by game id; none where a season is new or damaged.
 * @returns the changes in the order of the drafts, and the rows by which the next publish knows the games that are other ones.
 */
export function gradeSeasons(drafts: readonly Draft[], standing: SeasonMap<ReadonlyMap<string, GameValues>>) {
  const games = new SeasonMap(seasonsOf(drafts).map((season) => [season, new Map(standing.get(season))]));
  const changed = new SeasonMap<true>();
  const changes: GameChange[] = [];
  const rows = new Map<string, PublishedGame | null>();
  for (const draft of drafts) {
    const { row, isChanged } = draft;
    const id = row.game_id;
    const seasonBefore = seasonOfPublished(draft.before ?? row);
    const before = standing.get(seasonBefore)?.get(id) ?? null;
    const after = valuesAfter(draft, before);
    games.get(seasonBefore)?.delete(id);
    if (after !== null) games.get(seasonOfPublished(row))?.set(id, after);
    const isSame = before === null ? !isChanged : after !== null && isDeepStrictEqual(before, after);
    if (isSame && !isChanged) continue;
    if (after === null) rows.set(id, null);
    else rows.set(id, isChanged ? row : publishedGame(after, row.pair));
    if (isSame) continue;
    changes.push({ draft, before, after });
    for (const season of seasonsOf([draft])) changed.set(season, true);
  }
  const seasons = new SeasonMap<GradedSeason>();
  for (const [season, own] of games.entries())
    seasons.set(season, { games: [...own.values()].sort(inOrder), isChanged: changed.has(season) });
  return { seasons, changes, rows };
}

/** @param stood its values as they are published; null where there are none, or they are damaged. */
function valuesAfter({ built, heldBy }: Draft, stood: GameValues | null): GameValues | null {
  if (heldBy.length === 0 || stood === null) return built;
  return { ...stood, statements: heldStatements(stood.statements, heldBy) };
}

/** The seasons that games were in before, or are in: a rule about seasons may move one from one into another. */
export function seasonsOf(drafts: readonly Draft[]): SeasonKey[] {
  return eachOnce(drafts.flatMap(({ before, row }) => [seasonOfPublished(before ?? row), seasonOfPublished(row)]));
}

function inOrder({ facts: one }: GameValues, { facts: other }: GameValues): number {
  return compareKeys(Date.parse(one.start_time), one.game_id, Date.parse(other.start_time), other.game_id);
}
