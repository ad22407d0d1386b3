/** Pages of trends: the record of all bets of a set, then that of each group. */
import { columnsOf } from "../../archive/csv.ts";
import { TrendRow } from "../../archive/shapes-trends.ts";
import { betSides } from "../../domain/bets/sides.ts";
import { type Estimate, type SideTraits, type Summary, summaryOf } from "../../domain/trends/summary.ts";
import { adjusted, verdictOf } from "../../domain/trends/verdict.ts";
import { type KeyedRow, madePage } from "../made-rows.ts";
import type { Page, PageKey, PageRequest } from "../pages.ts";
import type { BetSet } from "./columns.ts";
import { type Grouping, groupsOf, sharedBets } from "./groups.ts";

export const trendColumns = columnsOf(TrendRow);

export type TrendQuestion = { readonly groupBy: Grouping; readonly tries: number };

/** Only the rows of the page are computed. */
export function trendsPage(set: BetSet, question: TrendQuestion, wanted: PageRequest): Page {
  return madePage(rowsAfter(set, question, wanted.after), trendColumns, wanted);
}

/** The key of a group has its order for a start and its name for a game; that of all bets is before any. */
const allKey: PageKey = { startMs: -1, gameId: "all", withinGame: 0 };

function* rowsAfter(set: BetSet, { groupBy, tries }: TrendQuestion, after: PageKey | null): Generator<KeyedRow> {
  const traits = traitsOf(set);
  if (after === null)
    yield { key: allKey, row: rowOf(null, summaryOf(set, null, traits), sharedBets(set, groupBy), tries) };
  if (groupBy === "none") return;
  for (const { name, order, picks, shared } of groupsOf(set, groupBy)) {
    const isAfter = after === null || order > after.startMs || (order === after.startMs && name > after.gameId);
    if (!isAfter) continue;
    yield {
      key: { startMs: order, gameId: name, withinGame: 0 },
      row: rowOf(name, summaryOf(set, picks, traits), shared, tries),
    };
  }
}

function traitsOf({ sport }: BetSet): readonly SideTraits[] {
  return betSides[sport].map(({ selection }) => ({
    isTotal: selection === "over" || selection === "under",
    isSecond: selection === "away" || selection === "under",
  }));
}

function rowOf(group: string | null, summary: Summary, shared: number, tries: number): TrendRow {
  const pAdjusted = summary.pValue === null ? null : adjusted(summary.pValue, tries);
  return {
    group,
    bets: summary.bets,
    won: summary.won,
    lost: summary.lost,
    push: summary.push,
    ungraded: summary.ungraded,
    shared,
    win_rate: estimateOf(summary.winRate),
    break_even: rounded(summary.breakEven, 4),
    return_on_investment: { close: estimateOf(summary.returnAtClose), open: estimateOf(summary.returnAtOpen) },
    closing_line_value: rounded(summary.closingLineValue, 4),
    p_value: rounded(summary.pValue, 6),
    p_adjusted: rounded(pAdjusted, 6),
    verdict: verdictOf(pAdjusted),
  };
}

function estimateOf(estimate: Estimate | null): TrendRow["win_rate"] {
  if (estimate === null) return { value: null, low: null, high: null };
  const { value, interval } = estimate;
  return { value: rounded(value, 4), low: rounded(interval.low, 4), high: rounded(interval.high, 4) };
}

/** Halves go away from zero, and there is no -0 [D-15]. */
function rounded(value: number | null, decimals: number): number | null {
  if (value === null) return null;
  const scale = 10 ** decimals;
  const whole = Math.round(Math.abs(value) * scale);
  return whole === 0 ? 0 : (Math.sign(value) * whole) / scale;
}
