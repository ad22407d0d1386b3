/** Makes the rows of one game that callers see of its values. Pure. */
import type { Game, GameDetail, GameExtras } from "../contract/lists/games.ts";
import type { GameIds } from "../contract/lists/ids.ts";
import type { OddsRow } from "../contract/lists/odds.ts";
import { bookById, consensusBookId } from "../domain/books.ts";
import { grade } from "../domain/grading.ts";
import { type OddsPeriod, oddsPeriods } from "../domain/sports.ts";
import { gameMarkets, type MarketLines, periodMarkets, pricedTeamTotals, teamTotalLines } from "./line-members.ts";
import { gameLinesOf, type LineEntry, unpackLines } from "./packed-lines.ts";
import type { GameFacts, GameValues } from "./values.ts";

/** The row of the games list. */
export function gameOf({ period_scores: _, weather: __, ...game }: GameFacts): Game {
  return game;
}

export type RenderedLines = {
  readonly extras: GameExtras;
  /** By book id. */
  readonly odds: readonly OddsRow[];
};

/** The lines of a game: what the single-game answer has beside the row of the games list, and the rows of the odds list. */
export function renderLines({ facts, lines }: Pick<GameValues, "facts" | "lines">): RenderedLines {
  const { entries } = gameLinesOf(unpackLines(lines));
  const byPeriod = Map.groupBy(entries, ({ period }) => period);
  const ofGame = booksOf(byPeriod.get("full") ?? []);
  return {
    extras: {
      period_scores: facts.period_scores,
      weather: facts.weather,
      books: ofGame.map(([bookId, own]) => ({
        ...namesOf(bookId),
        ...gameMarkets(own),
        team_total: teamTotalLines(own),
      })),
      period_odds: oddsPeriods
        .filter((period) => period !== "full")
        .flatMap((period) => periodOddsOf(period, byPeriod.get(period) ?? [])),
    },
    odds: ofGame.map(([bookId, own]) => oddsRow(facts, bookId, own)),
  };
}

/** The single-game answer. */
export function detailOf({ facts, lines }: Pick<GameValues, "facts" | "lines">): GameDetail {
  return { ...gameOf(facts), ...renderLines({ facts, lines }).extras };
}

/** The row of the list of ids at other sources. */
export function idsRowOf({ facts, ids }: Pick<GameValues, "facts" | "ids">): GameIds {
  const { game_id, sport, season, season_type, week, game_date, start_time, home, away } = facts;
  const { nflverse, espn, mlb, nhl, cfbd, retrosheet, the_odds_api } = ids;
  const head = { game_id, sport, season, season_type, week, game_date, start_time };
  const sides = { home: home.abbreviation, away: away.abbreviation };
  return { ...head, ...sides, nflverse, espn, mlb, nhl, cfbd, retrosheet, the_odds_api: [...the_odds_api] };
}

/** The lines of each book by market, without the consensus, by book id. */
function booksOf(ofPeriod: readonly LineEntry[]): readonly (readonly [bookId: number, lines: MarketLines])[] {
  const byBook = Map.groupBy(ofPeriod, ({ bookId }) => bookId);
  byBook.delete(consensusBookId);
  return [...byBook]
    .sort(([one], [other]) => one - other)
    .map(([bookId, own]) => [bookId, Object.fromEntries(own.map((entry) => [entry.market, entry]))] as const);
}

function periodOddsOf(period: OddsPeriod, ofPeriod: readonly LineEntry[]): GameDetail["period_odds"] {
  return booksOf(ofPeriod).map(([bookId, own]) => {
    const { book_id, book } = namesOf(bookId);
    return { period: period as GameDetail["period_odds"][number]["period"], book_id, book, ...periodMarkets(own) };
  });
}

/** The row of one book, graded against the book's own close. */
function oddsRow(facts: GameFacts, bookId: number, lines: MarketLines): OddsRow {
  const { moneyline, spread, total } = gameMarkets(lines);
  const score = { home: facts.home.score ?? 0, away: facts.away.score ?? 0 };
  const own = grade(score, spread.close, total.close);
  return {
    game_id: facts.game_id,
    sport: facts.sport,
    game_date: facts.game_date,
    start_time: facts.start_time,
    home: facts.home.abbreviation,
    away: facts.away.abbreviation,
    ...namesOf(bookId),
    moneyline,
    spread,
    total,
    team_total: pricedTeamTotals(lines),
    result: {
      home_covered: own.homeCovered,
      spread_push: own.spreadPush,
      went_over: own.wentOver,
      total_push: own.totalPush,
    },
  };
}

/** @throws RangeError for a book that this version does not know. */
function namesOf(bookId: number): { readonly book_id: number; readonly book: string; readonly book_name: string } {
  const book = bookById(bookId);
  if (book === null) throw new RangeError(`there is no book ${bookId}`);
  return { book_id: bookId, book: book.slug, book_name: book.name };
}
