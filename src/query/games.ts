/** The lists of games, of their ids at other sources, and of odds. */
import { type Game, games } from "../contract/lists/games.ts";
import { gameIds, type TeamIds, teamIds } from "../contract/lists/ids.ts";
import { type OddsRow, odds } from "../contract/lists/odds.ts";
import { outsideProviders } from "../domain/outside-ids.ts";
import { type Sport, sports } from "../domain/sports.ts";
import { outsideNamesOf, teamsOf } from "../domain/teams/registry.ts";
import { booksOf, oddsRow } from "../release/render.ts";
import { periodScore } from "../release/season-lines.ts";
import { compareKeys, textOf } from "../release/season-table.ts";
import { marketBits } from "../release/tables.ts";
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

export type OddsFilter = GameFilter & {
  readonly bookIds: readonly number[] | null;
  /** A bit of `marketBits`; 0 matches every row. */
  readonly marketBit: number;
};

/** The place of a row is the id of its book. */
export const oddsList: AskedList<ReturnType<typeof odds.read>, OddsFilter, OddsRow> = {
  name: "odds",
  columns: odds.columns,
  filterOf(asked) {
    const marketBit = asked.market === null ? 0 : marketBits[asked.market];
    return { ...gameFilterOf(asked), bookIds: asked.book, marketBit };
  },
  rowsOf({ bookIds, marketBit }) {
    const wanted = bookIds === null ? null : new Set(bookIds);
    return function* (season, game) {
      const { lines, marketBits: bitsOfRows, oddsFrom, bookIds: booksOfRows } = season;
      const first = oddsFrom[game] as number;
      let ofGame: ReturnType<typeof oddsOf> | null = null;
      for (let row = first; row < (oddsFrom[game + 1] as number); row++) {
        if (wanted !== null && !wanted.has(booksOfRows[row] as number)) continue;
        if (marketBit !== 0 && ((bitsOfRows[row] as number) & marketBit) === 0) continue;
        ofGame ??= oddsOf(season, game);
        const [bookId, entries] = ofGame.books[row - first] as (typeof ofGame.books)[number];
        yield [bookId, oddsRow(ofGame.head, ofGame.score, bookId, lines, entries)] as const;
      }
    };
  },
};

/** The rows of a game have these in common; `books` says where the columns have those of each book. */
function oddsOf(season: SeasonShelf, game: number) {
  const { game_id, sport, game_date, start_time, home, away } = gameHead(season, game);
  return {
    head: { game_id, sport, game_date, start_time, home, away },
    score: periodScore(season.lines, game, "full") ?? { home: 0, away: 0 },
    books: booksOf(season.lines, game, "full"),
  };
}

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
