/** The quotes of one game as the rules of doubt look at them: what each expects of the game, and which rule doubts it. */
import { impliedProbability } from "../../domain/american-odds.ts";
import { type DoubtName, doubtNumber } from "../../domain/doubt-names.ts";
import type { Quote } from "../../domain/fold.ts";
import type { Market, OddsPeriod, Sport } from "../../domain/sports.ts";
import { type Captures, type Stretch, stretchesOf } from "../../ledger/captures.ts";
import { periodScale, thresholds } from "./thresholds.ts";

const noRules: ReadonlySet<string> = new Set();

/** Uneven prices of a line say little more beyond this: one in twenty against nineteen in twenty. */
const mostLogit = 3;

export class Sheet {
  readonly sport: Sport;
  readonly startMs: number;
  readonly captures: Captures;
  /** Of the published books alone. */
  readonly stretches: readonly Stretch[];
  /** The number of the rule that doubts each capture; 0 is none. */
  readonly doubts: Uint8Array;
  /**
   * The expectation of each capture: of a moneyline the logit of home's no-vig probability, of a spread home's margin, of a total
   * the points. NaN for what says nothing, or is from the start on.
   */
  readonly expects: Float64Array;
  /** The logit of the first side's no-vig probability; NaN without both prices, and from the start on. */
  readonly logits: Float64Array;
  /** Why a capture is in doubt, in words. */
  readonly evidence = new Map<number, string>();
  /** Rules that do not count for this game, because somebody decided to keep the quotes that they doubt. */
  readonly #kept: ReadonlySet<string>;

  constructor(captures: Captures, sport: Sport, startMs: number, kept: ReadonlySet<string> = noRules) {
    this.captures = captures;
    this.sport = sport;
    this.startMs = startMs;
    this.#kept = kept;
    this.stretches = stretchesOf(captures).filter(({ book }) => book.usFacing);
    this.doubts = new Uint8Array(captures.series.length);
    this.expects = new Float64Array(captures.series.length).fill(Number.NaN);
    this.logits = new Float64Array(captures.series.length).fill(Number.NaN);
    for (const stretch of this.stretches) this.#expect(stretch);
  }

  /** Statements without a time count, too. */
  isBeforeStart(at: number): boolean {
    const time = this.captures.times[at] as number;
    return time < this.startMs || time === Number.POSITIVE_INFINITY;
  }

  /** Whether a capture says something and no rule doubts it. */
  isSound(at: number): boolean {
    return this.doubts[at] === 0 && !Number.isNaN(this.expects[at] as number);
  }

  /** A capture that a rule doubts already keeps that rule. */
  doubt(at: number, rule: DoubtName, evidence: string): void {
    if (this.doubts[at] !== 0 || this.#kept.has(rule)) return;
    this.doubts[at] = doubtNumber(rule);
    this.evidence.set(at, evidence);
  }

  #expect({ period, market, from, to }: Stretch): void {
    const { lines } = this.captures;
    for (let at = from; at < to; at++) {
      if (!this.isBeforeStart(at)) continue;
      const logit = logitOf(this.captures.firstPrices[at] as number, this.captures.secondPrices[at] as number);
      this.logits[at] = logit;
      this.expects[at] = expected(this.sport, period, market, logit, lines[at] as number);
    }
  }
}

/** @see Sheet.expects */
export function expectationOf(
  sport: Sport,
  period: OddsPeriod,
  market: Market,
  { line, first, second }: Quote,
): number {
  return expected(sport, period, market, logitOf(first ?? 0, second ?? 0), line ?? Number.NaN);
}

function expected(sport: Sport, period: OddsPeriod, market: Market, logit: number, line: number): number {
  if (market === "moneyline") return logit;
  const { pointsPerLogit } = thresholds[sport];
  const leaning = Number.isNaN(logit) ? 0 : Math.max(-mostLogit, Math.min(mostLogit, logit)) * periodScale[period];
  return market === "spread" ? -line + leaning * pointsPerLogit.spread : line + leaning * pointsPerLogit.total;
}

/** Prices of 0 are none. */
function logitOf(first: number, second: number): number {
  if (first === 0 || second === 0) return Number.NaN;
  return logOf(first) - logOf(second);
}

/** Nearly all prices are below this one. A publish asks for millions of their logarithms. */
const mostTabled = 5000;
const tabled = Float64Array.from({ length: 2 * mostTabled + 1 }, (_, index) =>
  Math.abs(index - mostTabled) < 100 ? Number.NaN : Math.log(impliedProbability(index - mostTabled)),
);

/** The logarithm of the implied probability of a price. */
function logOf(price: number): number {
  return Math.abs(price) <= mostTabled ? (tabled[price + mostTabled] as number) : Math.log(impliedProbability(price));
}

/** Logits of moneylines are told as the chance of home. */
export function evidenceOf(sheet: Sheet, at: number, center: number): string {
  const isMoneyline = Number.isNaN(sheet.captures.lines[at] as number);
  const value = sheet.expects[at] as number;
  if (isMoneyline) return `home is given ${chanceText(value)}, by the books together ${chanceText(center)}`;
  return `the quote expects ${pointsText(value)}, the books together ${pointsText(center)}`;
}

/** The chance that a logit stands for. */
export function chanceText(logit: number): string {
  return `${Math.round(100 / (1 + Math.exp(-logit)))}%`;
}

/** Points of a margin or a total. */
export function pointsText(value: number): string {
  return value.toFixed(1);
}
