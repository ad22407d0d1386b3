/**
 * The NHL's web API: schedules of a week, scores of a day, and of one game the landing page, the right rail and the
 * boxscore. Each tells a part: venue and city are in the landing page, line score and officials in the right rail, the
 * neutral site in the schedule. The ledger makes one record of what they say of a game.
 */

import type { SideScores } from "../../domain/period-scores.ts";
import type { ProviderName } from "../../domain/providers.ts";
import { sportFacts } from "../../domain/sports.ts";
import type { Starter } from "../../domain/starters.ts";
import type { Team } from "../../domain/teams/team.ts";
import { isObject, type JsonObject, objectIn, objectOf } from "../parse.ts";
import { type GameRecord, nothingStated, startersMember } from "../records.ts";
import {
  attempt,
  type FeedItem,
  InputError,
  isProblem,
  problem,
  type RecordProblem,
  refuse,
  refused,
  type Source,
  shown,
  type Where,
} from "../refusals.ts";
import { UndecidedGames } from "../undecided.ts";
import { utcTime } from "../utc-times.ts";
import { gameItem, teamNamed } from "../validate.ts";

/** One item a game of an answer, and one a season with games whose teams are not decided. */
export function* readNhlApi(payload: unknown, source: Source): Generator<FeedItem> {
  const undecided = new UndecidedGames("nhl-api");
  for (const { where, wrong, entry, day } of nhlEntries(payload, source.file)) {
    if (wrong !== undefined) yield refused(where, wrong);
    else {
      yield gameItem(() => nhlGame(entry, day), where, source.nowMs);
      undecided.add(undecidedNhl(entry, day));
    }
  }
  yield* undecided.items(source);
}

// The answers of the NHL's web API, told apart by what is in them, as the games that each of them states.

type Entry =
  | { readonly where: Where; readonly wrong?: never; readonly entry: JsonObject; readonly day: string | null }
  | { readonly where: Where; readonly wrong: RecordProblem; readonly entry?: never; readonly day?: never };

/** The games of an answer, each with the day that it is listed under. */
function* nhlEntries(payload: unknown, file: string): Generator<Entry> {
  if (!isObject(payload)) throw new InputError(file, "is not an answer of the NHL's web API: not an object");
  const { games, gameWeek, id, homeTeam, awayTeam, linescore, seasonSeries, gameInfo } = payload;
  if (Array.isArray(games)) yield* listed(games, null, file);
  else if (Array.isArray(gameWeek)) {
    for (const day of gameWeek as readonly unknown[]) {
      if (!isObject(day) || typeof day.date !== "string" || !Array.isArray(day.games)) {
        throw new InputError(file, "is not a schedule of the NHL's web API: a day has no date or no games");
      }
      yield* listed(day.games, day.date, file);
    }
  } else if (id !== undefined && isObject(homeTeam) && isObject(awayTeam)) {
    yield { where: whereOf(payload, file, 0), entry: payload, day: null };
  } else if (Array.isArray(seasonSeries) && (isObject(linescore) || isObject(gameInfo))) {
    yield rightRail(payload, seasonSeries, file);
  } else {
    throw new InputError(file, "is not a schedule, scores, landing, boxscore or right-rail of the NHL's web API");
  }
}

function* listed(games: readonly unknown[], day: string | null, file: string): Generator<Entry> {
  for (const [index, entry] of games.entries()) {
    const where = whereOf(entry, file, index);
    if (isObject(entry)) yield { where, entry, day };
    else yield { where, wrong: problem("malformed", "is not an object") };
  }
}

function whereOf(entry: unknown, file: string, index: number): Where {
  const id = isObject(entry) ? entry.id : undefined;
  return { file, record: typeof id === "number" ? `game ${id}` : `entry ${index + 1}` };
}

/**
 * A right rail has line score and officials of a game, and does not say of which: the addresses of its reports do. The
 * game's own facts are among those of the season's series between the two teams.
 */
function rightRail(payload: JsonObject, series: readonly unknown[], file: string): Entry {
  const ids = reportedIds(payload.gameReports);
  const [id] = ids;
  if (id === undefined || ids.length > 1) {
    const detail = id === undefined ? "no report says which game this is" : `the reports are of ${ids.join(" and ")}`;
    return { where: { file, record: "right rail" }, wrong: problem("malformed", detail, "gameReports") };
  }
  const where = { file, record: `game ${id}` };
  const game = series.find((each) => isObject(each) && String(each.id) === id);
  if (!isObject(game)) {
    return { where, wrong: problem("malformed", "the game is not in the series of its teams", "seasonSeries") };
  }
  return { where, entry: { ...game, linescore: payload.linescore, gameInfo: payload.gameInfo }, day: null };
}

/** `…/htmlreports/20232024/GS020207.HTM` is a report of game 2023020207. */
function reportedIds(reports: unknown): readonly string[] {
  const ids = new Set<string>();
  for (const address of isObject(reports) ? Object.values(reports) : []) {
    const parts = /\/(\d{4})\d{4}\/[A-Z]{2}(\d{6})\.HTM$/i.exec(String(address));
    if (parts !== null) ids.add(`${parts[1]}${parts[2]}`);
  }
  return [...ids];
}

// One game as the NHL's web API states it: in a week's schedule, a day's scores, a landing page or a boxscore.

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
function undecidedNhl(entry: JsonObject, day: string | null): (Times & { readonly sport: "nhl" }) | null {
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
function nhlGame(entry: JsonObject, day: string | null): GameRecord {
  const identity = identityOf(entry);
  const status = statusOf(entry);
  const home = teamOf(entry, "home");
  const away = teamOf(entry, "away");
  const times = timesOf(entry, day);
  return {
    type: "game",
    provider,
    ...nothingStated,
    sport: "nhl",
    ...identity,
    ...times,
    status,
    home: home.abbreviation,
    away: away.abbreviation,
    neutral_site: typeof entry.neutralSite === "boolean" ? entry.neutralSite : null,
    ...(status === "final" ? resultOf(entry, identity) : {}),
    venue: venueOf(entry),
    referee: nhlReferee(entry),
    ...(status === "final" ? nhlStarters(entry) : {}),
  };
}

// Periods and officials of a game of the NHL's web API, where they are now and where they were until 2024.

/** Names are objects by language: `{"default": "Montréal", "fr": …}`. */
function namedText(value: unknown): string | null {
  const text = isObject(value) ? value.default : value;
  return typeof text === "string" && text !== "" ? text : null;
}

/** Two referees lead a game together; the first of the list stands for both. */
function nhlReferee(entry: JsonObject): string | null {
  const info = objectOf(entry.gameInfo ?? objectOf(entry.summary).gameInfo);
  return Array.isArray(info.referees) ? namedText(info.referees[0]) : null;
}

/** The goalies of a boxscore that are said to have started. Other answers name none. */
function nhlStarters(entry: JsonObject): Pick<GameRecord, "starters"> {
  return startersMember(goalieOf(entry, "homeTeam"), goalieOf(entry, "awayTeam"));
}

function goalieOf({ playerByGameStats }: JsonObject, side: "homeTeam" | "awayTeam"): Starter | null {
  const { goalies } = objectIn(playerByGameStats, side);
  const started = Array.isArray(goalies) ? goalies.map(objectOf).filter(({ starter }) => starter === true) : [];
  const [{ playerId, name } = {}] = started;
  const text = namedText(name);
  if (started.length !== 1 || typeof playerId !== "number" || text === null) return null;
  return { id: String(playerId), name: text, hand: null };
}

/**
 * The goals of each period. A right rail (and a landing page until March 2024) states them; a landing page of today lists
 * the goals under their periods, each with the score that it made. A shootout is period 5 and one goal of its winner.
 */
function nhlLineScore(entry: JsonObject, final: SideScores): GameRecord["line_score"] {
  const summary = objectOf(entry.summary);
  const isOwn = entry.linescore !== undefined && entry.linescore !== null;
  const stated = isOwn ? entry.linescore : (summary.linescore ?? null);
  if (stated !== null) return statedPeriods(stated, isOwn ? "linescore" : "summary.linescore", final);
  return summary.scoring === undefined ? null : periodsOfGoals(summary.scoring);
}

/** The periods of a list, or the problem with the first that does not stand in its place. */
function periodsIn(list: unknown, field: string): readonly JsonObject[] {
  if (!Array.isArray(list)) return refuse("malformed", "is not a list of periods", field);
  const periods = list.map(objectOf);
  const wrong = periods.findIndex((period, index) => objectOf(period.periodDescriptor).number !== index + 1);
  return wrong === -1 ? periods : refuse("malformed", `is not period ${wrong + 1}`, `${field}.${wrong}`);
}

function statedPeriods(lineScore: unknown, field: string, final: SideScores): GameRecord["line_score"] {
  const { byPeriod, totals } = objectOf(lineScore);
  const periods = periodsIn(byPeriod, `${field}.byPeriod`);
  const { home, away } = objectOf(totals);
  if (isObject(totals) && (home !== final.home || away !== final.away)) {
    return refuse("malformed", `${away}-${home}, and the score is ${final.away}-${final.home}`, `${field}.totals`);
  }
  if (periods.length === 0) return null;
  const points = { home: [] as number[], away: [] as number[] };
  for (const [index, period] of periods.entries()) {
    for (const side of ["home", "away"] as const) {
      const goals = period[side];
      if (typeof goals !== "number") return refuse("malformed", "is no number", `${field}.byPeriod.${index}.${side}`);
      points[side].push(goals);
    }
  }
  return points;
}

function periodsOfGoals(scoring: unknown): GameRecord["line_score"] {
  const field = "summary.scoring";
  const periods = periodsIn(scoring, field);
  if (periods.length === 0) return null;
  const points = { home: [] as number[], away: [] as number[] };
  let [homeBefore, awayBefore] = [0, 0];
  for (const [index, { goals }] of periods.entries()) {
    if (!Array.isArray(goals)) return refuse("malformed", "is not a list of goals", `${field}.${index}.goals`);
    const last = objectOf(goals.at(-1) ?? { homeScore: homeBefore, awayScore: awayBefore });
    const { homeScore, awayScore } = last;
    if (typeof homeScore !== "number" || typeof awayScore !== "number") {
      return refuse("malformed", "the last goal has no score", `${field}.${index}.goals`);
    }
    points.home.push(homeScore - homeBefore);
    points.away.push(awayScore - awayBefore);
    [homeBefore, awayBefore] = [homeScore, awayScore];
  }
  return points;
}
