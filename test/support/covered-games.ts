/** A few games whose lines begin, end or are missing in every way that coverage tells apart. */
import { gameRecord, quoteOf } from "./records.ts";

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

export const coveredGames = [
  ...[opener, sunday, unpriced, yearBefore, hockey],
  // Two games of DraftKings, whose closes are 10 and 5.1 minutes before the start.
  quoteOf(opener, "draftkings", ["full", "spread"], 2880, [-3.5, -110, -110]),
  quoteOf(opener, "draftkings", ["full", "spread"], 10, [-3.5, -110, -110]),
  quoteOf(sunday, "draftkings", ["full", "spread"], 5.1, [-3.5, -110, -110]),
  // One close of FanDuel with a time, and one opening without; of BetMGM a closing without a time alone.
  quoteOf(opener, "fanduel", ["full", "spread"], 61, [-3.5, -110, -110]),
  quoteOf(sunday, "fanduel", ["full", "spread"], "open", [-3.5, -110, -110]),
  quoteOf(sunday, "betmgm", ["full", "spread"], "close", [-3.5, -110, -110]),
  // One close is exactly 15 minutes before, and one a second more.
  quoteOf(opener, "draftkings", ["full", "moneyline"], 15, [null, -170, 150]),
  quoteOf(sunday, "draftkings", ["full", "moneyline"], 15 + 1 / 60, [null, -170, 150]),
  // Of one game both team totals, of the other that of home alone.
  quoteOf(opener, "draftkings", ["full", "home_team_total"], 20, [24.5, -110, -110]),
  quoteOf(opener, "draftkings", ["full", "away_team_total"], 30, [20.5, -110, -110]),
  quoteOf(sunday, "draftkings", ["full", "home_team_total"], 14, [24.5, -110, -110]),
  // Bovada has no full-game market of the opener, so it has no odds row of it.
  quoteOf(opener, "bovada", ["1h", "spread"], 12, [-2.5, -110, -110]),
  quoteOf(sunday, "bovada", ["full", "total"], 90, [44.5, -110, -110]),
  quoteOf(yearBefore, "draftkings", ["full", "total"], 8, [44.5, -110, -110]),
  quoteOf(hockey, "bet365", ["full", "total"], "open", [6.5, -110, -110]),
];
