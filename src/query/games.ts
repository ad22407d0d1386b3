/** The lists of games, of their ids at other sources, and of odds. */
import { type Game, games } from "../contract/lists/games.ts";
import { gameIds, type TeamIds, teamIds } from "../contract/lists/ids.ts";
import { type OddsRow, odds } from "../contract/lists/odds.ts";
import type { LineMarket } from "../domain/periods.ts";
import { type Sport, sports } from "../domain/sports.ts";
import { outsideNamesOf, teamsOf } from "../domain/teams/registry.ts";
import { outsideProviders } from "../domain/teams/team.ts";
import { booksOf, oddsRow } from "../release/render.ts";
import { periodScore } from "../release/season-lines.ts";
import { compareKeys, textOf } from "../release/season-table.ts";
import { digestOf } from "./load.ts";
import {
  type AskedList,
  type GameFilter,
  gameHead,
  type KeyedRow,
  madePage,
  matchingGames,
  type Page,
  type PageKey,
  type PageRequest,
} from "./pages.ts";
import { type AskedGames, gameFilterOf } from "./reach.ts";
import type { SeasonShelf, Span } from "./season.ts";

/** The rows are there as JSON. */
export const gameList: AskedList<AskedGames, GameFilter, string> = {
  name: "games",
  columns: games.columns,
  filterOf: gameFilterOf,
  rowsOf:
    () =>
    ({ texts }, game) => [[0, textOf(texts.games, game)]],
};

export const gameIdList: AskedList<AskedGames, GameFilter, string> = {
  name: "ids-games",
  columns: gameIds.columns,
  filterOf: gameFilterOf,
  rowsOf:
    () =>
    ({ texts }, game) => [[0, textOf(texts.ids, game)]],
};

export function gameRow({ texts }: SeasonShelf, game: number): Game {
  return JSON.parse(textOf(texts.games, game)) as Game;
}

/** The same games, the newest first: all that match are looked at. */
export function newestGames(spans: readonly Span[], filter: GameFilter, after: PageKey | null): KeyedRow<string>[] {
  const isNext = ({ startMs, gameId }: PageKey): boolean =>
    after === null || compareKeys(startMs, gameId, after.startMs, after.gameId) < 0;
  return [...matchingGames(spans, filter, null)].reverse().flatMap(({ season, game }) => {
    const key = { startMs: season.startMs[game] as number, gameId: season.gameIds[game] as string, withinGame: 0 };
    return isNext(key) ? [{ key, row: textOf(season.texts.games, game) }] : [];
  });
}

/** Null: all. `market` keeps the rows that show a value of it. */
type OddsFilter = GameFilter & { readonly bookIds: readonly number[] | null; readonly market: LineMarket | null };

/** The place of a row is the id of its book. */
export const oddsList: AskedList<ReturnType<typeof odds.read>, OddsFilter, OddsRow> = {
  name: "odds",
  columns: odds.columns,
  filterOf: (asked) => ({ ...gameFilterOf(asked), bookIds: asked.book, market: asked.market }),
  rowsOf: ({ bookIds, market }) =>
    function* (season, game) {
      const { lines } = season;
      const books = booksOf(lines, game, "full", bookIds);
      if (books.length === 0) return;
      const head = gameHead(season, game);
      const score = periodScore(lines, game, "full") ?? { home: 0, away: 0 };
      for (const [bookId, entries] of books) {
        const row = oddsRow(head, score, bookId, lines, entries);
        if (market === null || Object.values(row[market]).some((value) => value !== null)) yield [bookId, row] as const;
      }
    },
};

/** Of each sport, ordered by team id as `/v1/teams` is. */
const rowsBySport = Object.fromEntries(sports.map((sport) => [sport, rowsOf(sport)])) as unknown as Readonly<
  Record<Sport, readonly TeamIds[]>
>;

function rowsOf(sport: Sport): TeamIds[] {
  return teamsOf(sport).map((team) => {
    const names = outsideNamesOf(sport, team);
    const present = Object.fromEntries(outsideProviders.map((source) => [source, names[source][0] ?? null]));
    const former = outsideProviders.flatMap((source) => names[source].slice(1).map((id) => ({ source, id })));
    const { nflverse = null, espn = null, mlb = null, nhl = null, cfbd = null, retrosheet = null } = present;
    return {
      team_id: team.teamId as number,
      abbreviation: team.abbreviation,
      nflverse,
      espn,
      mlb,
      nhl,
      cfbd,
      retrosheet,
      the_odds_api: [...names.the_odds_api],
      former,
    };
  });
}

/** Changes with the registry. */
export const teamIdDigests = Object.fromEntries(
  sports.map((sport) => [sport, digestOf(rowsBySport[sport])]),
) as Readonly<Record<Sport, string>>;

export function teamIdsPage(sport: Sport, wanted: PageRequest): Page {
  const rows = rowsBySport[sport].map((row, withinGame) => ({ key: { startMs: 0, gameId: sport, withinGame }, row }));
  return madePage(rows.slice(wanted.after === null ? 0 : wanted.after.withinGame + 1), teamIds.columns, wanted);
}
