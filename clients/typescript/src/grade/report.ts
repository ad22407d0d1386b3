/** What is told of graded bets: a row for each, and the totals in words. */
import { writeCsv } from "./csv.ts";
import type { Prepared } from "./grade.ts";
import type { Compared, Graded } from "./settle.ts";
import type { Beaten, Estimate, Totals } from "./totals.ts";

/** The columns that a graded file has after those of its own. */
const gradedColumns = [
  "gl_game_id",
  "gl_market",
  "gl_period",
  "gl_side",
  "gl_line",
  "gl_result",
  "gl_profit_units",
  "gl_profit",
  "gl_book_close_line",
  "gl_book_close_price",
  "gl_book_points",
  "gl_book_value",
  "gl_book_no_vig_value",
  "gl_consensus_close_line",
  "gl_consensus_close_price",
  "gl_consensus_points",
  "gl_consensus_value",
  "gl_consensus_no_vig_value",
  "gl_why_not",
] as const;

const text = (value: string | number | null | undefined) =>
  value === null || value === undefined ? "" : String(value);

/** The cells of `gradedColumns`. */
function gradedCells(bet: Graded): readonly string[] {
  const { match, result, profit, money, ofBook, ofConsensus } = bet;
  const { game, side, team } = match;
  const compared = (each: Compared | null) =>
    [each?.close?.line, each?.close?.price, each?.points, each?.value, each?.noVigValue].map(text);
  const isRead = match.bet.problem === null;
  return [
    text(game?.id),
    isRead ? match.bet.market : "",
    isRead ? match.bet.period : "",
    [team, side].filter((each) => each !== null).join(" "),
    text(match.bet.line?.value),
    text(result),
    text(profit),
    text(money),
    ...compared(ofBook),
    ...compared(ofConsensus),
    whyNot(bet),
  ];
}

/** Why a bet is not graded or not compared, and what does not agree; empty where all is well. */
export function whyNot({ problem, match, result, ofBook, ofConsensus, isConflict }: Graded): string {
  if (problem !== null) return problem.text;
  const { bet } = match;
  const said = [
    isConflict
      ? `the file says ${bet.stated}, and by the score it ${result === "push" ? "was a push" : `has ${result}`}`
      : null,
    bet.bookText !== "" && bet.book === null ? `the book "${bet.bookText}" is not known` : null,
    ofBook?.why ?? null,
    ofConsensus?.why ?? null,
  ].filter((each) => each !== null);
  return said.join("; ");
}

/** The file with `gradedColumns` behind its own. Cells that a spreadsheet would take for formulas are made safe. */
export function gradedCsv({ file }: Prepared, bets: readonly Graded[]): string {
  const own = (cells: readonly string[]) => file.header.map((_, at) => cells[at] ?? "");
  return writeCsv([
    [...file.header, ...gradedColumns],
    ...bets.map((bet) => [...own(bet.match.bet.cells), ...gradedCells(bet)]),
  ]);
}

const percent = (value: number) => `${(100 * value).toFixed(1)}%`;

function estimateText({ value, low, high }: Estimate): string {
  const interval = low === null || high === null ? "" : ` (95%: ${percent(low)} to ${percent(high)})`;
  return percent(value) + interval;
}

/** The totals as lines of text. */
export function totalLines(totals: Totals): readonly string[] {
  const { bets, won, lost, push, ungraded, conflicts, winRate, breakEven, flatReturn, stakedReturn, profit, staked } =
    totals;
  const lines = [`${bets} bets: ${won} won, ${lost} lost, ${push} push, ${ungraded} not graded.`];
  if (winRate !== null) {
    const needed = breakEven === null ? "" : `; the prices needed ${percent(breakEven)}`;
    lines.push(`Win rate ${estimateText(winRate)}${needed}.`);
  }
  if (flatReturn !== null) lines.push(`Return with one unit on each bet ${estimateText(flatReturn)}.`);
  if (stakedReturn !== null) lines.push(`Return on the stakes ${estimateText(stakedReturn)}: ${profit} on ${staked}.`);
  const beaten = (name: string, { better, worse, same, points, value, noVigValue }: Beaten) => {
    if (better + worse + same === 0) return;
    const means = [
      points === null ? null : `${points} points on average`,
      value === null ? null : `${percent(value)} in probability with the vig`,
      noVigValue === null ? null : `${percent(noVigValue)} without it`,
    ].filter((each) => each !== null);
    lines.push(
      `Against the close of ${name}: ${better} better, ${worse} worse, ${same} the same; ${means.join(", ")}.`,
    );
  };
  beaten("the consensus", totals.againstConsensus);
  beaten("the book", totals.againstBook);
  lines.push(chanceLine(totals));
  if (conflicts > 0) lines.push(`${conflicts} stated results do not agree with the score.`);
  return lines;
}

function chanceLine({ pValue, chanceBets, bothSides, won, lost, push, verdict }: Totals): string {
  if (pValue === null) {
    if (chanceBets === 0) return "Nothing can be said of chance: no decided bet has the line of its close.";
    return 2 * bothSides > won + lost + push
      ? `Nothing can be said of chance: ${bothSides} bets have their opposite among them.`
      : "Nothing can be said of chance: fewer than ten games have a decided bet at the line of its close.";
  }
  const meaning =
    verdict === "unlikely by chance" ? "such a record is unlikely by chance" : "chance explains such a record";
  return `p-value ${pValue} of ${chanceBets} bets at the line of the close: ${meaning}.`;
}
