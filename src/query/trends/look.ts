/** One look at a set of bets: its record, that of its seasons or months, its statistics, and a page of the bets themselves. */
import type { TrendRow } from "../../contract/lists/trends.ts";
import { noStake } from "../../domain/bets/grading.ts";
import { noLine } from "../../release/game-lines.ts";
import type { Columns } from "../bets/graded.ts";
import type { Snapshot } from "../load.ts";
import { trendRows } from "./page.ts";
import { type BetOfSet, type BetSet, betOf, isDecidedByScore, setOfBets } from "./set.ts";
import { type Judged, type SetAsked, sumGroups } from "./summed.ts";
import { expectedWins, type Histogram, marginsOf, quartersAhead, type UnitsPoint, unitsOf } from "./tally.ts";

export type LookAsked = {
  /** Of one book or of the consensus. */
  readonly set: Judged;
  readonly sort: Sort;
  /** From 1; one past the last is the last. */
  readonly page: number;
  /** A second set, divided by a day; null: nobody asks for it. */
  readonly held: Judged | null;
  /** A set of which only the number of graded bets is given; null: of none. */
  readonly waiting: SetAsked | null;
};

export type SetLook = {
  readonly bets: number;
  readonly all: TrendRow;
  readonly groups: readonly TrendRow[];
  /** The mean of the probabilities that the close gave to the bets that were won or lost; null: there is none. */
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
  const expected = expectedWins(set);
  return {
    bets: set.count,
    all: all as TrendRow,
    groups,
    expected: expected === null ? null : expected.wins / expected.bets,
    margins: marginsOf(set),
    units: unitsOf(set),
    page: betsOnPage(set, sort, page),
    since: held === null ? null : sinceOf(snapshot, held),
    waiting: waiting === null ? null : quartersAhead(betsOf(snapshot, waiting)).length,
  };
}

function betsOf({ sports }: Snapshot, { sport, filter }: SetAsked): BetSet {
  return setOfBets(sport, sports[sport].spans, filter);
}

function sinceOf(snapshot: Snapshot, held: Judged): SetLook["since"] {
  const set = betsOf(snapshot, held);
  const row = trendRows(sumGroups(set, held.division), held.judgement).find(({ group }) => group === "since");
  if (row === undefined) return null;
  return { row, newest: betsOnPage(set, { column: "date", isDescending: true }, 1).bets.slice(0, row.bets) };
}

export const sortColumns = ["date", "line", "price", "margin", "units"] as const;
export type SortColumn = (typeof sortColumns)[number];
export type Sort = { readonly column: SortColumn; readonly isDescending: boolean };

const betsOfPage = 25;

type BetsPage = {
  readonly bets: readonly BetOfSet[];
  /** The place of the first of them among all, from 1. */
  readonly first: number;
  /** At least one. */
  readonly pages: number;
};

function betsOnPage(set: BetSet, sort: Sort, wanted: number): BetsPage {
  const pages = Math.max(1, Math.ceil(set.count / betsOfPage));
  const start = (Math.min(wanted, pages) - 1) * betsOfPage;
  const places = sorted(set, sort).subarray(start, start + betsOfPage);
  return { bets: Array.from(places, (bet) => betOf(set, bet)), first: start + 1, pages };
}

/** The places of all bets in order. Those without a value come last in both directions; equal ones stay newest first. */
function sorted(set: BetSet, { column, isDescending }: Sort): Uint32Array {
  const places = Uint32Array.from({ length: set.count }, (_, place) => place);
  if (column === "date") return isDescending ? places.reverse() : places;
  const sign = isDescending ? -1 : 1;
  const values = set.parts.flatMap(({ bets, picks }) =>
    Array.from(picks, (bet) => {
      const value = orderValue(bets, bet, column);
      return value === null ? Number.MAX_VALUE : sign * value;
    }),
  );
  return places.sort((one, other) => (values[one] as number) - (values[other] as number) || other - one);
}

function orderValue(bets: Columns, bet: number, column: Exclude<SortColumn, "date">): number | null {
  if (column === "units") {
    const profit = bets.closeProfit[bet] as number;
    return profit === noStake ? null : profit;
  }
  if (column === "price") return payoutOf(bets.closePrice[bet] as number);
  if (column === "margin") return isDecidedByScore(bets, bet) ? (bets.ahead[bet] as number) : null;
  const line = bets.closeLine[bet] as number;
  return line === noLine ? null : line;
}

/** American odds in the order of what they pay: -200, -110, +100, +150. */
function payoutOf(price: number): number | null {
  if (price === 0) return null;
  return Math.round(price > 0 ? price * 100 : 1_000_000 / -price);
}
