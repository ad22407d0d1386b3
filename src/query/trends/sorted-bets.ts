/** The bets of a set in an order that people choose, a page at a time. */
import { noLine } from "../../release/game-lines.ts";
import type { BetSet } from "./columns.ts";
import { type BetOfSet, betOf, isDecidedByScore, profitOfClose } from "./set.ts";

export const sortColumns = ["date", "line", "price", "margin", "units"] as const;
export type SortColumn = (typeof sortColumns)[number];
export type Sort = { readonly column: SortColumn; readonly isDescending: boolean };

const betsOfPage = 25;

/** How many pages the bets of a set have: at least one. */
export function pagesOf({ count }: Pick<BetSet, "count">): number {
  return Math.max(1, Math.ceil(count / betsOfPage));
}

export type BetsPage = {
  readonly bets: readonly BetOfSet[];
  /** The place of the first of them among all, from 1. */
  readonly first: number;
  readonly pages: number;
};

/**
 * The bets of one page, in order. Bets without a value come last in both directions; equal ones stay newest first.
 * @param page from 1.
 */
export function betsOnPage(set: BetSet, sort: Sort, page: number): BetsPage {
  const first = (page - 1) * betsOfPage + 1;
  const bets = placesOnPage(set, sort, first - 1).map((bet) => betOf(set, bet));
  return { bets, first, pages: pagesOf(set) };
}

function placesOnPage(set: BetSet, { column, isDescending }: Sort, start: number): readonly number[] {
  const { count } = set;
  const places = Array.from({ length: Math.max(0, Math.min(betsOfPage, count - start)) }, (_, place) => start + place);
  if (column === "date") return places.map((place) => (isDescending ? count - 1 - place : place));
  // One number has the value and the place, so that sorting numbers sorts bets.
  const keys = new Float64Array(count);
  for (let bet = 0; bet < count; bet++) {
    const value = orderValue(set, bet, column);
    const signedValue = value === null ? largest : isDescending ? -value : value;
    keys[bet] = signedValue * spread + (count - 1 - bet);
  }
  keys.sort();
  return places.map((place) => {
    const key = keys[place] as number;
    return count - 1 - (key - Math.floor(key / spread) * spread);
  });
}

/** More than any set has bets. */
const spread = 2 ** 22;
/** More than any value; times `spread` it is still exact. */
const largest = 2 ** 28;

/** A whole number to sort by. */
function orderValue(set: BetSet, bet: number, column: Exclude<SortColumn, "date">): number | null {
  if (column === "units") return profitOfClose(set, bet);
  if (column === "price") return payoutOf(set.closePrice[bet] as number);
  if (column === "margin") return isDecidedByScore(set, bet) ? (set.ahead[bet] as number) : null;
  const line = set.closeLine[bet] as number;
  return line === noLine ? null : line;
}

/** American odds in the order of what they pay: -200, -110, +100, +150. */
function payoutOf(price: number): number | null {
  if (price === 0) return null;
  return Math.round(price > 0 ? price * 100 : 1_000_000 / -price);
}
