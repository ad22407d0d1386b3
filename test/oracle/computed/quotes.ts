/** From canonical quote records to what each published book showed first and last before the start [D-12, D-43]. */
import type { QuoteRecord } from "../../../src/feed/records.ts";
import { publishedBooks } from "./contract.ts";

/** A line and the prices of home or over, and of away or under. */
export type Shown = { readonly line: number | null; readonly first: number | null; readonly second: number | null };

export type Capture = Shown & {
  readonly book: string;
  /** `game` for the whole of it. */
  readonly period: string;
  /** Of the five kinds of quote records. */
  readonly market: QuoteRecord["market"];
  /** Epoch milliseconds, or what the provider states without a time. */
  readonly at: number | "open" | "close";
};

export function captureOf(quote: QuoteRecord): Capture {
  const isSided = quote.market === "moneyline" || quote.market === "spread";
  return {
    book: quote.book,
    period: quote.period === "full" ? "game" : quote.period,
    market: quote.market,
    at: quote.captured_at === null ? (quote.stated ?? "close") : Date.parse(quote.captured_at),
    line: quote.line === null ? null : quote.line + 0,
    first: isSided ? quote.home_odds : quote.over_odds,
    second: isSided ? quote.away_odds : quote.under_odds,
  };
}

/** What counts at one end of the path, and when it was captured; null for what is stated without a time. */
export type End = Shown & { readonly atMs: number | null };

/** What one book showed for one market of one period; `open` and `close` are null where nobody stated them. */
export type BookLines = { readonly book: string; readonly open: End | null; readonly close: End | null };

type Candidates = { readonly atMs: number | null; readonly shown: readonly Shown[] };

/** The published books that posted something in a market of a period, in order of book id. */
export function linesOf(ofMarket: readonly Capture[], startMs: number): BookLines[] {
  const byBook = Map.groupBy(ofMarket, ({ book }) => book);
  const posted = [...publishedBooks.keys()].flatMap((book) => {
    const own = byBook.get(book) ?? [];
    const [open, close] = endsOf(own, startMs);
    return open === null && close === null ? [] : [{ book, open, close }];
  });
  const opens = posted.map(({ open }) => open);
  const closes = posted.map(({ close }) => close);
  return posted.map(({ book, open, close }) => ({ book, open: settled(open, opens), close: settled(close, closes) }));
}

function endsOf(own: readonly Capture[], startMs: number): [Candidates | null, Candidates | null] {
  const before = own.flatMap(({ at }) => (typeof at === "number" && at < startMs ? [at] : []));
  const at = (moment: Capture["at"]): Candidates | null => {
    const shown = own.filter((each) => each.at === moment).map(({ line, first, second }) => ({ line, first, second }));
    const atMs = typeof moment === "number" ? moment : null;
    return shown.length === 0 ? null : { atMs, shown: different(shown) };
  };
  // A capture outranks every statement; statements fill in only where there is no capture at all.
  if (before.length === 0) return [at("open"), at("close")];
  return [at(Math.min(...before)), at(Math.max(...before))];
}

export function different(shown: readonly Shown[]): Shown[] {
  return shown.filter((each, index) => shown.findIndex((other) => areEqual(each, other)) === index);
}

export function areEqual(a: Shown, b: Shown): boolean {
  return a.line === b.line && a.first === b.first && a.second === b.second;
}

function settled(candidates: Candidates | null, ofBooks: readonly (Candidates | null)[]): End | null {
  return candidates === null ? null : { ...settle(candidates.shown, ofBooks), atMs: candidates.atMs };
}

/**
 * The one of several quotes of a moment that counts: more prices, more agreeing books, the line nearer to zero, home
 * favored, the lower price of home or over, then of the other side. Books that contradict themselves are not asked.
 */
export function settle(shown: readonly Shown[], ofBooks: readonly (Candidates | null)[]): Shown {
  const [only] = shown;
  if (only !== undefined && shown.length === 1) return only;
  const prices = ({ first, second }: Shown): number => [first, second].filter((price) => price !== null).length;
  const asked = ofBooks.flatMap((candidates) => {
    const most = Math.max(...(candidates?.shown ?? []).map(prices));
    const best = (candidates?.shown ?? []).filter((each) => prices(each) === most);
    return best.length === 1 ? best : [];
  });
  const agreeing = (each: Shown): number =>
    asked.filter((other) => (each.line === null ? areEqual(each, other) : each.line === other.line)).length;
  let left = [...shown];
  /** Keeps those of which the measure is smallest; what is missing comes last. */
  const keep = (measure: (each: Shown) => number | null): void => {
    const sizes = left.map((each) => measure(each) ?? Number.POSITIVE_INFINITY);
    const least = Math.min(...sizes);
    left = left.filter((_, index) => sizes[index] === least);
  };
  keep((each) => -prices(each));
  keep((each) => -agreeing(each));
  keep(({ line }) => (line === null ? null : Math.abs(line)));
  keep(({ line }) => line);
  keep(({ first }) => first);
  keep(({ second }) => second);
  const [best] = left;
  if (best === undefined) throw new RangeError("one quote must be left");
  return best;
}
