/** The lines and the scores of a built game, as the archive packs them. Pure. */
import { consensusBookId, type GameLines, type LineEntry, type TimedQuote } from "../archive/packed-lines.ts";
import { consensus } from "../domain/consensus.ts";
import type { Quote } from "../domain/fold.ts";
import type { PeriodScores, SideScores } from "../domain/period-scores.ts";
import { type Market, markets, type OddsPeriod, type ScorePeriod } from "../domain/sports.ts";
import type { BookPeriod } from "./lines.ts";

/** @param score the final score; @param periods those of the periods that were played. */
export function gameLines(
  folded: ReadonlyMap<OddsPeriod, readonly BookPeriod[]>,
  score: SideScores,
  periods: PeriodScores,
): GameLines {
  const ofPeriods = Object.entries(periods).map(([period, each]) => ({ period: period as ScorePeriod, ...each }));
  return {
    scores: [{ period: "full", ...score }, ...ofPeriods],
    entries: [...folded].flatMap(([period, books]) => [
      ...consensusEntries(period, books),
      ...books.flatMap((book) => bookEntries(period, book)),
    ]),
  };
}

function bookEntries(period: OddsPeriod, { bookId, markets: lines }: BookPeriod): LineEntry[] {
  return markets.flatMap((market) => {
    const { open = null, close = null } = lines[market] ?? {};
    return open === null && close === null ? [] : [{ period, market, bookId, open, close }];
  });
}

/** The consensus of the markets that a book has posted. It is no single capture, so it has no time. */
function consensusEntries(period: OddsPeriod, books: readonly BookPeriod[]): LineEntry[] {
  const agreed = consensus(books);
  if (agreed === null) return [];
  const isPosted = (market: Market) =>
    books.some(
      ({ markets: lines }) => (lines[market]?.open ?? null) !== null || (lines[market]?.close ?? null) !== null,
    );
  return markets.filter(isPosted).map((market) => ({
    period,
    market,
    bookId: consensusBookId,
    open: untimed(agreed[market].open),
    close: untimed(agreed[market].close),
  }));
}

function untimed({ line, first, second }: Quote): TimedQuote | null {
  return line === null && first === null && second === null ? null : { line, first, second, timeMs: null };
}
