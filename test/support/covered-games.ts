/** A few games whose lines begin, end or are missing in every way that coverage tells apart. */
import type { GameRecord, QuoteRecord } from "../../src/feed/records.ts";
import { gameRecord, quoteRecord } from "./records.ts";

const opener = gameRecord({
  ...{ sport: "nfl", season: 2025, game_id: "opener", week: 1, away: "DAL", home: "PHI", overtime: null, venue: null },
  ...{ game_date: "2025-09-04", start_time: "2025-09-05T00:20:00Z", away_score: 20, home_score: 24, line_score: null },
});
const sunday = gameRecord({
  ...{ ...opener, game_id: "sunday", away: "NYG", home: "WAS" },
  ...{ game_date: "2025-09-07", start_time: "2025-09-07T17:00:00Z" },
});
const unpriced = gameRecord({ ...sunday, game_id: "unpriced", away: "MIA", home: "IND" });
const yearBefore = gameRecord({
  ...{ ...opener, season: 2024, game_id: "before", away: "BAL", home: "KC" },
  ...{ game_date: "2024-09-05", start_time: "2024-09-06T00:20:00Z" },
});
const hockey = gameRecord({
  ...{ sport: "nhl", season: 2026, game_id: "nhl1", away: "NYR", home: "BOS", overtime: null, venue: null },
  ...{ game_date: "2026-01-10", start_time: "2026-01-11T00:00:00Z" },
});

/** A quote of a game, so many minutes before its start; `open` and `close` are stated without a time. */
function quote(game: GameRecord, book: string, at: number | "open" | "close", changes: Partial<QuoteRecord> = {}) {
  const { sport, home, away, start_time, game_id } = game;
  const isTimed = typeof at === "number";
  return quoteRecord({
    ...{ sport, home, away, start_time, event_id: `event ${game_id}`, book },
    captured_at: isTimed ? new Date(Date.parse(start_time ?? "") - at * 60_000).toISOString() : null,
    stated: isTimed ? null : at,
    line: -3.5,
    ...changes,
  });
}

const sided = { home_odds: null, away_odds: null, over_odds: -110, under_odds: -110 };
const total = { ...sided, market: "total", line: 44.5 } as const;
const homeTotal = { ...sided, market: "home_team_total", line: 24.5 } as const;
const awayTotal = { ...sided, market: "away_team_total", line: 20.5 } as const;
const moneyline = { market: "moneyline", line: null, home_odds: -170, away_odds: 150 } as const;
const half = { period: "1h" } as const;

export const coveredGames = [
  ...[opener, sunday, unpriced, yearBefore, hockey],
  // Two games of DraftKings, whose closes are 10 and 5.1 minutes before the start.
  ...[quote(opener, "draftkings", 2880), quote(opener, "draftkings", 10), quote(sunday, "draftkings", 5.1)],
  // One close of FanDuel with a time, and one opening without; of BetMGM a closing without a time alone.
  ...[quote(opener, "fanduel", 61), quote(sunday, "fanduel", "open"), quote(sunday, "betmgm", "close")],
  // One close is exactly 15 minutes before, and one a second more.
  ...[quote(opener, "draftkings", 15, moneyline), quote(sunday, "draftkings", 15 + 1 / 60, moneyline)],
  // Of one game both team totals, of the other that of home alone.
  ...[quote(opener, "draftkings", 20, homeTotal), quote(opener, "draftkings", 30, awayTotal)],
  quote(sunday, "draftkings", 14, homeTotal),
  // Bovada has no full-game market of the opener, so it has no odds row of it.
  ...[quote(opener, "bovada", 12, { ...half, line: -2.5 }), quote(sunday, "bovada", 90, total)],
  quote(yearBefore, "draftkings", 8, total),
  quote(hockey, "bet365", "open", { ...total, line: 6.5 }),
];
