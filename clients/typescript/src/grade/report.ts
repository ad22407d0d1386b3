/** What is told of graded bets: a row for each, and the totals in words. */
import { writeCsv } from "./csv.ts";
import type { Prepared } from "./grade.ts";
import { type ProblemCode, quoted } from "./problem.ts";
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
  "gl_why_this_game",
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
    text(bet.evidence),
    whyNot(bet),
  ];
}

/** What would decide a bet that is not graded. */
const deciders: Readonly<Record<ProblemCode, string>> = {
  cell: "A number in that column decides it.",
  sport: "The league decides it.",
  kind: "Nothing decides it: such bets are not graded.",
  words: "The bet in plain words decides it: team, market, line.",
  team: "The name of the team decides it.",
  side: "The team, or over or under, decides it.",
  market: "One market and one period decide it.",
  line: "The line with its sign decides it.",
  price: "A price such as -110, 1.91 or 10/11 decides it.",
  date: "The day of the game decides it.",
  no_game: "The day of the game, both teams, or its game_id decide it.",
  several_games: "The day and start of the game, or its game_id, decide it.",
  day: "It is decided by what the date means: the day of the game, or that of the bet.",
  no_score: "Its score decides it: a mirror with the data sets bets and periods has every score that is known.",
  no_close: "Its close decides it, when it is known here.",
};

/** Why a bet is not graded or not compared, and what does not agree; empty where all is well. */
export function whyNot({ problem, match, result, ofBook, ofConsensus, isConflict }: Graded): string {
  if (problem !== null) return `${problem.text}. ${deciders[problem.code]}`;
  const { bet } = match;
  const said = [
    isConflict
      ? `the file says ${bet.stated}, and by the score it ${result === "push" ? "was a push" : result === "void" ? "is void" : `has ${result}`}`
      : null,
    bet.stated === "other"
      ? `the file says ${quoted(bet.statedText)}, which no score decides: it is graded as if it had run to the end`
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

const money = (value: number | null) => (value ?? 0).toFixed(2);
const percent = (value: number) => `${(100 * value).toFixed(1)}%`;

function estimateText({ value, low, high }: Estimate): string {
  const interval = low === null || high === null ? "" : ` (95%: ${percent(low)} to ${percent(high)})`;
  return percent(value) + interval;
}

/** How whoever reads the lines can say what the file does not. */
export type Ways = { readonly league: string; readonly day: string };

/** What has to be said before any number: that days look wrong, and that a league is missing. */
function headLines(totals: Totals, bets: readonly Graded[], ways: Ways): readonly string[] {
  const { conflicts, stated, isDoubtful, problems } = totals;
  const lines: string[] = [];
  const told = `${conflicts} of ${stated} stated results contradict the score.`;
  if (isDoubtful) {
    const held = problems.day ?? 0;
    const waits = held === 0 ? "" : ` Until then ${held} bets that may be of games of the next days are not graded.`;
    const asks = "Is the date the day of the game, or the day on which the bet was placed?";
    lines.push([told, asks, ways.day].filter((each) => each !== "").join(" ") + waits);
  } else if (conflicts > 0) lines.push(told);
  const uncompared = bets.filter(({ result, match: { bet } }) => result !== null && bet.stated === "other");
  const [first] = uncompared;
  if (first !== undefined) {
    const such = quoted(first.match.bet.statedText);
    lines.push(
      `${uncompared.length} bets are graded as if they had run to the end, though the file says such as ${such}.`,
    );
  }
  const leagues = bets.filter(({ problem }) => problem?.code === "sport" && problem.isMissing === true).length;
  if (leagues > 0) lines.push(`${leagues} of ${bets.length} bets need a league: choose one ${ways.league}.`);
  return lines;
}

/** The totals as lines of text. */
export function totalLines(totals: Totals, all: readonly Graded[], ways: Ways): readonly string[] {
  const {
    bets,
    won,
    lost,
    push,
    void: voided,
    ungraded,
    winRate,
    breakEven,
    flatReturn,
    stakedReturn,
    profit,
    staked,
  } = totals;
  const lines = [
    ...headLines(totals, all, ways),
    `${bets} bets: ${won} won, ${lost} lost, ${push} push, ${voided === 0 ? "" : `${voided} void, `}${ungraded} not graded.`,
  ];
  if (winRate !== null) {
    const needed = breakEven === null ? "" : `; the prices needed ${percent(breakEven)}`;
    lines.push(`Win rate ${estimateText(winRate)}${needed}.`);
  }
  if (flatReturn !== null) lines.push(`Return with one unit on each bet ${estimateText(flatReturn)}.`);
  if (stakedReturn !== null)
    lines.push(`Return on the stakes ${estimateText(stakedReturn)}: ${money(profit)} on ${money(staked)}.`);
  const beaten = (name: string, { better, worse, same, points, value, noVigValue }: Beaten) => {
    if (better + worse + same === 0) return;
    const means = [
      points === null ? null : `${points.toFixed(2)} points on average`,
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
  const rounded = pValue < 0.01 ? "below 0.01" : pValue.toFixed(2);
  return `p-value ${rounded} of ${chanceBets} bets at the line of the close: ${meaning}.`;
}

const periodNames: Readonly<Record<string, string>> = {
  "1h": "first half",
  "2h": "second half",
  q1: "first quarter",
  q2: "second quarter",
  q3: "third quarter",
  q4: "fourth quarter",
  p1: "first period",
  inn1: "first inning",
  inn5: "first five innings",
};

const signed = (value: number) => (value > 0 ? `+${value}` : String(value));

/** The bet as people say it: "CAR +10.5", "PHI to win, first half", "DAL team total over 20.5". Empty where it was not understood. */
export function betText({ match }: Graded): string {
  const { bet, game, side, team } = match;
  if (bet.problem !== null) return "";
  const picked = side === "home" || side === "away" ? side : team;
  const name = picked === null ? (bet.wanted.pick?.text ?? "") : (game?.[picked] ?? picked);
  const line = bet.line?.value ?? null;
  const words =
    bet.market === "moneyline"
      ? `${name} to win`
      : bet.market === "spread"
        ? `${name} ${line === null ? "" : line === 0 ? "pick'em" : signed(line)}`
        : `${bet.market === "team_total" ? `${name} team total ` : ""}${bet.side ?? side ?? ""} ${line ?? ""}`;
  return [words.trim(), periodNames[bet.period]].filter((each) => each !== undefined).join(", ");
}

/** "+282" of American odds, "1.91" of others; empty without a price. */
export function priceText({ match }: Graded): string {
  const { price } = match.bet;
  return price === null ? "" : price.american === null ? (price.pays + 1).toFixed(2) : signed(price.american);
}

/** Whose close it is, its line as the bet's side has it, and its price: "consensus +10 at -112". Empty where there is none. */
export function closeText({ match }: Graded, compared: Compared | null): string {
  const { close, book } = compared ?? { close: null, book: "" };
  if (close === null) return "";
  const line = close.line === null ? "" : match.bet.market === "spread" ? signed(close.line) : String(close.line);
  const price = close.price === null ? "" : signed(close.price);
  return `${book} ${[line, price].filter((each) => each !== "").join(" at ")}`;
}

/** What the bet's price is worth against the close's without the vig: "+1.3%". Empty where it is not known. */
export function valueText(compared: Compared | null): string {
  const value = compared?.noVigValue ?? null;
  return value === null ? "" : `${value > 0 ? "+" : ""}${(100 * value).toFixed(1)}%`;
}
