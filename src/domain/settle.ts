/**
 * Decides between several quotes of one book for one moment [D-43]: two spellings of a book, two states of it, or a
 * provider that stated something else another time. Nothing says which of them came last, so neither the order of a file
 * nor that of the imports may decide.
 */
import { compareRanks } from "./consensus.ts";
import type { Quote, QuoteMoment } from "./fold.ts";

/** The quote of a book that counts. */
export type SettledQuote = Quote & {
  /** Epoch milliseconds; null for what a provider states without a time. */
  readonly timeMs: number | null;
  /** The quotes of the same moment that do not count, the next best one first; hardly ever any. */
  readonly others: readonly Quote[];
};

/**
 * The quote of every book, in the order in which their moments are given. These decide, in order: the number of prices;
 * the number of other books that agree; the smaller absolute line; home favored; and of quotes with the same line the
 * lower price of home or of over, then that of the other side.
 *
 * A book agrees when it shows the same line or, in a market without lines, the same prices. Books whose own prices leave
 * more than one quote are not asked.
 *
 * @param moments what each published book showed for one market and period, either of their openings or of their closings.
 */
export function settleMoments(moments: readonly (QuoteMoment | null)[]): (SettledQuote | null)[] {
  const isDoubtful = moments.some((moment) => moment !== null && moment.quotes.length > 1);
  const known = isDoubtful ? undoubted(moments) : none;
  return moments.map((moment) => (moment === null ? null : settle(moment, known)));
}

/** The quotes of the books that are asked. */
function undoubted(moments: readonly (QuoteMoment | null)[]): Quote[] {
  return moments.flatMap((moment) => {
    const [only, second] = moment === null ? [] : withMostPrices(moment.quotes);
    return only === undefined || second !== undefined ? [] : [only];
  });
}

const none: readonly Quote[] = [];

function settle({ timeMs, quotes }: QuoteMoment, known: readonly Quote[]): SettledQuote {
  const [only, second] = quotes;
  if (only === undefined) throw new RangeError("a moment has at least one quote");
  if (second === undefined) return settled(only, timeMs, none);
  const ranked = quotes
    .map((quote) => ({ quote, rank: rankOf(quote, known) }))
    .sort((a, b) => compareRanks(a.rank, b.rank));
  const [best = only, ...others] = ranked.map(({ quote }) => quote);
  return settled(best, timeMs, others);
}

function settled({ line, first, second }: Quote, timeMs: number | null, others: readonly Quote[]): SettledQuote {
  return { line, first, second, timeMs, others };
}

/** Ascending order decides. A line or price that is missing comes after all others. */
function rankOf(quote: Quote, known: readonly Quote[]): readonly number[] {
  const { line, first, second } = quote;
  const agreeing = known.filter((other) => agree(other, quote)).length;
  const missing = Number.POSITIVE_INFINITY;
  return [
    -priceCount(quote),
    -agreeing,
    line === null ? missing : Math.abs(line),
    line ?? missing,
    first ?? missing,
    second ?? missing,
  ];
}

function withMostPrices(quotes: readonly Quote[]): readonly Quote[] {
  const most = Math.max(...quotes.map(priceCount));
  return quotes.filter((quote) => priceCount(quote) === most);
}

function priceCount({ first, second }: Quote): number {
  return Number(first !== null) + Number(second !== null);
}

function agree(one: Quote, other: Quote): boolean {
  if (one.line !== other.line) return false;
  return one.line !== null || (one.first === other.first && one.second === other.second);
}
