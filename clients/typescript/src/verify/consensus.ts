/** The consensus of books, after the words of docs/api/consensus.md: each rule strikes lines off until one is left. */
import { compare, distance, favoredBy, meanImplied, oddsOf } from "./odds-arithmetic.ts";

/** A line with the prices of home and away, or of over and under. A moneyline has no line. */
export type Quote = { readonly line: number | null; readonly first: number | null; readonly second: number | null };

const nothing: Quote = { line: null, first: null, second: null };

const pricesOf = (quotes: readonly Quote[], side: "first" | "second") => quotes.flatMap((quote) => quote[side] ?? []);

function meanPrice(quotes: readonly Quote[], side: "first" | "second"): number | null {
  const mean = meanImplied(pricesOf(quotes, side));
  return mean === null ? null : oddsOf(mean);
}

/** Each side's mean over all books that price it. */
export function consensusMoneyline(quotes: readonly Quote[]): Quote {
  return { line: null, first: meanPrice(quotes, "first"), second: meanPrice(quotes, "second") };
}

type Candidate = { readonly line: number; readonly on: readonly Quote[] };

/** @param moneyline the consensus of the same moment; null for totals, which have no such rule. */
export function consensusLine(quotes: readonly Quote[], moneyline: Quote | null): Quote {
  const lines = quotes.flatMap(({ line }) => (line === null ? [] : [line])).sort((a, b) => a - b);
  if (lines.length === 0) return nothing;
  let left: Candidate[] = [...new Set(lines)].map((line) => ({
    line,
    on: quotes.filter((quote) => quote.line === line),
  }));
  const most = Math.max(...left.map(({ on }) => on.length));
  left = left.filter(({ on }) => on.length === most);
  left = mostBalanced(left);
  const middle = ((lines[(lines.length - 1) >> 1] ?? 0) + (lines[lines.length >> 1] ?? 0)) / 2;
  left = smallest(left, ({ line }) => Math.abs(line - middle));
  const favored = moneyline === null ? null : favoredBy(moneyline.first, moneyline.second);
  const agreeing = left.filter(({ line }) => (favored === "home" && line < 0) || (favored === "away" && line > 0));
  if (agreeing.length > 0) left = agreeing;
  left = smallest(left, ({ line }) => Math.abs(line));
  left = smallest(left, ({ line }) => line);
  const { line = 0, on = [] } = left[0] ?? {};
  return { ...consensusMoneyline(on), line: line + 0 };
}

function smallest(candidates: readonly Candidate[], size: (candidate: Candidate) => number): Candidate[] {
  const least = Math.min(...candidates.map(size));
  return candidates.filter((candidate) => size(candidate) === least);
}

/** Lines without a price on a side come last. */
function mostBalanced(candidates: readonly Candidate[]): Candidate[] {
  if (candidates.length < 2) return [...candidates];
  const sized = candidates.flatMap((candidate) => {
    const [first, second] = [
      meanImplied(pricesOf(candidate.on, "first")),
      meanImplied(pricesOf(candidate.on, "second")),
    ];
    return first === null || second === null ? [] : [{ candidate, size: distance(first, second) }];
  });
  const [start] = sized;
  if (start === undefined) return [...candidates];
  const least = sized.reduce((best, { size }) => (compare(size, best) < 0 ? size : best), start.size);
  return sized.filter(({ size }) => compare(size, least) === 0).map(({ candidate }) => candidate);
}
