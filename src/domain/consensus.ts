/** The consensus of the published books [D-16, D-17, D-19], results against it and its favorite: computed, and computable again by anyone. */
import { impliedProbability, meanPrice, meanProbability } from "./american-odds.ts";
import type { OpenClose, Quote } from "./fold.ts";
import type { SideScores } from "./period-scores.ts";
import { type Market, type Sport, sportFacts } from "./sports.ts";

/** The line of a book for one market. */
export type MarketLine = OpenClose & { readonly market: Market };

type OpenOrClose = "open" | "close";

const nothing: Quote = { line: null, first: null, second: null };

export type ConsensusQuotes = Readonly<Record<Market, Readonly<Record<OpenOrClose, Quote>>>>;

/**
 * The consensus of the books of one period. Null only when no book posted any market of it [D-24]; a market nobody posted has
 * null members [D-19].
 */
export function consensus(lines: readonly MarketLine[]): ConsensusQuotes | null {
  if (lines.every(({ open, close }) => open === null && close === null)) return null;
  const moneylineAt = (when: OpenOrClose): Quote => consensusMoneyline(quotesOf(lines, "moneyline", when));
  const moneyline = { open: moneylineAt("open"), close: moneylineAt("close") };
  const lineAt = (market: Market, when: OpenOrClose): Quote =>
    consensusLine(quotesOf(lines, market, when), market === "spread" ? moneylineLean(moneyline[when]) : 0);
  const agreed = (market: Market) => ({ open: lineAt(market, "open"), close: lineAt(market, "close") });
  return {
    moneyline,
    spread: agreed("spread"),
    total: agreed("total"),
    home_team_total: agreed("home_team_total"),
    away_team_total: agreed("away_team_total"),
  };
}

function quotesOf(lines: readonly MarketLine[], market: Market, when: OpenOrClose): Quote[] {
  const quotes: Quote[] = [];
  for (const line of lines) {
    const quote = line.market === market ? line[when] : null;
    if (quote !== null) quotes.push(quote);
  }
  return quotes;
}

/** Each side's mean implied probability over all books that price it; the vig stays in [D-17]. */
export function consensusMoneyline(quotes: readonly Quote[]): Quote {
  return { line: null, first: sidePrice(quotes, "first"), second: sidePrice(quotes, "second") };
}

/**
 * The line that most books show, priced at the mean implied probability of the books on it [D-16].
 *
 * @param lean 1 when the consensus moneyline favors home, -1 when away, 0 when neither, or for a total.
 */
export function consensusLine(quotes: readonly Quote[], lean: number): Quote {
  const byLine = groupByLine(quotes);
  let most = 0;
  for (const on of byLine.values()) most = Math.max(most, on.length);
  const shown = [...byLine].filter(([, on]) => on.length === most);
  const [best] = shown.length < 2 ? shown : inOrder(shown, quotes, lean);
  if (best === undefined) return nothing;
  const [line, on] = best;
  return { line, first: sidePrice(on, "first"), second: sidePrice(on, "second") };
}

function groupByLine(quotes: readonly Quote[]): ReadonlyMap<number, Quote[]> {
  const byLine = new Map<number, Quote[]>();
  for (const quote of quotes) {
    if (quote.line === null) continue;
    const on = byLine.get(quote.line);
    if (on === undefined) byLine.set(quote.line, [quote]);
    else on.push(quote);
  }
  return byLine;
}

/** Lines that equally many books show, the one that counts first. */
function inOrder(shown: readonly (readonly [number, Quote[]])[], quotes: readonly Quote[], lean: number) {
  const middle = median(quotes.flatMap(({ line }) => (line === null ? [] : [line])));
  return shown
    .map(([line, on]) => ({
      shown: [line, on] as const,
      // Ascending order decides; each entry is one rule of D-16, in its order.
      rank: [imbalance(on), Math.abs(line - middle), Math.sign(line) * lean, Math.abs(line), line],
    }))
    .sort((a, b) => compareRanks(a.rank, b.rank, 1e-14))
    .map((candidate) => candidate.shown);
}

function sidePrice(quotes: readonly Quote[], side: "first" | "second"): number | null {
  return meanPrice(pricesOf(quotes, side));
}

function pricesOf(quotes: readonly Quote[], side: "first" | "second"): number[] {
  const prices: number[] = [];
  for (const quote of quotes) {
    const price = quote[side];
    if (price !== null) prices.push(price);
  }
  return prices;
}

/** Difference of the two sides' mean implied probabilities; a line without both prices comes last. */
function imbalance(quotes: readonly Quote[]): number {
  const first = meanProbability(pricesOf(quotes, "first"));
  const second = meanProbability(pricesOf(quotes, "second"));
  if (first === null || second === null) return Number.POSITIVE_INFINITY;
  return Math.abs(first - second);
}

/** The middle value, or the mean of the two in the middle. There must be at least one. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  const upper = sorted[half] as number;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[half - 1] as number)) / 2;
}

/**
 * Compares two lists by their first numbers that differ. Infinity - Infinity is no difference.
 * @param blur so much is none either, since the last binary digits of a computed number say nothing.
 */
export function compareRanks(a: readonly number[], b: readonly number[], blur = 0): number {
  for (const [index, value] of a.entries()) {
    const other = b[index] as number;
    if (Math.abs(value - other) > blur) return value < other ? -1 : 1;
  }
  return 0;
}

/** 1 when a moneyline favors home, -1 when away, 0 when neither or a side has no price. */
export function moneylineLean(moneyline: Quote): -1 | 0 | 1 {
  if (moneyline.first === null || moneyline.second === null) return 0;
  return Math.sign(impliedProbability(moneyline.first) - impliedProbability(moneyline.second)) as -1 | 0 | 1;
}

/**
 * Results against a close [D-21], null without one; on a push nobody covered, and nothing went over or under. The official final score
 * counts, overtime and all.
 */
export function grade(score: SideScores, spreadClose: number | null, totalClose: number | null) {
  const againstSpread = spreadClose === null ? null : score.home - score.away + spreadClose;
  const againstTotal = totalClose === null ? null : score.home + score.away - totalClose;
  return {
    homeCovered: againstSpread === null || againstSpread === 0 ? null : againstSpread > 0,
    spreadPush: againstSpread === null ? null : againstSpread === 0,
    wentOver: againstTotal === null || againstTotal === 0 ? null : againstTotal > 0,
    totalPush: againstTotal === null ? null : againstTotal === 0,
  };
}

/** The consensus closing favorite; null when both sides are equal or there is nothing to go by [D-20]. */
export function favorite(sport: Sport, spreadClose: number | null, moneylineClose: Quote): "home" | "away" | null {
  const bySpread = spreadClose === null ? 0 : -Math.sign(spreadClose);
  const byMoneyline = moneylineLean(moneylineClose);
  const lean = sportFacts[sport].favoriteBySpread ? bySpread || byMoneyline : byMoneyline || bySpread;
  if (lean === 0) return null;
  return lean > 0 ? "home" : "away";
}
