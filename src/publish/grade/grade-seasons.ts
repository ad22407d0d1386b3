/** Puts what a publish makes of games into the seasons of their sport, and finds what is different by it. Pure. */
import { isDeepStrictEqual } from "node:util";
import type { SeasonKey } from "../../domain/seasons.ts";
import { type PublishedGame, publishedGame, seasonOfPublished } from "../../release/published-games.ts";
import { compareKeys } from "../../release/season-table.ts";
import type { GameValues } from "../../release/values.ts";
import type { LedgerGame } from "../match/assemble.ts";
import { eachOnce, SeasonMap } from "../season-map.ts";

/** The outcome of a publish for one game: a new one, another one, one that is held back, or none any more. */
export type Draft = {
  /** The row that the game gets; of one that is held back or gone, the row that it has. */
  readonly row: PublishedGame;
  /** Null: the game was not published before. */
  readonly before: PublishedGame | null;
  /** Whether it gets another row or none. Without that a game is here because it is held back, or because its season is written anew. */
  readonly isChanged: boolean;
  /** Makes the values, of those that stand; null for a game that is gone. */
  readonly valuesAfter: (stood: GameValues | null) => GameValues | null;
  /** Null for a game that is gone. */
  readonly speakers: GameSpeakers | null;
};

/** The part of a game that says who moved its values: without the captures, of which there are millions. */
export type GameSpeakers = {
  readonly records: LedgerGame["records"];
  readonly events: readonly { readonly provider: string; readonly eventId: string }[];
};

export function speakersOf({ records, events }: LedgerGame): GameSpeakers {
  return { records, events: events.map(({ provider, eventId }) => ({ provider, eventId })) };
}

/** A game of which callers see something else now. */
export type GameChange = {
  readonly draft: Draft;
  /** Null for values that there were not, or that are damaged. */
  readonly before: GameValues | null;
  readonly after: GameValues | null;
};

/** A season after a publish, its games in their order. */
export type GradedSeason = { readonly games: readonly GameValues[]; readonly isChanged: boolean };

/** The games of a season, by game id. */
export type SeasonGames = ReadonlyMap<string, GameValues>;

/**
 * Grades the seasons that some games are in or were in.
 * @param standing the games of these seasons as they are published; none where a season is new or damaged.
 * @returns the changes in the order of the drafts, and the rows by which the next publish knows the games that are other ones.
 */
export function gradeSeasons(drafts: readonly Draft[], standing: SeasonMap<SeasonGames>) {
  const games = new SeasonMap(seasonsOf(drafts).map((season) => [season, new Map(standing.get(season))]));
  const changed = new SeasonMap<true>();
  const changes: GameChange[] = [];
  const rows = new Map<string, PublishedGame | null>();
  for (const draft of drafts) {
    const { row, isChanged } = draft;
    const id = row.game_id;
    const seasonBefore = seasonOfPublished(draft.before ?? row);
    const before = standing.get(seasonBefore)?.get(id) ?? null;
    const after = draft.valuesAfter(before);
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

/** The seasons that games were in before, or are in: a rule about seasons may move one from one into another. */
export function seasonsOf(drafts: readonly Draft[]): SeasonKey[] {
  return eachOnce(drafts.flatMap(({ before, row }) => [seasonOfPublished(before ?? row), seasonOfPublished(row)]));
}

function inOrder({ facts: one }: GameValues, { facts: other }: GameValues): number {
  return compareKeys(Date.parse(one.start_time), one.game_id, Date.parse(other.start_time), other.game_id);
}
