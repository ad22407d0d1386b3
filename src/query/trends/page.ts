/** Pages of trends: the record of all bets of a set, then that of each group. */
import { type TrendRow, trends } from "../../contract/lists/trends.ts";
import { adjusted, adjustedFamily, verdictOf } from "../../domain/trends/chance.ts";
import type { Estimate } from "../../domain/trends/estimate.ts";
import type { ClosingLine, MomentSummary } from "../../domain/trends/game-sums.ts";
import type { Summary } from "../../domain/trends/summary.ts";
import { type KeyedRow, madePage, type Page, type PageKey, type PageRequest } from "../pages.ts";
import type { SummedGroup, TrendQuestion } from "./summed.ts";

export function trendsPage(groups: readonly SummedGroup[], question: TrendQuestion, wanted: PageRequest): Page {
  const rows = trendRows(groups, question);
  const meta = { family: familyOf(rows, question) };
  return { ...madePage(keyedTrends(groups, rows, wanted.after), trends.columns, wanted), meta };
}

/** The key of a group has its order for a start and its name for a game; that of all bets is before any. */
export function keyedTrends(
  groups: readonly SummedGroup[],
  rows: readonly TrendRow[],
  after: PageKey | null,
): KeyedRow<TrendRow>[] {
  return groups
    .map(({ order, name }, place) => {
      return { key: { startMs: order, gameId: name ?? "all", withinGame: 0 }, row: rows[place] as TrendRow };
    })
    .filter(({ key: { startMs, gameId } }) => {
      return after === null || startMs > after.startMs || (startMs === after.startMs && gameId > after.gameId);
    });
}

/** How many groups are one family of guesses. */
export function familyOf(rows: readonly TrendRow[], { isFamily }: TrendQuestion): number {
  return isFamily ? rows.filter((row) => row.group !== null && row.p_value !== null).length : 0;
}

/** The row of all bets first, then those of the groups in their order. */
export function trendRows(groups: readonly SummedGroup[], question: TrendQuestion): TrendRow[] {
  const pValues = groups.map(({ summary }) => (isJudged(summary, question) ? summary.pValue : null));
  const adjustedValues = adjustedOf(groups, pValues, question);
  return groups.map((group, place) => rowOf(group, pValues[place] ?? null, adjustedValues[place] ?? null, question));
}

/**
 * Whether chance can be blamed for the record at all: not where the bets were chosen by their results, nor where the record is as it
 * is by construction, because of both sides of a bet one wins whatever happens.
 */
function isJudged({ bets, bothSides }: Summary, { knowsResult }: TrendQuestion): boolean {
  return !knowsResult && bothSides <= bets / 2;
}

function adjustedOf(
  groups: readonly SummedGroup[],
  pValues: readonly (number | null)[],
  { isFamily, tries, triesSince }: TrendQuestion,
): readonly (number | null)[] {
  const alone = pValues.map((value, place) =>
    value === null ? null : adjusted(value, groups[place]?.name === "since" && !isFamily ? triesSince : tries),
  );
  if (!isFamily) return alone;
  const members = pValues.flatMap((value, place) => (value === null || place === 0 ? [] : [{ value, place }]));
  const values = adjustedFamily(
    members.map(({ value }) => value),
    tries,
  );
  for (const [index, { place }] of members.entries()) alone[place] = values[index] ?? null;
  return alone;
}

function rowOf(
  { name, shared, summary }: SummedGroup,
  pValue: number | null,
  pAdjusted: number | null,
  question: TrendQuestion,
): TrendRow {
  const { knowsClose } = question;
  return {
    group: name,
    bets: summary.bets,
    won: summary.won,
    lost: summary.lost,
    push: summary.push,
    void: summary.void,
    ungraded: summary.ungraded,
    shared,
    both_sides: summary.bothSides,
    win_rate: estimateOf(summary.winRate),
    design_effect: rounded(summary.designEffect, 4),
    break_even: rounded(summary.breakEven, 4),
    return_on_investment: {
      close: estimateOf(summary.returnAtClose),
      open: estimateOf(knowsClose ? null : summary.returnAtOpen),
    },
    closing_line_value: rounded(summary.closingLineValue, 4),
    closing_line: closingLineOf(knowsClose ? null : summary.closingLine),
    p_value: rounded(pValue, 6),
    p_adjusted: rounded(pAdjusted, 6),
    verdict: verdictOf(pAdjusted),
    at_moment: momentOf(summary.atMoment, knowsClose),
  };
}

function momentOf(summary: MomentSummary | null, knowsClose: boolean): TrendRow["at_moment"] {
  if (summary === null) return null;
  const { minutes, bets, won, lost, push, returned } = summary;
  const return_on_investment = estimateOf(knowsClose ? null : returned);
  return { minutes_before: minutes, bets, won, lost, push, return_on_investment };
}

function closingLineOf(closingLine: ClosingLine | null): TrendRow["closing_line"] {
  return {
    better: closingLine?.better ?? null,
    worse: closingLine?.worse ?? null,
    same: closingLine?.same ?? null,
    beat: estimateOf(closingLine?.beat ?? null),
    points: rounded(closingLine?.points ?? null, 2),
    probability: rounded(closingLine?.probability ?? null, 4),
    probability_bets: closingLine?.probabilityBets ?? null,
  };
}

function estimateOf(estimate: Estimate | null): TrendRow["win_rate"] {
  if (estimate === null) return { value: null, low: null, high: null };
  const { value, interval } = estimate;
  const [low, high] = [interval?.low ?? null, interval?.high ?? null];
  return { value: rounded(value, 4), low: rounded(low, 4), high: rounded(high, 4) };
}

/** Halves go away from zero, and there is no -0 [D-15]. A hair keeps a half, blurred by binary fractions, a half. */
function rounded(value: number | null, decimals: number): number | null {
  if (value === null) return null;
  const scale = 10 ** decimals;
  const whole = Math.round(Math.abs(value) * scale * (1 + 1e-12));
  return whole === 0 ? 0 : (Math.sign(value) * whole) / scale;
}
