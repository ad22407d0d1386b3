/** Final games as the contract wants them, from canonical game records: identity, start, score and periods. */
import type { Sport } from "../../../src/domain/sports.ts";
import type { GameRecord } from "../../../src/feed/records.ts";
import { sportsByHand } from "../../support/sports.ts";
import type { Capture } from "./quotes.ts";

export type Score = { readonly home: number; readonly away: number };

/** Members that every row of a game begins with, in their order. */
export type GameKeys = {
  readonly game_id: string;
  readonly sport: Sport;
  readonly season: number;
  readonly season_type: string | null;
  readonly week: number | null;
  readonly game_date: string;
  readonly start_time: string;
  readonly home: string;
  readonly away: string;
};

export type OracleGame = {
  readonly keys: GameKeys;
  readonly startMs: number;
  readonly score: Score;
  /** Empty when they are withheld [D-9]. */
  readonly periodScores: Readonly<Record<string, Score>>;
  /** Innings that were played, half ones as .5; null in other sports, and where the periods are withheld. */
  readonly innings: number | null;
  /** Of published and other books, in any order. */
  readonly captures: readonly Capture[];
  readonly ids: OutsideIds;
  readonly conditions: Conditions;
};

/** What bets can be asked for of the game's day and place: a game under a roof has neither wind nor temperature. */
export type Conditions = {
  readonly wind: number | null;
  readonly temperature: number | null;
  readonly indoor: boolean | null;
};

/** The ids of a game at other sources, in the order of the contract. */
export type OutsideIds = Readonly<Record<(typeof outsideSources)[number], string | null>> & {
  readonly the_odds_api: readonly string[];
};

const outsideSources = ["nflverse", "espn", "mlb", "nhl", "cfbd", "retrosheet"] as const;

/** The providers of records that have an id of their own in that list. */
const sourceOf: Readonly<Record<string, string>> = {
  nflverse: "nflverse",
  espn: "espn",
  "mlb-statsapi": "mlb",
  "nhl-api": "nhl",
  cfbd: "cfbd",
  retrosheet: "retrosheet",
};

/**
 * @param record a final game with a start, of which `game_date` and the abbreviations are the published ones.
 * @param eventIds those of The Odds API's events that price it.
 */
export function gameOf(record: GameRecord, captures: readonly Capture[], eventIds: readonly string[] = []): OracleGame {
  const { sport, season, season_type, home, away } = record;
  const start = record.actual_start_time ?? record.start_time;
  const [game_date, homeScore, awayScore] = [record.game_date, record.home_score, record.away_score];
  if (game_date === null || start === null || homeScore === null || awayScore === null) {
    throw new RangeError(`${record.game_id} is no final game with a date and a start`);
  }
  const number = (record.game_number ?? 1) > 1 ? `-${record.game_number}` : "";
  const startMs = Date.parse(start);
  const score = { home: homeScore, away: awayScore };
  return {
    keys: {
      game_id: `${sport.toUpperCase()}-${game_date.replaceAll("-", "")}-${away}-${home}${number}`,
      sport,
      season,
      season_type,
      week: sportsByHand[sport].hasWeeks ? record.week : null,
      game_date,
      start_time: new Date(startMs).toISOString(),
      home,
      away,
    },
    startMs,
    score,
    periodScores: periodScoresOf(record, score),
    innings: inningsOf(record, score),
    captures,
    ids: idsOf(record, eventIds),
    conditions: conditionsOf(record),
  };
}

function conditionsOf({ venue, weather }: GameRecord): Conditions {
  const indoor = venue?.indoor ?? null;
  const outdoors = indoor === true ? null : weather;
  return { wind: outdoors?.wind_mph ?? null, temperature: outdoors?.temp_f ?? null, indoor };
}

/** What the provider itself calls the game, or else what its record states. */
function idsOf({ provider, game_id, other_ids: stated }: GameRecord, eventIds: readonly string[]): OutsideIds {
  const ids = outsideSources.map((source) => [
    source,
    sourceOf[provider] === source ? game_id : (stated?.[source] ?? null),
  ]);
  const events = new Set([...eventIds, ...(stated?.the_odds_api ?? [])]);
  return { ...Object.fromEntries(ids), the_odds_api: [...events].sort() };
}

/** The order of all lists: by start, then by id. */
export function inOrder(games: readonly OracleGame[]): OracleGame[] {
  return games.toSorted((a, b) => a.startMs - b.startMs || (a.keys.game_id < b.keys.game_id ? -1 : 1));
}

/** Empty when the line score is missing, incomplete, or does not add up to the final score [D-9]. */
function periodScoresOf({ sport, line_score: line, overtime }: GameRecord, final: Score): Record<string, Score> {
  if (line === null) return {};
  const { regulation, official, periods } = sportsByHand[sport];
  const home = [...line.home];
  const away = [...line.away];
  // Baseball's last half inning need not be batted: it counts as no runs.
  if (sport === "mlb" && home.length === away.length - 1) home.push(0);
  if (sport === "mlb" && home.at(-1) === null) home[home.length - 1] = 0;
  const isWhole = home.length === away.length && home.length >= official;
  const numbers = (side: readonly (number | null)[]): number[] => side.filter((points) => points !== null);
  if (!isWhole || numbers(home).length < home.length || numbers(away).length < away.length) return {};
  const sum = (side: readonly (number | null)[], from: number, to?: number): number =>
    numbers(side.slice(from, to)).reduce((a, b) => a + b, 0);
  if (sum(home, 0) !== final.home || sum(away, 0) !== final.away) return {};
  const hasExtra = home.length > regulation;
  if (overtime !== null && overtime !== hasExtra) return {};
  const scores = Object.fromEntries(
    Object.entries(periods).map(([period, [from, to]]) => [
      period,
      { home: sum(home, from, to), away: sum(away, from, to) },
    ]),
  );
  return hasExtra ? { ...scores, ot: { home: sum(home, regulation), away: sum(away, regulation) } } : scores;
}

function inningsOf(record: GameRecord, score: Score): number | null {
  const { sport, line_score: line } = record;
  if (sport !== "mlb" || line === null || !("inn5" in periodScoresOf(record, score))) return null;
  return line.away.length - (line.home[line.away.length - 1] == null ? 0.5 : 0);
}

/** The row of /v1/ids/games. */
export function idRows({ keys, ids }: OracleGame): (GameKeys & OutsideIds)[] {
  return [{ ...keys, ...ids }];
}
