/** The rows of the examples that are of no market: seasons, sports, teams, ids, changes, books and coverage. */
import type { SeasonRow, SportRow, TeamRow } from "../../archive/shapes.ts";
import type { BookRow, CoverageRow } from "../../archive/shapes-books.ts";
import type { Change, Revision } from "../../archive/shapes-changes.ts";
import type { GameIds, TeamIds } from "../../archive/shapes-ids.ts";
import { sportFacts } from "../../domain/sports.ts";
import { detail } from "./example-rows.ts";

export const season: SeasonRow = {
  sport: "nfl",
  season: 2025,
  status: "published",
  first_game: "2025-09-04",
  last_game: "2026-02-08",
  games: 285,
  regular_season_games: 272,
  postseason_games: 13,
  weeks: 22,
};

export const sport: SportRow = {
  sport: "nfl",
  name: sportFacts.nfl.name,
  season_label: sportFacts.nfl.seasonLabel,
  seasons: [
    {
      season: 2025,
      status: "published",
      first_game: "2025-09-04",
      last_game: "2026-02-08",
      games: 285,
      games_with_closing_line: 285,
    },
  ],
  bet_types: [...sportFacts.nfl.betTypes],
  last_completed_game: "2026-02-08",
  teams: 32,
};

export const team: TeamRow = {
  team_id: 226,
  abbreviation: "PHI",
  name: "Philadelphia Eagles",
  city: "Philadelphia",
  school: null,
  mascot: "Eagles",
  conference: "NFC",
  division: "NFC East",
  logo_url: null,
};

export const gameIds: GameIds = {
  game_id: detail.game_id,
  sport: "nfl",
  season: 2025,
  season_type: "regular",
  week: 1,
  game_date: detail.game_date,
  start_time: detail.start_time,
  home: "PHI",
  away: "DAL",
  nflverse: "2025_01_DAL_PHI",
  espn: "401772510",
  mlb: null,
  nhl: null,
  cfbd: null,
  retrosheet: null,
  the_odds_api: ["6b3c1ee4b6d0a7f1e2a9b8d7c6f5e4d3"],
};

export const teamIds: TeamIds = {
  team_id: 102,
  abbreviation: "ATH",
  nflverse: null,
  espn: "11",
  mlb: "133",
  nhl: null,
  cfbd: null,
  retrosheet: "ATH",
  the_odds_api: ["Athletics", "Oakland Athletics"],
  former: [{ source: "retrosheet", id: "OAK" }],
};

/** A correction of the score on the night after. */
export const change: Change = {
  revision: 214,
  published_at: "2025-09-06T09:00:00.000Z",
  sport: "nfl",
  season: 2025,
  game_id: detail.game_id,
  change: "changed",
  fields: [
    { path: "home.score", from: 23, to: 24 },
    { path: "result.margin_home", from: 3, to: 4 },
    { path: "odds.bovada.result.home_covered", from: null, to: true },
  ],
  more: 0,
};

export const revision: Revision = {
  revision: 214,
  published_at: "2025-09-06T09:00:00.000Z",
  added: 16,
  changed: 1,
  removed: 0,
  odds_rows: 262_144,
  seasons: [
    { sport: "mlb", season: 2025 },
    { sport: "nfl", season: 2025 },
  ],
};

export const book: BookRow = {
  book_id: 21,
  book: "espnbet",
  book_name: "ESPN BET",
  former_books: ["barstool"],
  sports: [{ sport: "nfl", season: 2025, games: 285, games_with_closing_line: 284 }],
};

export const coverage: CoverageRow = {
  sport: "nfl",
  season: 2025,
  period: "1h",
  market: "spread",
  book: "draftkings",
  games: 283,
  with_open: 283,
  with_close: 281,
  median_minutes_before_start: 4.5,
  within_15_minutes: 0.9395,
};
