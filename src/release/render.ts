/** Makes the rows of one game that callers see of its facts and its lines. Pure. */
import type { MoneylineSet, SpreadSet, TotalSet } from "../contract/book-members.ts";
import type { Game, GameDetail } from "../contract/lists/games.ts";
import type { GameIds } from "../contract/lists/ids.ts";
import type { OddsRow } from "../contract/lists/odds.ts";
import { consensusBookId } from "../domain/books.ts";
import { grade } from "../domain/consensus.ts";
import { type Market, markets, type OddsPeriod, oddsPeriods } from "../domain/sports.ts";
import { type BookNames, bookNames } from "./format/line-words.ts";
import { pointsOf } from "./game-lines.ts";
import { entriesOf, type SeasonLines, seasonLines } from "./season-lines.ts";
import type { GameFacts, GameValues } from "./values.ts";

/** Stands for the entry of a market that was not priced: all its members are null. */
export const noEntry = -1;

/** The row of the games list. */
export function gameOf({ period_scores: _, weather: __, ...game }: GameFacts): Game {
  return game;
}

/** Every value that callers see of a game's facts and lines: the single-game answer, and its rows of the odds list by book id. */
export function renderedGame({ facts, lines: own }: Pick<GameValues, "facts" | "lines">) {
  const lines = seasonLines(facts.sport, [{ facts, lines: own }]);
  const head = { ...facts, home: facts.home.abbreviation, away: facts.away.abbreviation };
  const score = { home: facts.home.score ?? 0, away: facts.away.score ?? 0 };
  const { period_scores, weather } = facts;
  const detail: GameDetail = { ...gameOf(facts), period_scores, weather, ...linesOfGame(lines, 0) };
  const odds = booksOf(lines, 0, "full").map(([bookId, entries]) => oddsRow(head, score, bookId, lines, entries));
  return { detail, odds };
}

/** The row of the list of ids at other sources. */
export function idsRowOf({ facts, ids }: Pick<GameValues, "facts" | "ids">): GameIds {
  const { game_id, sport, season, season_type, week, game_date, start_time, home, away } = facts;
  const { nflverse, espn, mlb, nhl, cfbd, retrosheet, the_odds_api } = ids;
  const head = { game_id, sport, season, season_type, week, game_date, start_time };
  const sides = { home: home.abbreviation, away: away.abbreviation };
  return { ...head, ...sides, nflverse, espn, mlb, nhl, cfbd, retrosheet, the_odds_api: [...the_odds_api] };
}

/** The lines of each book that the single-game answer has. @param game its place among the games of the lines. */
export function linesOfGame(lines: SeasonLines, game: number): Pick<GameDetail, "books" | "period_odds"> {
  return {
    books: booksOf(lines, game, "full").map(([bookId, own]) => ({
      ...(bookNames.get(bookId) as BookNames),
      moneyline: moneylineSet(lines, own.moneyline),
      spread: spreadSet(lines, own.spread),
      total: totalSet(lines, own.total),
      team_total: {
        home_open: lineOf(lines, own.home_team_total, 0),
        home_close: lineOf(lines, own.home_team_total, 1),
        away_open: lineOf(lines, own.away_team_total, 0),
        away_close: lineOf(lines, own.away_team_total, 1),
      },
    })),
    period_odds: oddsPeriods
      .filter((period) => period !== "full")
      .flatMap((period) => booksOf(lines, game, period).map(([bookId, own]) => periodOdds(period, bookId, lines, own))),
  };
}

function periodOdds(
  period: Exclude<OddsPeriod, "full">,
  bookId: number,
  lines: SeasonLines,
  entries: BookEntries,
): GameDetail["period_odds"][number] {
  const { book_id, book } = bookNames.get(bookId) as BookNames;
  const spread = spreadSet(lines, entries.spread);
  const total = totalSet(lines, entries.total);
  return {
    period,
    book_id,
    book,
    moneyline: moneylineSet(lines, entries.moneyline),
    spread: {
      open: spread.open,
      close: spread.close,
      home_juice_close: spread.home_juice_close,
      away_juice_close: spread.away_juice_close,
    },
    total: {
      open: total.open,
      close: total.close,
      over_juice_close: total.over_juice_close,
      under_juice_close: total.under_juice_close,
    },
  };
}

/** The entry of each market of one book; `noEntry` where it posted none. */
export type BookEntries = Readonly<Record<Market, number>>;

/** The entries of each book in a period of a game, without the consensus, by book id. @param bookIds null: all books. */
export function booksOf(
  lines: SeasonLines,
  game: number,
  period: OddsPeriod,
  bookIds: readonly number[] | null = null,
): readonly (readonly [bookId: number, entries: BookEntries])[] {
  const books = new Map<number, Record<Market, number>>();
  for (const [slot, { period: own, market }] of lines.slots.entries()) {
    if (own !== period) continue;
    const [from, end] = entriesOf(lines, game, slot);
    for (let entry = from; entry < end; entry++) {
      const bookId = lines.bookIds[entry] as number;
      if (bookId === consensusBookId || bookIds?.includes(bookId) === false) continue;
      const entries = books.get(bookId) ?? { ...noEntries };
      books.set(bookId, entries);
      entries[market] = entry;
    }
  }
  return [...books].sort(([one], [other]) => one - other);
}

const noEntries = Object.fromEntries(markets.map((market) => [market, noEntry])) as Record<Market, number>;

/** The members of its game that an odds row has. */
type RowHead = Pick<OddsRow, "game_id" | "sport" | "game_date" | "start_time" | "home" | "away">;

/** The row of one book, graded against the book's own close. Its members are written out, because spreading objects takes twice as long. */
export function oddsRow(
  { game_id, sport, game_date, start_time, home, away }: RowHead,
  score: { readonly home: number; readonly away: number },
  bookId: number,
  lines: SeasonLines,
  entries: BookEntries,
): OddsRow {
  const { book_id, book, book_name } = bookNames.get(bookId) as BookNames;
  const { home_team_total: homeTotal, away_team_total: awayTotal } = entries;
  const spread = spreadSet(lines, entries.spread);
  const total = totalSet(lines, entries.total);
  const own = grade(score, spread.close, total.close);
  return {
    game_id,
    sport,
    game_date,
    start_time,
    home,
    away,
    book_id,
    book,
    book_name,
    moneyline: moneylineSet(lines, entries.moneyline),
    spread,
    total,
    team_total: {
      home_open: lineOf(lines, homeTotal, 0),
      home_close: lineOf(lines, homeTotal, 1),
      away_open: lineOf(lines, awayTotal, 0),
      away_close: lineOf(lines, awayTotal, 1),
      home_over_juice_close: priceOf(lines, homeTotal, closeFirst),
      home_under_juice_close: priceOf(lines, homeTotal, closeSecond),
      away_over_juice_close: priceOf(lines, awayTotal, closeFirst),
      away_under_juice_close: priceOf(lines, awayTotal, closeSecond),
    },
    result: {
      home_covered: own.homeCovered,
      spread_push: own.spreadPush,
      went_over: own.wentOver,
      total_push: own.totalPush,
    },
  };
}

const openFirst = 0;
const openSecond = 1;
const closeFirst = 2;
const closeSecond = 3;

function priceOf(lines: SeasonLines, entry: number, which: number): number | null {
  return entry === noEntry ? null : lines.prices[4 * entry + which] || null;
}

function lineOf(lines: SeasonLines, entry: number, which: 0 | 1): number | null {
  return entry === noEntry ? null : pointsOf(lines.quarters[2 * entry + which] as number);
}

export function moneylineSet(lines: SeasonLines, entry: number): MoneylineSet {
  return {
    home_open: priceOf(lines, entry, openFirst),
    home_close: priceOf(lines, entry, closeFirst),
    away_open: priceOf(lines, entry, openSecond),
    away_close: priceOf(lines, entry, closeSecond),
  };
}

export function spreadSet(lines: SeasonLines, entry: number): SpreadSet {
  return {
    open: lineOf(lines, entry, 0),
    close: lineOf(lines, entry, 1),
    home_juice_open: priceOf(lines, entry, openFirst),
    home_juice_close: priceOf(lines, entry, closeFirst),
    away_juice_open: priceOf(lines, entry, openSecond),
    away_juice_close: priceOf(lines, entry, closeSecond),
  };
}

export function totalSet(lines: SeasonLines, entry: number): TotalSet {
  return {
    open: lineOf(lines, entry, 0),
    close: lineOf(lines, entry, 1),
    over_juice_open: priceOf(lines, entry, openFirst),
    over_juice_close: priceOf(lines, entry, closeFirst),
    under_juice_open: priceOf(lines, entry, openSecond),
    under_juice_close: priceOf(lines, entry, closeSecond),
  };
}
