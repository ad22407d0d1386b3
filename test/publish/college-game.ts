/** One college game as College Football Data and The Odds API tell of it, in records: the result, lines without a time, and captures. */
import type { QuoteRecord } from "../../src/feed/records.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import { gameRecord, items, quoteRecord } from "../support/records.ts";

/** The id under which the game is published. */
export const collegeGameId = "NCAAF-20250830-ALA-FSU";
/** When the game was to begin. */
export const collegeStart = "2025-08-30T19:30:00Z";

const sides = { sport: "ncaaf", home: "FSU", away: "ALA", start_time: collegeStart } as const;
const ofCfbd = {
  provider: "cfbd",
  event_id: "401752677",
  captured_at: null,
  home_odds: null,
  away_odds: null,
} as const;

export function cfbdResult(): FeedItem[] {
  const about = { ...sides, season: 2025, week: 1, game_date: "2025-08-30", venue: null };
  const score = { home_score: 31, away_score: 17, line_score: { home: [7, 10, 7, 7], away: [7, 0, 7, 3] } };
  return items(gameRecord({ ...about, ...score, provider: "cfbd", game_id: "401752677" }));
}

/** What one entry of CFBD's lines states of a book, without a time. */
export type CfbdEntry = {
  readonly book: string;
  readonly spread?: number;
  readonly spreadOpen?: number;
  readonly total?: number;
  readonly totalOpen?: number;
  /** The closing moneyline. */
  readonly home?: number;
  readonly away?: number;
};

export function cfbdLines(entries: readonly CfbdEntry[]): FeedItem[] {
  return items(
    ...entries.flatMap(({ book, spread, spreadOpen, total, totalOpen, home, away }) => {
      const quote = (changes: Partial<QuoteRecord>) => quoteRecord({ ...sides, ...ofCfbd, book, ...changes });
      const line = (market: "spread" | "total", stated: "open" | "close", line?: number) =>
        line === undefined ? [] : [quote({ market, stated, line })];
      const prices = { home_odds: home ?? null, away_odds: away ?? null };
      const moneyline = quote({ market: "moneyline", stated: "close", line: null, ...prices });
      return [
        ...line("spread", "close", spread),
        ...line("spread", "open", spreadOpen),
        ...line("total", "close", total),
        ...line("total", "open", totalOpen),
        ...(home === undefined && away === undefined ? [] : [moneyline]),
      ];
    }),
  );
}

/** A book's market in one snapshot: the home line or the total, and the prices of home and away, or over and under. */
export type SnapshotMarket = {
  readonly book: string;
  readonly market: "spread" | "total";
  readonly line: number;
  readonly prices: readonly [number, number];
};

/** One answer of The Odds API, in which every market was last updated at that time. */
export function snapshot(at: string, markets: readonly SnapshotMarket[], start = collegeStart): FeedItem[] {
  return items(
    ...markets.map(({ book, market, line, prices: [first, second] }) => {
      const isTotal = market === "total";
      const ofSides = { home_odds: isTotal ? null : first, away_odds: isTotal ? null : second };
      const ofTotal = { over_odds: isTotal ? first : null, under_odds: isTotal ? second : null };
      const times = { start_time: start, seen_at: at, captured_at: at };
      return quoteRecord({ ...sides, ...times, ...ofSides, ...ofTotal, event_id: "e1a2b3", book, market, line });
    }),
  );
}
