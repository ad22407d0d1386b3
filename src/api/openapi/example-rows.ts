/** The rows of the examples that are of markets: one game in every shape that has it. Types hold the rows to the shapes. */
import type { BookOdds, GameDetail, OddsRow, PeriodOdds } from "../../archive/shapes.ts";
import type { BetRow } from "../../archive/shapes-bets.ts";
import type { LineRow } from "../../archive/shapes-lines.ts";
import type { PeriodOddsRow, PeriodRow } from "../../archive/shapes-periods.ts";
import type { TrendRow } from "../../archive/shapes-trends.ts";

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

/** The members with which rows of a game begin. */
const head = {
  game_id: detail.game_id,
  sport: "nfl",
  season: detail.season,
  season_type: "regular",
  week: detail.week,
  game_date: detail.game_date,
  start_time: detail.start_time,
  home: "PHI",
  away: "DAL",
} as const;

export const periodRow: PeriodRow = {
  ...head,
  period: "1h",
  score: { home: 21, away: 20 },
  consensus: {
    moneyline: { home_open: -238, home_close: -262, away_open: 195, away_close: 212 },
    spread: {
      open: -4,
      close: -4.5,
      home_juice_open: -110,
      home_juice_close: -114,
      away_juice_open: -110,
      away_juice_close: -106,
    },
    total: {
      open: 23.5,
      close: 23.5,
      over_juice_open: -108,
      over_juice_close: -110,
      under_juice_open: -112,
      under_juice_close: -110,
    },
  },
  result: { margin_home: 1, home_covered: false, went_over: true, favorite: "home" },
};

export const periodOddsRow: PeriodOddsRow = {
  ...head,
  period: "1h",
  book_id: 1,
  book: "draftkings",
  book_name: "DraftKings",
  moneyline: periodOdds.moneyline,
  spread: {
    open: -4,
    close: -4.5,
    home_juice_open: -110,
    home_juice_close: -115,
    away_juice_open: -110,
    away_juice_close: -105,
  },
  total: {
    open: 23.5,
    close: 23.5,
    over_juice_open: -110,
    over_juice_close: -110,
    under_juice_open: -110,
    under_juice_close: -110,
  },
  result: { home_covered: false, spread_push: false, went_over: true, total_push: false },
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
  doubt: null,
};

export const trendRow: TrendRow = {
  group: null,
  bets: 412,
  won: 214,
  lost: 190,
  push: 8,
  ungraded: 0,
  shared: 0,
  both_sides: 0,
  win_rate: { value: 0.5297, low: 0.481, high: 0.5779 },
  design_effect: 1,
  break_even: 0.5231,
  return_on_investment: {
    close: { value: 0.0132, low: -0.0777, high: 0.1044 },
    open: { value: 0.0093, low: -0.0816, high: 0.1008 },
  },
  closing_line_value: 0.0031,
  closing_line: {
    ...{ better: 171, worse: 128, same: 113 },
    beat: { value: 0.5719, low: 0.5153, high: 0.6267 },
    ...{ points: 0.28, probability: 0.0012, probability_bets: 187 },
  },
  p_value: 0.239,
  p_adjusted: 0.239,
  verdict: "no evidence",
};

export const betRow: BetRow = {
  ...head,
  bet_type: "spread",
  period: "game",
  market: "spread",
  selection: "away",
  side_team: "DAL",
  book_id: 1,
  book: "draftkings",
  book_name: "DraftKings",
  books: 1,
  open: { line: 7, price: -110, captured_at: "2025-08-28T16:00:00.000Z" },
  close: { line: 8.5, price: -112, captured_at: "2025-09-05T00:15:00.000Z", no_vig_probability: 0.5043 },
  score: { home: 24, away: 20 },
  result: { open: "won", close: "won" },
  profit: { open: 0.9091, close: 0.8929 },
  role: "underdog",
  closing_line: { beat: false, points: -1.5, probability: null },
};
