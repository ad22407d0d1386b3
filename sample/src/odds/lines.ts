/** One book's lines and prices of one game at one moment, as the markets of any period. */
import type { LineChances, MarketChances } from "../chances/game-chances.ts";
import type { BookProfile } from "./book-profiles.ts";
import { fairLine, type LineHabit } from "./fair-line.ts";
import { addedMargin, priceOf } from "./prices.ts";
import type { LineHabits, SportOdds } from "./sport-odds.ts";

/** First is home or over, second is away or under; a spread's line is the home side's. */
export type Priced = { readonly line: number | null; readonly first: number; readonly second: number };

export function moneylineOf(chances: MarketChances, book: BookProfile): Priced {
  return pricedAs(null, chances.margins.shareAbove(0), book.moneylineMargin, book);
}

/** @param before the line that the book has shown so far; it is kept while its price can still be made fair. */
export function spreadOf(chances: MarketChances, odds: SportOdds, book: BookProfile, before: number | null): Priced {
  const margin = fairLine(chances.margins, before === null ? null : -before, habitOf(odds.spread, book));
  return atMargin(chances, margin, book);
}

/** Run lines, puck lines and their parts: the favorite gives `by`, and the price tells how likely that is. */
export function fixedSpreadOf(chances: MarketChances, book: BookProfile, by: number, before: number | null): Priced {
  const homeShare = chances.margins.shareAbove(0);
  const isClose = before !== null && Math.abs(homeShare - 0.5) < 0.02;
  const isHomeFavored = isClose ? before < 0 : homeShare >= 0.5;
  return atMargin(chances, isHomeFavored ? by : -by, book);
}

function atMargin(chances: MarketChances, margin: number, book: BookProfile): Priced {
  // + 0 turns -0 into 0.
  return pricedAs(-margin + 0, chances.margins.shareAbove(margin), book.margin, book);
}

export function totalOf(chances: MarketChances, odds: SportOdds, book: BookProfile, before: number | null): Priced {
  return pricedAt(chances.totals, fairLine(chances.totals, before, habitOf(odds.total, book)), book);
}

function habitOf(habits: LineHabits, book: BookProfile): LineHabit {
  return book.prefersHalves ? habits.halves : habits.most;
}

/** Whether an inning brings a run at all. */
export function anyRunOf(chances: MarketChances, book: BookProfile): Priced {
  return pricedAt(chances.totals, 0.5, book);
}

const teamTotalHabit: LineHabit = { patience: 0.02, wholeCost: 1, keyLines: new Set() };

export function teamTotalOf(chances: LineChances, book: BookProfile, before: number | null): Priced {
  return pricedAt(chances, Math.max(0.5, fairLine(chances, before, teamTotalHabit)), book);
}

function pricedAt(chances: LineChances, line: number, book: BookProfile): Priced {
  return pricedAs(line, chances.shareAbove(line), book.margin, book);
}

function pricedAs(line: number | null, share: number, margin: number, { step }: BookProfile): Priced {
  const added = addedMargin(share, margin);
  return { line, first: priceOf(share * added, step), second: priceOf((1 - share) * added, step) };
}
