/** The shapes of the lists of books and of coverage, which Gradeline adds to those of the specification. */
import { type Static, Type } from "typebox";
import { doubtNames } from "../domain/doubt-names.ts";
import { lineMarkets, linePeriods } from "../domain/market-names.ts";
import { oneOf } from "../domain/schemas.ts";
import { closed, integer, nullableNumber, SportName, text } from "./shape-members.ts";

export const BookRow = closed({
  book_id: integer(),
  book: text(),
  book_name: text(),
  former_books: Type.Array(text()),
  sports: Type.Array(
    closed({ sport: SportName, season: integer(), games: integer(), games_with_closing_line: integer() }),
  ),
});

export const CoverageRow = closed({
  sport: SportName,
  season: integer(),
  period: oneOf(linePeriods),
  market: oneOf(lineMarkets),
  book: text(),
  games: integer(),
  with_open: integer(),
  with_close: integer(),
  median_minutes_before_start: nullableNumber(),
  within_15_minutes: nullableNumber(),
});

export type BookRow = Static<typeof BookRow>;
/** How many captures a rule has left out of a season's lines [D-51]. */
export const CoverageDoubt = closed({
  sport: SportName,
  season: integer(),
  rule: oneOf(doubtNames),
  games: integer(),
  captures: integer(),
});

export type CoverageDoubt = Static<typeof CoverageDoubt>;
export type CoverageRow = Static<typeof CoverageRow>;
