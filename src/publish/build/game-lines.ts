/** The lines and the scores of a built game, as the archive packs them. Pure. */

import { consensusBookId } from "../../domain/books.ts";
import { type ConsensusQuotes, consensus } from "../../domain/consensus.ts";
import type { Quote } from "../../domain/fold.ts";
import type { PeriodScores, SideScores } from "../../domain/period-scores.ts";
import { type Market, markets, type OddsPeriod, type ScorePeriod } from "../../domain/sports.ts";
import type { GameLines, LineEntry, TimedQuote } from "../../release/packed-lines.ts";
import type { BookPeriod } from "./lines.ts";

/**
 * @param score the final score; @param periods those of the periods that were played.
 * @param agreedOnGame the consensus of the whole game.
 */
export function gameLines(
  folded: ReadonlyMap<OddsPeriod, readonly BookPeriod[]>,
  score: SideScores,
  periods: PeriodScores,
  agreedOnGame = consensus(folded.get("full") ?? []),
): GameLines {
  const ofPeriods = Object.entries(periods).map(([period, each]) => ({ period: period as ScorePeriod, ...each }));
  const entries: LineEntry[] = [];
  for (const [period, books] of folded) {
    addEntries(entries, { period, books, agreed: period === "full" ? agreedOnGame : consensus(books) });
  }
  return { scores: [{ period: "full", ...score }, ...ofPeriods], entries };
}

type PeriodLines = {
  readonly period: OddsPeriod;
  readonly books: readonly BookPeriod[];
  readonly agreed: ConsensusQuotes | null;
};

/** The lines of the books, and the consensus of the markets that one has posted: no single capture, so it has no time. */
function addEntries(entries: LineEntry[], { period, books, agreed }: PeriodLines): void {
  const posted = new Set<Market>();
  for (const { bookId, markets: lines } of books) {
    for (const market of markets) {
      const { open = null, close = null } = lines[market] ?? nothing;
      if (open === null && close === null) continue;
      posted.add(market);
      entries.push({ period, market, bookId, open, close });
    }
  }
  if (agreed === null) return;
  for (const market of posted) {
    const { open, close } = agreed[market];
    entries.push({ period, market, bookId: consensusBookId, open: untimed(open), close: untimed(close) });
  }
}

const nothing = { open: null, close: null };

function untimed({ line, first, second }: Quote): TimedQuote | null {
  return line === null && first === null && second === null ? null : { line, first, second, timeMs: null };
}
