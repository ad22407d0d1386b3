/** One good record of each kind that has rules, for tests to spoil. */
import { type GameRecord, nothingStated, type QuoteRecord } from "../../src/feed/records.ts";

/** The clock of an import that comes after everything that is told of. */
export const nowMs = Date.parse("2027-06-01T00:00:00Z");

export const exampleGame: GameRecord = {
  ...nothingStated,
  type: "game",
  provider: "office",
  game_id: "g1",
  sport: "nfl",
  season: 2025,
  season_type: "regular",
  week: 1,
  game_date: "2025-09-04",
  start_time: "2025-09-05T00:20:00Z",
  status: "final",
  home: "PHI",
  away: "DAL",
  neutral_site: false,
  home_score: 24,
  away_score: 20,
};

export const exampleQuote: QuoteRecord = {
  type: "quote",
  provider: "recorder",
  sport: "nfl",
  event_id: "e1",
  home: "PHI",
  away: "DAL",
  game_date: null,
  start_time: "2025-09-05T00:20:00Z",
  seen_at: null,
  book: "draftkings",
  period: "full",
  market: "spread",
  captured_at: "2025-09-04T22:59:51Z",
  stated: null,
  line: -8.5,
  home_odds: -110,
  away_odds: -105,
  over_odds: null,
  under_odds: null,
};
