/** The quotes of one game as the rules of doubt look at them: what each expects of the game, and which rule doubts it. */
import { impliedProbability } from "../../domain/american-odds.ts";
import { type DoubtName, doubtNameOf, doubtNumber } from "../../domain/evidence.ts";
import { type Quote, quoteAt } from "../../domain/fold.ts";
import { bySport, type Market, type OddsPeriod, type Sport, sportFacts } from "../../domain/sports.ts";
import { isoTime } from "../../domain/times.ts";
import { type Captures, capturesWithout, type Stretch, stretchesOf } from "../../ledger/captures.ts";
import type { Doubt } from "../../release/values.ts";

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

  constructor(captures: Captures, sport: Sport, startMs: number, kept: ReadonlySet<string>) {
    this.captures = captures;
    this.sport = sport;
    this.startMs = startMs;
    this.#kept = kept;
    this.stretches = stretchesOf(captures).filter(({ book }) => book.usFacing);
    this.doubts = new Uint8Array(captures.series.length);
    this.expects = new Float64Array(captures.series.length).fill(Number.NaN);
    this.logits = new Float64Array(captures.series.length).fill(Number.NaN);
    const { lines, firstPrices, secondPrices } = captures;
    for (const { period, market, from, to } of this.stretches) {
      for (let at = from; at < to; at++) {
        if (!this.isBeforeStart(at)) continue;
        const logit = logitOf(firstPrices[at] as number, secondPrices[at] as number);
        this.logits[at] = logit;
        this.expects[at] = expectedOf(sport, period, market, logit, lines[at] as number);
      }
    }
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

  get hasDoubts(): boolean {
    return this.evidence.size > 0;
  }

  /** The captures of a line that are in doubt, in order of time. */
  doubtedIn({ from, to }: Stretch): number[] {
    const found: number[] = [];
    for (let at = from; at < to; at++) if (this.doubts[at] !== 0) found.push(at);
    return found;
  }

  /** The captures without those in doubt. */
  soundCaptures(): Captures {
    return this.hasDoubts ? capturesWithout(this.captures, (at) => this.doubts[at] !== 0) : this.captures;
  }
}

/** @see Sheet.expects. A logit or a line that is not there is NaN. */
export function expectedOf(sport: Sport, period: OddsPeriod, market: Market, logit: number, line: number): number {
  if (market === "moneyline") return logit;
  const { pointsPerLogit } = thresholds[sport];
  const leaning = Number.isNaN(logit) ? 0 : Math.max(-mostLogit, Math.min(mostLogit, logit)) * periodScale[period];
  return market === "spread" ? -line + leaning * pointsPerLogit.spread : line + leaning * pointsPerLogit.total;
}

/** @see Sheet.logits. Prices of 0 are none. */
export function logitOf(first: number, second: number): number {
  if (first === 0 || second === 0) return Number.NaN;
  return Math.log(impliedProbability(first)) - Math.log(impliedProbability(second));
}

/** The chance that a logit stands for. */
export function chanceText(logit: number): string {
  return `${Math.round(100 / (1 + Math.exp(-logit)))}%`;
}

/** Points of a margin or a total. */
export function pointsText(value: number): string {
  return value.toFixed(1);
}

// The bounds of the rules of doubt, by sport. They were chosen on one half of the real seasons that we have, above the
// farthest that true quotes were apart there, and tried on the other half: decision 0135 has the figures.
//
// Quotes are compared as expected margins and totals: `pointsPerLogit` turns the logit of a no-vig probability into points,
// so that -2.5 at -110 and -7.5 at +240 expect nearly the same game.

export const thresholds = bySport((sport) => sportFacts[sport].plausibility.thresholds);

/** How the margins of a period spread, as a share of those of the whole game. */
export const periodScale: Readonly<Record<OddsPeriod, number>> = {
  full: 1,
  "1h": 0.75,
  "2h": 0.75,
  q1: 0.55,
  q2: 0.55,
  q3: 0.55,
  q4: 0.55,
  p1: 0.6,
  inn5: 0.8,
  inn1: 0.45,
};

/**
 * Whether the spread of a period can be compared with its moneyline, and with another line: where many periods end in a draw,
 * half a goal or a run is worth more than any formula of points says.
 */
export function hasFineSpread(sport: Sport, period: OddsPeriod): boolean {
  return period === "full" || sportFacts[sport].favoriteBySpread;
}

/** Lines of periods have never been measured as those of games have, so that they may be further apart. */
export const periodPatience = 1.6;

// The doubts of a game as they are published: which rule doubts which quotes of a book, how many captures, and one of them in words.

/** In the order of the captures: by book, period and market. */
export function doubtsOf(sheet: Sheet): Doubt[] {
  const { captures, doubts, evidence, stretches } = sheet;
  const isoAt = (at: number): string | null => {
    const time = captures.times[at] as number;
    return isoTime(Number.isFinite(time) ? time : null);
  };
  if (!sheet.hasDoubts) return [];
  return stretches.flatMap((line) =>
    [...Map.groupBy(sheet.doubtedIn(line), (at) => doubts[at] as number)].flatMap(([number, places]): Doubt[] => {
      const rule = doubtNameOf(number);
      const [first, last] = [places[0], places.at(-1)];
      if (rule === null || first === undefined || last === undefined) return [];
      const { book, period, market } = line;
      const seen = { captures: places.length, first_seen: isoAt(first), last_seen: isoAt(last) };
      const shown = { quote: quoteAt(captures, last), evidence: evidence.get(last) ?? "" };
      return [{ rule, book: book.slug, period, market, ...seen, ...shown }];
    }),
  );
}

/** Sources that do not agree on a start are named, whether quotes are left out for it or not [D-52]. */
export function doubtOfStart(dispute: string): Doubt {
  return {
    rule: "start_disputed",
    book: null,
    period: "full",
    market: null,
    captures: 0,
    first_seen: null,
    last_seen: null,
    quote: null,
    evidence: dispute,
  };
}

/** `against_books: betmgm full spread -3.5 (-110 / -110), 2 captures until …: the quote expects 3.5, the books together 10.5`. */
export function doubtWords({ rule, book, period, market, captures, last_seen, quote, evidence }: Doubt): string {
  if (book === null) return `${rule}: ${evidence}`;
  const shown = quote === null ? "" : ` ${quoteText(quote)}`;
  const until = last_seen === null ? "stated without a time" : `until ${last_seen}`;
  const times = captures === 1 ? "1 capture" : `${captures} captures`;
  return `${rule}: ${book} ${period} ${market ?? ""}${shown}, ${times} ${until}${evidence === "" ? "" : `: ${evidence}`}`;
}

/** `-3 (-110 / -110)`, `-900 / +600`, or a line alone; the price of home or of over comes first. */
export function quoteText({ line, first, second }: Quote): string {
  if (first === null && second === null) return String(line ?? "nothing");
  const prices = `${priceText(first)} / ${priceText(second)}`;
  return line === null ? prices : `${line} (${prices})`;
}

/** `+154`, `-182`, or `-` for none. */
function priceText(price: number | null): string {
  if (price === null) return "-";
  return price > 0 ? `+${price}` : String(price);
}
