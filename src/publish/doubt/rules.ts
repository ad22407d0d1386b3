/**
 * The rules of doubt that look at the quotes of one game [D-51], and the walk that asks them. A capture that one doubts is left out whole: its
 * line and prices are in no opening, close or consensus, and stay in the path of the lines with the rule's name. `doubtRules` has the
 * sentence of each. Pure.
 */
import { impliedProbability } from "../../domain/american-odds.ts";
import type { DoubtName } from "../../domain/evidence.ts";
import { sampleProvider } from "../../domain/providers.ts";
import { type Sport, sportFacts } from "../../domain/sports.ts";
import { hourMs, isWithinADay, minuteMs } from "../../domain/times.ts";
import type { Captures, Stretch } from "../../ledger/captures.ts";
import type { Decided } from "../../ledger/decisions.ts";
import type { PricedEvent } from "../../ledger/events.ts";
import type { LedgerGame } from "../match/assemble.ts";
import { doubtAgainstBooks, doubtLeaps, doubtWholeRounds } from "./books.ts";
import { doubtMarkets, doubtPartSpreads, doubtPartTotals } from "./markets.ts";
import { chanceText, periodPatience, Sheet, thresholds } from "./sheet.ts";

type QuotesOfGame = {
  readonly captures: Captures;
  readonly sport: Sport;
  readonly startMs: number;
  /** See `AgreedStart`; null: no earlier start is stated. */
  readonly closesAtMs: number | null;
  readonly dispute: string | null;
  readonly decided: Decided;
};

type Rule = {
  /** The lines that it is given at a time: of one book, of all books in a market of a period, all of a period, or all of the game. */
  readonly reads: "line" | "market" | "period" | "game";
  readonly look: (sheet: Sheet, lines: readonly Stretch[], game: QuotesOfGame) => void;
};

/**
 * In the order in which they are asked: a capture keeps the first rule that doubts it, and says nothing to the rules after that. Beside
 * each stand the errors that are planted into real seasons and that it finds.
 */
const rules: readonly Rule[] = [
  // None: it is an operator's decision.
  ofQuote("dropped", (_, { book }, { decided }) =>
    decided.dropped.has(book.slug) ? () => "somebody dropped the book" : null,
  ),
  // A start that is an hour late, sides the other way round, a lost time zone.
  ofQuote("start_disputed", afterEarliestStart),
  // Prices that are gone, as when a provider renames their field.
  ofQuote("price_missing", withoutPrices),
  // A price without its sign, two prices of the same favorite, decimal odds.
  ofQuote("pair_of_prices", withoutMargin),
  // A half's total under the whole game.
  ofQuote("line_never_posted", neverPosted),
  // An alternate line.
  { reads: "market", look: doubtAlternates },
  // `markets_disagree`: a spread's sign turned, a moneyline's sides swapped.
  { reads: "period", look: doubtMarkets },
  // `books_leap`: a lost time zone, and what all books get wrong for some hours.
  { reads: "market", look: doubtLeaps },
  // `against_books`: another game's lines, sides swapped, totals that are off at one book. `books_split`: the same at half of them.
  { reads: "market", look: doubtAgainstBooks },
  { reads: "period", look: doubtWholeRounds },
  // `period_against_game`: a half's spread with its sign turned; a period's total that is that of another period.
  { reads: "game", look: doubtPartTotals },
  { reads: "game", look: doubtPartSpreads },
];

/** @returns the sheet of the game, with the rule that doubts each capture. */
export function judgeQuotes(game: QuotesOfGame): Sheet {
  const sheet = new Sheet(game.captures, game.sport, game.startMs, game.decided.kept);
  const period = [...Map.groupBy(sheet.stretches, (line) => line.period).values()];
  const market = period.flatMap((lines) => [...Map.groupBy(lines, (line) => line.market).values()]);
  const parts = { line: sheet.stretches.map((line) => [line]), market, period, game: [sheet.stretches] };
  for (const { reads, look } of rules) for (const lines of parts[reads]) look(sheet, lines, game);
  return sheet;
}

/** Why a capture is in doubt; null: it is not. The captures of a line are asked for in order of time. */
type Finds = (at: number) => string | null;

/** A rule that looks at each capture before the start, and knows its line. `prepare` gives null where it has nothing to say of one. */
function ofQuote(rule: DoubtName, prepare: (sheet: Sheet, line: Stretch, game: QuotesOfGame) => Finds | null): Rule {
  const look: Rule["look"] = (sheet, lines, game) => {
    for (const line of lines) {
      const finds = prepare(sheet, line, game);
      if (finds === null) continue;
      for (let at = line.from; at < line.to; at++) {
        const evidence = sheet.isBeforeStart(at) ? finds(at) : null;
        if (evidence !== null) sheet.doubt(at, rule, evidence);
      }
    }
  };
  return { reads: "line", look };
}

/** Where sources do not agree on the start, a quote from after the earliest one may be of the game in play [D-52]. */
function afterEarliestStart(sheet: Sheet, _: Stretch, { closesAtMs, dispute }: QuotesOfGame): Finds | null {
  if (dispute === null || closesAtMs === null) return null;
  return (at) => {
    const time = sheet.captures.times[at] as number;
    return time >= closesAtMs && time < sheet.startMs ? dispute : null;
  };
}

/** A provider that renames the field of its prices goes on to state lines. */
function withoutPrices({ captures: { times, firstPrices, secondPrices } }: Sheet): Finds {
  let hasBeenPriced = false;
  return (at) => {
    if (!Number.isFinite(times[at])) return null;
    if (firstPrices[at] === 0 && secondPrices[at] === 0)
      return hasBeenPriced ? "the book had shown this market with prices before" : null;
    hasBeenPriced = true;
    return null;
  };
}

/** A book's two prices of one bet leave it a margin, and never so large a one. */
const pairSum = { least: 0.97, most: 1.25 };

function withoutMargin({ captures: { firstPrices, secondPrices } }: Sheet): Finds {
  return (at) => {
    const [first, second] = [firstPrices[at] as number, secondPrices[at] as number];
    if (first === 0 || second === 0) return null;
    const sum = impliedProbability(first) + impliedProbability(second);
    return sum < pairSum.least || sum > pairSum.most ? `the implied probabilities add up to ${sum.toFixed(2)}` : null;
  };
}

/** The lines of periods and teams have no bounds, since they were never measured. */
function neverPosted({ sport, captures: { lines } }: Sheet, { period, market }: Stretch): Finds | null {
  if (period !== "full" || (market !== "spread" && market !== "total")) return null;
  const { spread, total } = thresholds[sport].posted;
  const [least, most] = market === "spread" ? [-spread, spread] : total;
  return (at) => {
    const line = lines[at] as number;
    return line < least || line > most ? `books post lines from ${least} to ${most}` : null;
  };
}

/** A line that two books show together for so long is no slip. */
const standsMs = 2 * hourMs;

/**
 * Prices as uneven as an alternate line's; a moneyline may be as uneven as its game. A book that shows an alternate by mistake does so for
 * a moment or alone; what stood for hours at several books was their main line.
 */
function doubtAlternates(sheet: Sheet, lines: readonly Stretch[]): void {
  const runs = lines.flatMap((line) => unevenRuns(sheet, line));
  for (const run of runs) {
    if (runs.some((other) => haveStood(run, other))) continue;
    for (let at = run.from; at < run.to; at++)
      sheet.doubt(at, "alternate_line", `the first side is given ${chanceText(sheet.logits[at] as number)}`);
  }
}

/** Captures of one book, one after the other, of which the same side is by far the likelier one. */
type UnevenRun = Pick<Stretch, "book" | "from"> & {
  readonly side: number;
  readonly fromMs: number;
  to: number;
  untilMs: number;
};

function unevenRuns(
  { sport, captures, logits, doubts }: Sheet,
  { book, period, market, from, to }: Stretch,
): UnevenRun[] {
  const runs: UnevenRun[] = [];
  if (market === "moneyline") return runs;
  const { unevenness } = thresholds[sport];
  const most = (market === "spread" ? unevenness.spread : unevenness.total) * (period === "full" ? 1 : periodPatience);
  for (let at = from; at < to; at++) {
    const logit = logits[at] as number;
    if (!(Math.abs(logit) > most) || doubts[at] !== 0) continue;
    const side = Math.sign(logit);
    // A quote that is stated without a time has stood for no time.
    const time = captures.times[at] as number;
    const timeMs = Number.isFinite(time) ? time : Number.NaN;
    const last = runs.at(-1);
    if (last !== undefined && last.to === at && last.side === side && last.untilMs <= timeMs) {
      last.to = at + 1;
      last.untilMs = timeMs;
    } else runs.push({ book, side, from: at, to: at + 1, fromMs: timeMs, untilMs: timeMs });
  }
  return runs;
}

/** Whether two books showed the same side so unevenly for hours, both at one time. */
function haveStood(one: UnevenRun, other: UnevenRun): boolean {
  if (one.book === other.book || one.side !== other.side) return false;
  return Math.min(one.untilMs, other.untilMs) - Math.max(one.fromMs, other.fromMs) >= standsMs;
}

// The rules of doubt that look at a result: by itself, beside the odds, and beside the other games of its two teams. Pure.

type Game = LedgerGame<PricedEvent>;

type ResultDoubt = { readonly rule: DoubtName; readonly reason: string };

/** Why a final is in doubt, in words; null: it is not. */
type FindsOfResult = (game: Game, others: readonly Game[], nowMs: number) => string | null;

/** In the order in which they are reported. */
const resultRules = {
  tie_that_cannot_be: ({ records: [first] }) => {
    const { sport, season_type: type, home_score: home, away_score: away } = first;
    // Nobody has played 0-0 since 1943; it is how some sources state a game that was not played.
    const isUsual = sportFacts[sport].hasRegularTies && type === "regular" && home !== 0;
    if (home === null || home !== away || isUsual) return null;
    return `it is said to have ended ${away}-${home}, and such a game cannot end in a tie`;
  },
  // The sample's seasons know no clock.
  final_too_soon: ({ records: [first], startMs }, _, nowMs) => {
    if (startMs === null || first.provider === sampleProvider) return null;
    const playedMs = nowMs - startMs;
    if (playedMs >= sportFacts[first.sport].plausibility.shortestGameMs) return null;
    return `it is said to be final ${Math.round(playedMs / minuteMs)} minutes after its start`;
  },
  // Football has a week between two games, so that two of one pair within a day are one game under two dates. The first one stays, so that
  // publishes one after the other and a rebuild come to the same.
  twice_a_day: (game, others) => {
    const { hasDoubleheaders, hasWeeks } = sportFacts[game.records[0].sport];
    if (hasDoubleheaders) return null;
    const isNear = ({ gameDate }: Game): boolean =>
      hasWeeks ? isWithinADay(gameDate, game.gameDate) : gameDate === game.gameDate;
    const twin = others.find((other) => isNear(other) && isBefore(other, game));
    return twin === undefined ? null : `the same teams are said to have played on ${twin.gameDate} as well`;
  },
  // Where there are odds they say which source is right; without any, two sources of results are one word against another.
  sides_disputed: ({ records, events, swappedBy: [another] }) => {
    const [first] = records;
    if (first.neutral_site === true || !events.every(({ home }) => home === first.away)) return null;
    const said = (others: string): string =>
      `${first.provider} says ${first.away} at ${first.home}, and ${others} ${first.home} at ${first.away}`;
    if (events.length > 0) return said("the odds say");
    const isNeutral = records.some(({ neutral_site: each }) => each === true);
    return another === undefined || isNeutral ? null : said(`${another} says`);
  },
  // One game that its provider states once more: under the next date, or twice in a day.
  same_final_as_the_day_before: ({ repeated }) => repeated?.reason ?? null,
} as const satisfies Partial<Record<DoubtName, FindsOfResult>>;

/**
 * The rules that a final game fails.
 * @param others the other games of the two teams that somebody says are final.
 * @param nowMs the clock of the publish.
 */
export function doubtResult(...asked: Parameters<FindsOfResult>): ResultDoubt[] {
  return (Object.entries(resultRules) as [DoubtName, FindsOfResult][]).flatMap(([rule, finds]) => {
    const reason = finds(...asked);
    return reason === null ? [] : [{ rule, reason }];
  });
}

function isBefore(one: Game, other: Game): boolean {
  if (one.gameDate !== other.gameDate) return one.gameDate < other.gameDate;
  return one.gameNumber < other.gameNumber;
}
