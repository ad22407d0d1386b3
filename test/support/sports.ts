/**
 * Each sport as its league and docs/specification.md have it, written down a second time: tests compare these facts with those
 * that `src/` states, so that nothing here is read from there.
 */
import type { Sport } from "../../src/domain/sports.ts";
import type { GameRecord } from "../../src/feed/records.ts";

type Side = { readonly home: number; readonly away: number };

type SportByHand = {
  /** As `/v1/sports` names the league. */
  readonly name: string;
  /** How many `/v1/teams` lists. */
  readonly teams: number;
  readonly seasonLabel: string;
  readonly firstSeason: number;
  /** In the order of `bet_types`. */
  readonly betTypes: string;
  readonly hasWeeks: boolean;
  /** Periods of regulation time, and how many of them make a game official. */
  readonly regulation: number;
  readonly official: number;
  /** Which entries of a line score make each period: from which place, and before which [D-9]. */
  readonly periods: Readonly<Record<string, readonly [from: number, to: number]>>;
  readonly extraTime: RegExp;
  /** Where ESPN has the league, and the numbers of game and league in its ids. */
  readonly espnPath: string;
  readonly espn: readonly [game: number, league: number];
  /** Where every team has an id or a name. */
  readonly teamSources: readonly string[];
  /** A final that stands for the sport in many tests, its id and its period scores, both worked out by hand. */
  readonly final: Partial<GameRecord>;
  readonly finalId: string;
  readonly finalPeriods: Readonly<Record<string, Side>>;
  /** Null: the sample has no games of the sport. */
  readonly sample: {
    /** Ids of games by source. */
    readonly ids: Readonly<Record<string, RegExp>>;
    readonly postseasonGames: readonly [fewest: number, most: number];
    /** How many games of each season the start sample has at least. */
    readonly fewestInStart: Readonly<Record<number, readonly [finals: number, toCome: number]>>;
  } | null;
};

const side = (home: number, away: number): Side => ({ home, away });

const quarters = { q1: [0, 1], q2: [1, 2], q3: [2, 3], q4: [3, 4], "1h": [0, 2], "2h": [2, 4] } as const;

const footballBetTypes =
  "moneyline, spread, total, team_total_over, team_total_under, first_half_moneyline, first_half_spread, " +
  "first_half_total, second_half_moneyline, second_half_spread, second_half_total, q1_moneyline, q1_spread, q1_total, " +
  "q2_moneyline, q2_spread, q2_total, q3_moneyline, q3_spread, q3_total, q4_moneyline, q4_spread, q4_total";

const espnId = /^401\d{6}$/;

export const sportsByHand: Readonly<Record<Sport, SportByHand>> = {
  mlb: {
    name: "Major League Baseball",
    teams: 30,
    seasonLabel: "calendar year",
    firstSeason: 2022,
    betTypes: "moneyline, run_line, total, first_5_moneyline, first_5_runline, inn5_total, inn1_total",
    hasWeeks: false,
    regulation: 9,
    official: 5,
    periods: { inn1: [0, 1], inn5: [0, 5] },
    extraTime: /extra innings/,
    espnPath: "baseball/mlb",
    espn: [1, 10],
    teamSources: ["espn", "mlb", "retrosheet", "the_odds_api"],
    final: {
      season: 2025,
      away: "NYY",
      home: "BOS",
      game_date: "2025-07-04",
      start_time: "2025-07-04T23:10:00Z",
      away_score: 6,
      home_score: 7,
      line_score: { away: [1, 0, 2, 0, 0, 0, 0, 2, 0, 1], home: [0, 0, 3, 0, 1, 0, 0, 0, 1, 2] },
    },
    finalId: "MLB-20250704-NYY-BOS",
    finalPeriods: { inn1: side(0, 1), inn5: side(4, 3), ot: side(2, 1) },
    sample: {
      ids: { espn: espnId, mlb: /^\d{6}$/, retrosheet: /^[A-Z]{3}20\d{6}[012]$/ },
      postseasonGames: [32, 53],
      fewestInStart: { 2026: [2460, 0] },
    },
  },
  nfl: {
    name: "National Football League",
    teams: 32,
    seasonLabel: "year the season started (2025 = 2025-26)",
    firstSeason: 2022,
    betTypes: footballBetTypes,
    hasWeeks: true,
    regulation: 4,
    official: 4,
    periods: quarters,
    extraTime: /overtime/,
    espnPath: "football/nfl",
    espn: [20, 28],
    teamSources: ["nflverse", "espn", "the_odds_api"],
    final: {
      season: 2025,
      week: 1,
      away: "DAL",
      home: "PHI",
      game_date: "2025-09-04",
      start_time: "2025-09-05T00:20:00Z",
      away_score: 20,
      home_score: 24,
      line_score: { away: [7, 7, 3, 3], home: [7, 10, 7, 0] },
    },
    finalId: "NFL-20250904-DAL-PHI",
    finalPeriods: {
      q1: side(7, 7),
      q2: side(10, 7),
      q3: side(7, 3),
      q4: side(0, 3),
      "1h": side(17, 14),
      "2h": side(7, 6),
    },
    sample: {
      ids: { nflverse: /^20\d\d_\d\d_[A-Z]{2,3}_[A-Z]{2,3}$/, espn: espnId },
      postseasonGames: [13, 13],
      fewestInStart: { 2025: [285, 0], 2026: [100, 28] },
    },
  },
  ncaaf: {
    name: "NCAA Football (FBS)",
    teams: 138,
    seasonLabel: "year the season started",
    firstSeason: 2022,
    betTypes: footballBetTypes,
    hasWeeks: true,
    regulation: 4,
    official: 4,
    periods: quarters,
    extraTime: /overtime/,
    espnPath: "football/college-football",
    espn: [20, 23],
    teamSources: ["espn", "cfbd"],
    final: {
      season: 2025,
      week: 14,
      away: "TEX",
      home: "TAMU",
      game_date: "2025-11-28",
      start_time: "2025-11-29T00:30:00Z",
      away_score: 34,
      home_score: 36,
      line_score: { away: [7, 7, 7, 7, 6, 0], home: [14, 0, 7, 7, 6, 2] },
    },
    finalId: "NCAAF-20251128-TEX-TAMU",
    finalPeriods: {
      q1: side(14, 7),
      q2: side(0, 7),
      q3: side(7, 7),
      q4: side(7, 7),
      "1h": side(14, 14),
      "2h": side(14, 14),
      ot: side(8, 6),
    },
    sample: { ids: { espn: espnId, cfbd: espnId }, postseasonGames: [36, 46], fewestInStart: { 2026: [550, 90] } },
  },
  nba: {
    name: "National Basketball Association",
    teams: 30,
    seasonLabel: "year the season ended (2026 = 2025-26)",
    firstSeason: 2023,
    betTypes:
      "moneyline, spread, total, team_total_over, team_total_under, first_half_moneyline, first_half_spread, " +
      "first_half_total, q1_moneyline, q1_spread, q1_total",
    hasWeeks: false,
    regulation: 4,
    official: 4,
    periods: quarters,
    extraTime: /overtime/,
    espnPath: "basketball/nba",
    espn: [40, 46],
    teamSources: ["espn", "the_odds_api"],
    final: {
      season: 2026,
      away: "NYK",
      home: "BOS",
      game_date: "2026-01-10",
      start_time: "2026-01-11T00:30:00Z",
      away_score: 112,
      home_score: 115,
      line_score: { away: [24, 28, 26, 22, 12], home: [30, 25, 28, 17, 15] },
    },
    finalId: "NBA-20260110-NYK-BOS",
    finalPeriods: {
      q1: side(30, 24),
      q2: side(25, 28),
      q3: side(28, 26),
      q4: side(17, 22),
      "1h": side(55, 52),
      "2h": side(45, 48),
      ot: side(15, 12),
    },
    sample: { ids: { espn: espnId }, postseasonGames: [60, 105], fewestInStart: { 2027: [50, 80] } },
  },
  nhl: {
    name: "National Hockey League",
    teams: 33,
    seasonLabel: "year the season ended (2026 = 2025-26)",
    firstSeason: 2024,
    betTypes: "moneyline, puck_line, total, team_total_over, team_total_under, p1_moneyline, p1_spread, p1_total",
    hasWeeks: false,
    regulation: 3,
    official: 3,
    periods: { p1: [0, 1], p2: [1, 2], p3: [2, 3] },
    extraTime: /overtime/,
    espnPath: "hockey/nhl",
    espn: [70, 90],
    teamSources: ["espn", "nhl", "the_odds_api"],
    // It ends in a shootout.
    final: {
      season: 2026,
      away: "NYR",
      home: "BOS",
      game_date: "2026-01-10",
      start_time: "2026-01-11T00:00:00Z",
      away_score: 2,
      home_score: 3,
      line_score: { away: [1, 0, 1, 0, 0], home: [0, 2, 0, 0, 1] },
    },
    finalId: "NHL-20260110-NYR-BOS",
    finalPeriods: { p1: side(0, 1), p2: side(2, 0), p3: side(0, 1), ot: side(1, 0) },
    sample: {
      ids: { espn: espnId, nhl: /^20\d\d(?:02\d{4}|030[1-4][1-8][1-7])$/ },
      postseasonGames: [60, 105],
      fewestInStart: { 2027: [150, 80] },
    },
  },
};

export const sportNames = Object.keys(sportsByHand) as Sport[];

/** Those that the sample has games of. */
export const sampledSports = sportNames.filter((sport) => sportsByHand[sport].sample !== null);
