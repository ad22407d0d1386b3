/** Asks every rule of doubt that looks at the quotes of one game. Pure. */

import { impliedProbability } from "../../domain/american-odds.ts";
import type { Book } from "../../domain/books.ts";
import { hourMs } from "../../domain/durations.ts";
import type { Sport } from "../../domain/sports.ts";
import type { Captures, Stretch } from "../../ledger/captures.ts";
import type { Decided } from "../../ledger/decisions.ts";
import { doubtBooks } from "./books.ts";
import { doubtMarkets, doubtParts } from "./markets.ts";
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

/** @returns the sheet of the game, with the rule that doubts each capture. */
export function judgeQuotes({ decided, ...game }: QuotesOfGame): Sheet {
  const sheet = new Sheet(game.captures, game.sport, game.startMs, decided.kept);
  if (decided.dropped.size > 0) dropBooks(sheet, decided.dropped);
  doubtAfter(sheet, game.closesAtMs ?? game.startMs, game.dispute);
  doubtSingleQuotes(sheet);
  doubtMarkets(sheet);
  doubtBooks(sheet);
  doubtParts(sheet);
  return sheet;
}

function dropBooks(sheet: Sheet, dropped: ReadonlySet<string>): void {
  for (const { book, from, to } of sheet.stretches) {
    if (!dropped.has(book.slug)) continue;
    for (let at = from; at < to; at++)
      if (sheet.isBeforeStart(at)) sheet.doubt(at, "dropped", "somebody dropped the book");
  }
}

/** Where sources do not agree on the start, a quote from after the earliest one may be of the game in play [D-52]. */
function doubtAfter(sheet: Sheet, closesAtMs: number, dispute: string | null): void {
  if (dispute === null || closesAtMs >= sheet.startMs) return;
  for (const { from, to } of sheet.stretches) {
    for (let at = from; at < to; at++) {
      const time = sheet.captures.times[at] as number;
      if (time >= closesAtMs && time < sheet.startMs) sheet.doubt(at, "start_disputed", dispute);
    }
  }
}

// The rules of doubt that look at a quote by itself, or at what its book showed before.

/** A book's two prices of one bet leave it a margin, and never so large a one. */
const pairSum = { least: 0.97, most: 1.25 };

/** A line that two books show together for so long is no slip. */
const standsMs = 2 * hourMs;

function doubtSingleQuotes(sheet: Sheet): void {
  const { lines } = sheet.captures;
  const uneven = new Set<number>();
  for (const stretch of sheet.stretches) {
    doubtMissingPrices(sheet, stretch);
    const { least, most, unevenness } = boundsOf(sheet, stretch);
    for (let at = stretch.from; at < stretch.to; at++) {
      if (!sheet.isBeforeStart(at)) continue;
      const sum = pairSumAt(sheet, at);
      const line = lines[at] as number;
      if (sum < pairSum.least || sum > pairSum.most) {
        sheet.doubt(at, "pair_of_prices", `the implied probabilities add up to ${sum.toFixed(2)}`);
      } else if (line < least || line > most) {
        sheet.doubt(at, "line_never_posted", `books post lines from ${least} to ${most}`);
      } else if (Math.abs(sheet.logits[at] as number) > unevenness) uneven.add(at);
    }
  }
  doubtAlternates(sheet, uneven);
}

/**
 * Prices as uneven as an alternate line's. A book that shows an alternate by mistake does so for a moment or alone; what stood for
 * hours at several books was their main line.
 */
function doubtAlternates(sheet: Sheet, uneven: ReadonlySet<number>): void {
  if (uneven.size === 0) return;
  for (const ofMarket of Map.groupBy(sheet.stretches, ({ period, market }) => `${period} ${market}`).values()) {
    const runs = ofMarket.flatMap((stretch) => unevenRuns(sheet, stretch, uneven));
    for (const run of runs) {
      if (runs.some((other) => haveStood(run, other))) continue;
      for (const at of run.captures) {
        sheet.doubt(at, "alternate_line", `the first side is given ${chanceText(sheet.logits[at] as number)}`);
      }
    }
  }
}

/** Captures of one book, one after the other, of which the same side is by far the likelier one. */
type UnevenRun = {
  readonly book: Book;
  readonly side: number;
  readonly captures: number[];
  readonly fromMs: number;
  untilMs: number;
};

function unevenRuns(sheet: Sheet, { book, from, to }: Stretch, uneven: ReadonlySet<number>): UnevenRun[] {
  const runs: UnevenRun[] = [];
  for (let at = from; at < to; at++) {
    if (!uneven.has(at)) continue;
    const side = Math.sign(sheet.logits[at] as number);
    const time = sheet.captures.times[at] as number;
    // A quote that is stated without a time has stood for no time.
    const timeMs = Number.isFinite(time) ? time : Number.NaN;
    const last = runs.at(-1);
    if (last !== undefined && last.captures.at(-1) === at - 1 && last.side === side && last.untilMs <= timeMs) {
      last.captures.push(at);
      last.untilMs = timeMs;
    } else runs.push({ book, side, captures: [at], fromMs: timeMs, untilMs: timeMs });
  }
  return runs;
}

/** Whether two books showed the same side so unevenly for hours, both at one time. */
function haveStood(one: UnevenRun, other: UnevenRun): boolean {
  if (one.book === other.book || one.side !== other.side) return false;
  return Math.min(one.untilMs, other.untilMs) - Math.max(one.fromMs, other.fromMs) >= standsMs;
}

type QuoteBounds = { readonly least: number; readonly most: number; readonly unevenness: number };

const unbounded: QuoteBounds = {
  least: Number.NEGATIVE_INFINITY,
  most: Number.POSITIVE_INFINITY,
  unevenness: Number.POSITIVE_INFINITY,
};

/** A moneyline may be as uneven as its game. The lines of periods and teams have no bounds, since they were never measured. */
function boundsOf({ sport }: Sheet, { period, market }: Stretch): QuoteBounds {
  if (market === "moneyline") return unbounded;
  const { unevenness, posted } = thresholds[sport];
  const isSpread = market === "spread";
  const most = (isSpread ? unevenness.spread : unevenness.total) * (period === "full" ? 1 : periodPatience);
  if (period !== "full" || (!isSpread && market !== "total")) return { ...unbounded, unevenness: most };
  if (isSpread) return { least: -posted.spread, most: posted.spread, unevenness: most };
  return { least: posted.total[0], most: posted.total[1], unevenness: most };
}

/** A provider that renames the field of its prices goes on to state lines. */
function doubtMissingPrices(sheet: Sheet, { from, to }: Stretch): void {
  const { times, firstPrices, secondPrices } = sheet.captures;
  let hasBeenPriced = false;
  for (let at = from; at < to; at++) {
    const isPriced = firstPrices[at] !== 0 || secondPrices[at] !== 0;
    if (isPriced) hasBeenPriced ||= Number.isFinite(times[at] as number);
    else if (hasBeenPriced && Number.isFinite(times[at] as number))
      sheet.doubt(at, "price_missing", "the book had shown this market with prices before");
  }
}

/** 1 where a price is missing, which no rule doubts. */
function pairSumAt({ captures: { firstPrices, secondPrices } }: Sheet, at: number): number {
  const first = firstPrices[at] as number;
  const second = secondPrices[at] as number;
  return first === 0 || second === 0 ? 1 : impliedProbability(first) + impliedProbability(second);
}
