/** One book's view of one game at one moment, as the markets of any period. */
import type { BookProfile } from "./book-profiles.ts";
import { normalShare, priceOf, snapped } from "./prices.ts";
import type { SportOdds } from "./sport-odds.ts";

/** What a book believes: the margin of home, the total, and how it likes to write them. */
export type View = {
  readonly margin: number;
  readonly total: number;
  readonly hooksOnSpread: boolean;
  readonly hooksOnTotal: boolean;
};

/** First is home or over, second is away or under. */
export type Priced = { readonly line: number | null; readonly first: number; readonly second: number };

export function moneylineOf(view: View, odds: SportOdds, book: BookProfile, share: number): Priced {
  const win = winShare(view, odds, share);
  // Favorites carry the larger part of the margin.
  const margin = book.margin - 0.004;
  return { line: null, first: priceOf(win, margin, book.step), second: priceOf(1 - win, margin, book.step) };
}

export function spreadOf(view: View, odds: SportOdds, book: BookProfile, share: number): Priced {
  if (odds.fixedSpread !== null) return fixedSpreadOf(view, odds, odds.fixedSpread, book, share);
  const mean = view.margin * share;
  const key = share === 1 ? odds.keyMargins.find((points) => Math.abs(Math.abs(mean) - points) < 0.45) : undefined;
  const margin = key === undefined ? snapped(mean, view.hooksOnSpread) : Math.sign(mean) * key;
  // + 0 turns -0 into 0.
  return sidesOf(-margin + 0, 0.5 + (mean - margin) * odds.marginDensity, book);
}

/** The favorite gives 1.5, in a part of the game 0.5; the price tells how likely that is. */
function fixedSpreadOf(
  view: View,
  odds: SportOdds,
  byOne: { readonly homeByOne: number; readonly awayByOne: number },
  book: BookProfile,
  share: number,
): Priced {
  const win = winShare(view, odds, share);
  const isHome = win >= 0.5;
  if (share < 1) {
    const cover = (isHome ? win : 1 - win) * (share > 0.5 ? 0.86 : 0.66);
    return sidesOf(isHome ? -0.5 : 0.5, isHome ? cover : 1 - cover, book);
  }
  return isHome ? sidesOf(-1.5, win - byOne.homeByOne, book) : sidesOf(1.5, win + byOne.awayByOne, book);
}

export function totalOf(view: View, odds: SportOdds, book: BookProfile, share: number): Priced {
  // An inning alone: will there be a run at all?
  if (odds.fixedSpread !== null && share < 0.2) return sidesOf(0.5, 0.48 + (view.total - 8.9) * 0.025, book);
  const mean = view.total * share;
  const total = snapped(mean, view.hooksOnTotal || share < 1);
  return sidesOf(total, 0.5 + ((mean - total) * odds.totalDensity) / Math.sqrt(share), book);
}

export function teamTotalOf(view: View, odds: SportOdds, book: BookProfile, isHome: boolean): Priced {
  const mean = (view.total + (isHome ? view.margin : -view.margin)) / 2;
  const total = Math.max(0.5, snapped(mean, true));
  return sidesOf(total, 0.5 + (mean - total) * odds.totalDensity * 1.2, book);
}

function winShare(view: View, odds: SportOdds, share: number): number {
  return normalShare((view.margin * share) / (odds.marginDeviation * Math.sqrt(share)));
}

function sidesOf(line: number, probability: number, book: BookProfile): Priced {
  return {
    line,
    first: priceOf(probability, book.margin, book.step),
    second: priceOf(1 - probability, book.margin, book.step),
  };
}
