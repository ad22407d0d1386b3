/**
 * The consensus once more, straight from the words of [D-16] to [D-18], in exact fractions and with no code of
 * src/domain: each tie-break strikes candidates off a list until one is left.
 */
import { compare, type Fraction, implied, minus } from "./exact.ts";

export type ExactQuote = {
  readonly line: number | null;
  readonly first: number | null;
  readonly second: number | null;
};

function plus(a: Fraction, b: Fraction): Fraction {
  return { over: a.over * b.under + b.over * a.under, under: a.under * b.under };
}

function sizeOf(a: Fraction): Fraction {
  return { over: a.over < 0n ? -a.over : a.over, under: a.under };
}

function mean(prices: readonly number[]): Fraction | null {
  if (prices.length === 0) return null;
  const sum = prices.map(implied).reduce(plus);
  return { over: sum.over, under: sum.under * BigInt(prices.length) };
}

/** p > 1/2 gives -100p/(1-p), else 100(1-p)/p; magnitude rounded half up; an even price is +100 [D-18]. */
function odds(p: Fraction): number {
  const rest = p.under - p.over;
  const isFavorite = 2n * p.over > p.under;
  const [top, bottom] = isFavorite ? [100n * p.over, rest] : [100n * rest, p.over];
  const magnitude = Number((2n * top + bottom) / (2n * bottom));
  return isFavorite && magnitude !== 100 ? -magnitude : magnitude;
}

function pricesOf(quotes: readonly ExactQuote[], side: "first" | "second"): number[] {
  return quotes.flatMap((quote) => quote[side] ?? []);
}

export function exactMeanPrice(prices: readonly number[]): number | null {
  const p = mean(prices);
  return p === null ? null : odds(p);
}

export function exactMoneyline(quotes: readonly ExactQuote[]): ExactQuote {
  return {
    line: null,
    first: exactMeanPrice(pricesOf(quotes, "first")),
    second: exactMeanPrice(pricesOf(quotes, "second")),
  };
}

/** Which side a consensus moneyline favors. */
export function exactLean(moneyline: ExactQuote): "home" | "away" | null {
  if (moneyline.first === null || moneyline.second === null) return null;
  const order = compare(implied(moneyline.first), implied(moneyline.second));
  return order === 0 ? null : order > 0 ? "home" : "away";
}

type Candidate = { readonly line: number; readonly quotes: readonly ExactQuote[] };

function smallest(candidates: readonly Candidate[], measure: (candidate: Candidate) => Fraction | null): Candidate[] {
  const measured = candidates.map((candidate) => ({ candidate, size: measure(candidate) }));
  const sizes = measured.flatMap(({ size }) => size ?? []);
  // Nothing to measure anywhere strikes nobody off; something somewhere strikes off all that have nothing.
  if (sizes.length === 0) return [...candidates];
  const least = sizes.reduce((a, b) => (compare(b, a) < 0 ? b : a));
  return measured.filter(({ size }) => size !== null && compare(size, least) === 0).map(({ candidate }) => candidate);
}

/** Lines come in quarters at the finest, so eighths hold their median. */
function eighths(line: number): Fraction {
  return { over: BigInt(line * 8), under: 8n };
}

/** The consensus line; null when no book shows a line. */
export function exactLine(quotes: readonly ExactQuote[], lean: "home" | "away" | null): ExactQuote | null {
  const lines = quotes.flatMap((quote) => quote.line ?? []);
  if (lines.length === 0) return null;
  let candidates: Candidate[] = [];
  for (const line of lines) {
    if (candidates.some((candidate) => candidate.line === line)) continue;
    candidates.push({ line, quotes: quotes.filter((quote) => quote.line === line) });
  }
  lines.sort((a, b) => a - b);
  const [low, high] = [lines[Math.ceil(lines.length / 2) - 1] ?? 0, lines[Math.floor(lines.length / 2)] ?? 0];
  const median = (low + high) / 2;

  const strikes: readonly ((left: readonly Candidate[]) => Candidate[])[] = [
    // Most books.
    (left) => smallest(left, ({ quotes: on }) => ({ over: BigInt(-on.length), under: 1n })),
    // Balance.
    (left) =>
      smallest(left, ({ quotes: on }) => {
        const [first, second] = [mean(pricesOf(on, "first")), mean(pricesOf(on, "second"))];
        return first === null || second === null ? null : sizeOf(minus(first, second));
      }),
    // The median of all lines.
    (left) => smallest(left, ({ line }) => sizeOf(minus(eighths(line), eighths(median)))),
    // The sign that the moneyline favors.
    (left) => {
      const agree = left.filter(({ line }) => (line < 0 && lean === "home") || (line > 0 && lean === "away"));
      return agree.length === 0 ? [...left] : agree;
    },
    // The smaller line.
    (left) => smallest(left, ({ line }) => sizeOf(eighths(line))),
    // Home favored.
    (left) => left.filter(({ line }) => line < 0),
  ];
  for (const strike of strikes) if (candidates.length > 1) candidates = strike(candidates);
  const [only] = candidates;
  if (only === undefined || candidates.length > 1) throw new Error("the rules of D-16 leave exactly one line");
  return { ...exactMoneyline(only.quotes), line: only.line + 0 };
}
