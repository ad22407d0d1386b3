/** One look at a set of bets: its record, that of its seasons or months, its statistics, and a page of the bets themselves. */
import type { TrendRow } from "../../contract/lists/trends.ts";
import { noLine } from "../../release/game-lines.ts";
import type { Snapshot } from "../load.ts";
import type { BetSet } from "./columns.ts";
import { trendRows } from "./page.ts";
import { type BetOfSet, betOf, isDecidedByScore, profitOfClose, setOfBets } from "./set.ts";
import { type Judged, type SetAsked, sumGroups } from "./summed.ts";
import { expectedShare, type Histogram, marginsOf, type UnitsPoint, unitsOf } from "./tally.ts";

export type LookAsked = {
  /** Of one book or of the consensus. */
  readonly set: Judged;
  readonly sort: Sort;
  /** From 1; one past the last is the last. */
  readonly page: number;
  /** A second set, divided by a day; null: nobody asks for it. */
  readonly held: Judged | null;
  /** A set of which only the number of graded bets is told; null: of none. */
  readonly waiting: SetAsked | null;
};

export type SetLook = {
  readonly bets: number;
  readonly all: TrendRow;
  readonly groups: readonly TrendRow[];
  /** The share that the market expected to win, see `expectedShare`. */
  readonly expected: number | null;
  readonly margins: Histogram;
  readonly units: readonly UnitsPoint[];
  readonly page: BetsPage;
  /** The bets that came since the day of `held`: their record, and the newest of its bets. */
  readonly since: { readonly row: TrendRow; readonly newest: readonly BetOfSet[] } | null;
  /** Graded bets of `waiting`. */
  readonly waiting: number | null;
};

export function lookAtSet(snapshot: Snapshot, { set: asked, sort, page, held, waiting }: LookAsked): SetLook {
  const set = betsOf(snapshot, asked);
  const [all, ...groups] = trendRows(sumGroups(set, asked.division), asked.judgement);
  if (all === undefined) throw new Error("a set has no record of all its bets");
  return {
    bets: set.count,
    all,
    groups,
    expected: expectedShare(set),
    margins: marginsOf(set),
    units: unitsOf(set),
    page: betsOnPage(set, sort, Math.min(page, pagesOf(set))),
    since: held === null ? null : sinceOf(snapshot, held),
    waiting: waiting === null ? null : gradedBets(betsOf(snapshot, waiting)),
  };
}

function betsOf({ sports }: Snapshot, { sport, filter }: SetAsked) {
  return setOfBets(sport, sports[sport].spans, filter);
}

function sinceOf(snapshot: Snapshot, held: Judged): SetLook["since"] {
  const set = betsOf(snapshot, held);
  const row = trendRows(sumGroups(set, held.division), held.judgement).find(({ group }) => group === "since");
  if (row === undefined) return null;
  const newest = betsOnPage(set, { column: "date", isDescending: true }, 1).bets.slice(0, row.bets);
  return { row, newest };
}

function gradedBets(set: ReturnType<typeof betsOf>): number {
  let graded = 0;
  for (let bet = 0; bet < set.count; bet++) if (isDecidedByScore(set, bet)) graded++;
  return graded;
}

export const sortColumns = ["date", "line", "price", "margin", "units"] as const;
export type SortColumn = (typeof sortColumns)[number];
export type Sort = { readonly column: SortColumn; readonly isDescending: boolean };

const betsOfPage = 25;

/** How many pages the bets of a set have: at least one. */
function pagesOf({ count }: Pick<BetSet, "count">): number {
  return Math.max(1, Math.ceil(count / betsOfPage));
}

type BetsPage = {
  readonly bets: readonly BetOfSet[];
  /** The place of the first of them among all, from 1. */
  readonly first: number;
  readonly pages: number;
};

/**
 * The bets of one page, in order. Bets without a value come last in both directions; equal ones stay newest first.
 * @param page from 1.
 */
function betsOnPage(set: BetSet, sort: Sort, page: number): BetsPage {
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
