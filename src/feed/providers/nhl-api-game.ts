/** One game as the NHL's web API states it: in a week's schedule, a day's scores, a landing page or a boxscore. */
import type { ProviderName } from "../../domain/providers.ts";
import { sportFacts } from "../../domain/sports.ts";
import type { Team } from "../../domain/teams/team.ts";
import { isObject, type JsonObject } from "../json-text.ts";
import { attempt, isProblem, refuse } from "../problem.ts";
import type { GameRecord } from "../records.ts";
import { utcTime } from "../utc-times.ts";
import { teamNamed } from "../validate.ts";
import { namedText, nhlLineScore, nhlReferee, nhlStarters } from "./nhl-api-details.ts";

const provider = "nhl-api" satisfies ProviderName;

type Status = GameRecord["status"];

/** `FINAL` becomes `OFF` when the league has confirmed it; `CRIT` and `OVER` are the end of a game still in play. */
const statusByState: Readonly<Record<string, Status>> = {
  FUT: "scheduled",
  PRE: "scheduled",
  LIVE: "scheduled",
  CRIT: "scheduled",
  OVER: "scheduled",
  FINAL: "final",
  OFF: "final",
};

/** null: the game goes as planned, so that its `gameState` decides. */
const statusByScheduleState: Readonly<Record<string, Status | null>> = {
  OK: null,
  TBD: null,
  PPD: "postponed",
  SUSP: "suspended",
  CNCL: "cancelled",
};

const seasonTypes: Readonly<Record<number, GameRecord["season_type"]>> = { 2: "regular", 3: "postseason" };

function shown(value: unknown): string {
  return JSON.stringify(value) ?? "missing";
}

type Identity = Pick<GameRecord, "game_id" | "season" | "season_type">;

/** The id 2023020207 is game 207 of type 02 in the season that began in 2023. */
function identityOf({ id, season, gameType }: JsonObject): Identity {
  const parts = /^(\d{4})(\d{2})\d{4}$/.exec(String(id));
  if (parts === null) return refuse("malformed", `id is ${shown(id)}, not ten digits`, "id");
  if (typeof gameType !== "number") return refuse("malformed", `is ${shown(gameType)}`, "gameType");
  const [, firstYear, type] = parts;
  if (Number(type) !== gameType) return refuse("malformed", `is ${gameType}, and the id ${id} has ${type}`, "gameType");
  const seasonType = seasonTypes[gameType];
  if (seasonType === undefined) return refuse("not-covered", `game type ${gameType}`, "gameType");
  const years = `${firstYear}${Number(firstYear) + 1}`;
  if (String(season) !== years) return refuse("malformed", `is ${shown(season)}, and the id says ${years}`, "season");
  const year = Number(firstYear) + 1;
  if (year < sportFacts.nhl.firstSeason) return refuse("not-covered", `season ${year}`, "season");
  return { game_id: String(id), season: year, season_type: seasonType };
}

function statusOf({ gameState, gameScheduleState, homeTeam }: JsonObject): Status {
  const byState = typeof gameState === "string" ? statusByState[gameState] : undefined;
  if (byState === undefined) return refuse("malformed", `game state is ${shown(gameState)}`, "gameState");
  const plan = typeof gameScheduleState === "string" ? statusByScheduleState[gameScheduleState] : undefined;
  if (plan === undefined) {
    return refuse("malformed", `schedule state is ${shown(gameScheduleState)}`, "gameScheduleState");
  }
  if (plan === null) return byState;
  const hasScore = isObject(homeTeam) && typeof homeTeam.score === "number";
  if (byState !== "final" || !hasScore) return plan;
  return refuse(
    "malformed",
    `is ${gameScheduleState} of a game that is ${gameState} with a score`,
    "gameScheduleState",
  );
}

type Side = "home" | "away";

function abbreviationOf(entry: JsonObject, side: Side): unknown {
  const stated = entry[`${side}Team`];
  return isObject(stated) ? stated.abbrev : undefined;
}

/** The day of a game whose teams are not decided yet; null where they are, or the game is none of ours. */
export function undecidedNhl(entry: JsonObject, day: string | null): (Times & { readonly sport: "nhl" }) | null {
  if (abbreviationOf(entry, "home") !== "TBD" && abbreviationOf(entry, "away") !== "TBD") return null;
  const found = attempt(() => {
    identityOf(entry);
    return { sport: "nhl" as const, ...timesOf(entry, day) };
  });
  return isProblem(found) ? null : found;
}

function teamOf(entry: JsonObject, side: Side): Team {
  const abbreviation = abbreviationOf(entry, side);
  if (typeof abbreviation !== "string") {
    return refuse("malformed", `abbreviation is ${shown(abbreviation)}`, `${side}Team.abbrev`);
  }
  if (abbreviation === "TBD") return refuse("unknown-team", "the team is not decided yet: TBD", side);
  return teamNamed("nhl", abbreviation, side);
}

type Times = Pick<GameRecord, "game_date" | "start_time">;

/** @param day the day that the entry is listed under; null where it is listed under none. */
function timesOf({ gameDate, startTimeUTC, gameScheduleState }: JsonObject, day: string | null): Times {
  const date = gameDate ?? day;
  if (typeof date !== "string") return refuse("malformed", `date is ${shown(gameDate)}`, "gameDate");
  if (day !== null && date !== day) return refuse("malformed", `is ${date}, listed under ${day}`, "gameDate");
  // While the start is open, the API has a made-up hour, such as midnight or noon in New York, or none.
  if (gameScheduleState === "TBD" || startTimeUTC === undefined || startTimeUTC === null) {
    return { game_date: date, start_time: null };
  }
  const start = utcTime(startTimeUTC);
  if (start === null) return refuse("malformed", `start is ${shown(startTimeUTC)}`, "startTimeUTC");
  return { game_date: date, start_time: start };
}

function scoreOf(entry: JsonObject, side: Side): number {
  const stated = entry[`${side}Team`];
  const score = isObject(stated) ? stated.score : undefined;
  if (typeof score === "number" && Number.isInteger(score)) return score;
  return refuse("malformed", `score of a final game is ${shown(score)}`, `${side}Team.score`);
}

/** In which kind of period a final game ended; null where it is not said. */
function lastPeriodOf({ gameOutcome, periodDescriptor }: JsonObject): string | null {
  const outcome = isObject(gameOutcome) ? (gameOutcome.lastPeriodType ?? null) : null;
  const period = isObject(periodDescriptor) ? (periodDescriptor.periodType ?? null) : null;
  const last = outcome ?? period;
  if (last === null) return null;
  const field = outcome === null ? "periodDescriptor.periodType" : "gameOutcome.lastPeriodType";
  if (last !== "REG" && last !== "OT" && last !== "SO") return refuse("malformed", `is ${shown(last)}`, field);
  if (period === null || period === last) return last;
  return refuse("malformed", `is ${last}, and the last period is ${shown(period)}`, field);
}

type Result = Pick<GameRecord, "home_score" | "away_score" | "overtime" | "line_score">;

const noResult: Result = { home_score: null, away_score: null, overtime: null, line_score: null };

/** The score holds the goal that the winner of a shootout is given [D-10]. */
function resultOf(entry: JsonObject, { season_type: seasonType }: Identity): Result {
  const home = scoreOf(entry, "home");
  const away = scoreOf(entry, "away");
  const last = lastPeriodOf(entry);
  const margin = Math.abs(home - away);
  if (margin === 0) return refuse("malformed", `${away}-${home}: no final of the NHL is tied`, "homeTeam.score");
  if (last !== null && last !== "REG" && margin !== 1) {
    return refuse("malformed", `${away}-${home}: a game that ends in ${last} ends by one goal`, "homeTeam.score");
  }
  if (last === "SO" && seasonType === "postseason") {
    return refuse("malformed", "the postseason has no shootout", "gameOutcome.lastPeriodType");
  }
  const lineScore = nhlLineScore(entry, { home, away });
  return {
    home_score: home,
    away_score: away,
    overtime: last === null ? null : last !== "REG",
    line_score: lineScore,
  };
}

/** The API gives a building no id, so its name is the id. Nothing says whether a game was played outdoors. */
function venueOf(entry: JsonObject): GameRecord["venue"] {
  const name = namedText(entry.venue);
  return name === null ? null : { venue_id: name, name, city: namedText(entry.venueLocation), indoor: null };
}

/** @param day the slate date that the entry is listed under; null where its own `gameDate` must say it. */
export function nhlGame(entry: JsonObject, day: string | null): GameRecord {
  const identity = identityOf(entry);
  const status = statusOf(entry);
  const home = teamOf(entry, "home");
  const away = teamOf(entry, "away");
  const times = timesOf(entry, day);
  const result = status === "final" ? resultOf(entry, identity) : noResult;
  return {
    type: "game",
    provider,
    sport: "nhl",
    ...identity,
    week: null,
    ...times,
    game_number: null,
    actual_start_time: null,
    status,
    home: home.abbreviation,
    away: away.abbreviation,
    neutral_site: typeof entry.neutralSite === "boolean" ? entry.neutralSite : null,
    ...result,
    venue: venueOf(entry),
    referee: nhlReferee(entry),
    weather: null,
    ...(status === "final" ? nhlStarters(entry) : {}),
  };
}
