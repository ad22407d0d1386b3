/** Makes the rows of one game that callers see of its facts and its lines. Pure. */

import type { MoneylineSet, SpreadSet, TotalSet } from "../contract/book-members.ts";
import type { Game, GameDetail, GameExtras } from "../contract/lists/games.ts";
import type { GameIds } from "../contract/lists/ids.ts";
import type { OddsRow } from "../contract/lists/odds.ts";
import { consensusBookId } from "../domain/books.ts";
import { grade } from "../domain/grading.ts";
import { type Market, markets, type OddsPeriod, oddsPeriods } from "../domain/sports.ts";
import { type BookNames, bookNames } from "./format/line-words.ts";
import { entriesOf, lineAt, type SeasonLines, seasonLines } from "./season-lines.ts";
import type { GameFacts, GameValues } from "./values.ts";

/** Stands for the entry of a market that was not priced: all its members are null. */
export const noEntry = -1;

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
export function renderLines({ facts, lines: own }: Pick<GameValues, "facts" | "lines">): RenderedLines {
  const lines = seasonLines(facts.sport, [{ facts, lines: own }]);
  const { period_scores, weather } = facts;
  return { extras: { period_scores, weather, ...linesOfGame(lines, 0) }, odds: oddsRowsOf(facts, lines, 0) };
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

/** The lines of each book that the single-game answer has. @param game its place among the games of the lines. */
export function linesOfGame(lines: SeasonLines, game: number): Pick<GameDetail, "books" | "period_odds"> {
  return {
    books: booksOf(lines, game, "full").map(([bookId, own]) => ({
      ...(bookNames.get(bookId) as BookNames),
      ...gameMarkets(lines, own),
      team_total: { ...lineEnds("home", lines, own.home_team_total), ...lineEnds("away", lines, own.away_team_total) },
    })),
    period_odds: oddsPeriods
      .filter((period) => period !== "full")
      .flatMap((period) => booksOf(lines, game, period).map(([bookId, own]) => periodOdds(period, bookId, lines, own))),
  };
}

/** The members of its game that an odds row has. */
type RowHead = Pick<OddsRow, "game_id" | "sport" | "game_date" | "start_time" | "home" | "away">;

/** The rows of the odds list. */
function oddsRowsOf(facts: GameFacts, lines: SeasonLines, game: number): readonly OddsRow[] {
  const { game_id, sport, game_date, start_time, home, away } = facts;
  const head = { game_id, sport, game_date, start_time, home: home.abbreviation, away: away.abbreviation };
  const score = { home: home.score ?? 0, away: away.score ?? 0 };
  return booksOf(lines, game, "full").map(([bookId, own]) => oddsRow(head, score, bookId, lines, own));
}

/** The entry of each market of one book; `noEntry` where it posted none. */
export type BookEntries = Readonly<Record<Market, number>>;

/** The entries of each book in a period of a game, without the consensus, by book id. */
export function booksOf(
  lines: SeasonLines,
  game: number,
  period: OddsPeriod,
): readonly (readonly [bookId: number, entries: BookEntries])[] {
  const books = new Map<number, Record<Market, number>>();
  for (const [slot, { period: own, market }] of lines.slots.entries()) {
    if (own !== period) continue;
    const [from, end] = entriesOf(lines, game, slot);
    for (let entry = from; entry < end; entry++) {
      const bookId = lines.bookIds[entry] as number;
      if (bookId === consensusBookId) continue;
      const entries = books.get(bookId) ?? { ...noEntries };
      books.set(bookId, entries);
      entries[market] = entry;
    }
  }
  return [...books].sort(([one], [other]) => one - other);
}

const noEntries = Object.fromEntries(markets.map((market) => [market, noEntry])) as Record<Market, number>;

function gameMarkets(lines: SeasonLines, { moneyline, spread, total }: BookEntries) {
  return {
    moneyline: moneylineSet(lines, moneyline),
    spread: spreadSet(lines, spread),
    total: totalSet(lines, total),
  };
}

function periodOdds(
  period: OddsPeriod,
  bookId: number,
  lines: SeasonLines,
  entries: BookEntries,
): GameDetail["period_odds"][number] {
  const { book_id, book } = bookNames.get(bookId) as BookNames;
  const { moneyline, spread, total } = gameMarkets(lines, entries);
  return {
    period: period as GameDetail["period_odds"][number]["period"],
    book_id,
    book,
    moneyline,
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

/** The row of one book, graded against the book's own close. */
export function oddsRow(
  head: RowHead,
  score: { readonly home: number; readonly away: number },
  bookId: number,
  lines: SeasonLines,
  entries: BookEntries,
): OddsRow {
  const { moneyline, spread, total } = gameMarkets(lines, entries);
  const { home_team_total: homeTotal, away_team_total: awayTotal } = entries;
  const own = grade(score, spread.close, total.close);
  return {
    ...head,
    ...(bookNames.get(bookId) as BookNames),
    moneyline,
    spread,
    total,
    team_total: {
      ...lineEnds("home", lines, homeTotal),
      ...lineEnds("away", lines, awayTotal),
      ...closingPrices("home", lines, homeTotal),
      ...closingPrices("away", lines, awayTotal),
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
  return entry === noEntry ? null : lineAt(lines, entry, which);
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

/** The total of one team: its opening and closing line. */
function lineEnds<Side extends "home" | "away">(side: Side, lines: SeasonLines, entry: number) {
  return { [`${side}_open`]: lineOf(lines, entry, 0), [`${side}_close`]: lineOf(lines, entry, 1) } as Readonly<
    Record<`${Side}_open` | `${Side}_close`, number | null>
  >;
}

/** The closing prices of a team's total, which only odds rows have. */
function closingPrices<Side extends "home" | "away">(side: Side, lines: SeasonLines, entry: number) {
  return {
    [`${side}_over_juice_close`]: priceOf(lines, entry, closeFirst),
    [`${side}_under_juice_close`]: priceOf(lines, entry, closeSecond),
  } as Readonly<Record<`${Side}_over_juice_close` | `${Side}_under_juice_close`, number | null>>;
}
