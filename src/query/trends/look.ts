/** One look at a set of bets: its record, that of its seasons or months, its statistics, and a page of the bets themselves. */
import type { TrendRow } from "../../contract/lists/trends.ts";
import type { Snapshot } from "../load.ts";
import { trendRows } from "./page.ts";
import type { Judged } from "./question.ts";
import { type BetOfSet, isDecidedByScore, setOfBets } from "./set.ts";
import { type BetsPage, betsOnPage, pagesOf, type Sort } from "./sorted-bets.ts";
import { type SetAsked, sumGroups } from "./summed.ts";
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
