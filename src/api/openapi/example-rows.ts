/** The rows of the examples: one game in every shape that has it. Types hold the rows to the shapes. */
import type { BookOdds, GameDetail, OddsRow, PeriodOdds, SeasonRow, SportRow, TeamRow } from "../../archive/shapes.ts";
import type { LineRow } from "../../archive/shapes-lines.ts";
import { sportFacts } from "../../domain/sports.ts";

export const bookOdds: BookOdds = {
  book_id: 1,
  book: "draftkings",
  book_name: "DraftKings",
  moneyline: { home_open: -340, home_close: -425, away_open: 270, away_close: 330 },
  spread: {
    open: -7,
    close: -8.5,
    home_juice_open: -110,
    home_juice_close: -108,
    away_juice_open: -110,
    away_juice_close: -112,
  },
  total: {
    open: 46.5,
    close: 47.5,
    over_juice_open: -110,
    over_juice_close: -105,
    under_juice_open: -110,
    under_juice_close: -115,
  },
  team_total: { home_open: 26.5, home_close: 27.5, away_open: 19.5, away_close: 19.5 },
};

export const periodOdds: PeriodOdds = {
  period: "1h",
  book_id: 1,
  book: "draftkings",
  moneyline: { home_open: -240, home_close: -265, away_open: 196, away_close: 215 },
  spread: { open: -4, close: -4.5, home_juice_close: -115, away_juice_close: -105 },
  total: { open: 23.5, close: 23.5, over_juice_close: -110, under_juice_close: -110 },
};

export const detail: GameDetail = {
  game_id: "NFL-20250904-DAL-PHI",
  sport: "nfl",
  season: 2025,
  season_type: "regular",
  week: 1,
  game_date: "2025-09-04",
  start_time: "2025-09-05T00:20:00.000Z",
  status: "final",
  home: { team_id: 226, abbreviation: "PHI", name: "Philadelphia Eagles", score: 24 },
  away: { team_id: 209, abbreviation: "DAL", name: "Dallas Cowboys", score: 20 },
  neutral_site: false,
  overtime: false,
  venue: { venue_id: 1834567, name: "Lincoln Financial Field", city: "Philadelphia", indoor: false },
  referee: null,
  result: { margin_home: 4, home_covered: false, went_over: false, favorite: "home" },
  consensus: {
    moneyline: { home_open: -335, home_close: -420, away_open: 268, away_close: 328 },
    spread: {
      open: -7,
      close: -8.5,
      home_juice_open: -110,
      home_juice_close: -109,
      away_juice_open: -110,
      away_juice_close: -111,
    },
    total: { open: 46.5, close: 47.5, over_juice_close: -108, under_juice_close: -112 },
  },
  period_scores: {
    q1: { home: 7, away: 14 },
    q2: { home: 14, away: 6 },
    q3: { home: 3, away: 0 },
    q4: { home: 0, away: 0 },
    "1h": { home: 21, away: 20 },
    "2h": { home: 3, away: 0 },
  },
  weather: { temp_f: 74, wind_mph: 9, wind_direction: "SW", condition: "Thunderstorms" },
  books: [bookOdds],
  period_odds: [periodOdds],
};

export const oddsRow: OddsRow = {
  game_id: detail.game_id,
  sport: "nfl",
  game_date: detail.game_date,
  start_time: detail.start_time,
  home: "PHI",
  away: "DAL",
  book_id: 1,
  book: "draftkings",
  book_name: "DraftKings",
  moneyline: bookOdds.moneyline,
  spread: bookOdds.spread,
  total: bookOdds.total,
  team_total: {
    ...bookOdds.team_total,
    home_over_juice_close: -115,
    home_under_juice_close: -105,
    away_over_juice_close: -110,
    away_under_juice_close: -110,
  },
  result: { home_covered: false, spread_push: false, went_over: false, total_push: false },
};

export const lineRow: LineRow = {
  book_id: 1,
  book: "draftkings",
  period: "game",
  market: "spread",
  team: null,
  first_seen: "2025-09-04T21:50:31.000Z",
  last_seen: "2025-09-05T00:15:38.000Z",
  captures: 9,
  line: -8.5,
  home_price: -108,
  away_price: -112,
  over_price: null,
  under_price: null,
  is_open: false,
  is_close: true,
  minutes_before_start: 4.4,
};

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
