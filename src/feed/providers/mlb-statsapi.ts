/**
 * MLB StatsAPI: schedules, with whatever they were hydrated with (line score, officials, weather), and live feeds.
 * A game that was moved or interrupted stands in a schedule once for each of its days, under one `gamePk`.
 */

import { foldName } from "../../domain/fold-name.ts";
import type { ProviderName } from "../../domain/providers.ts";
import { newYork } from "../../domain/slate-date.ts";
import { mlbClubIds } from "../../domain/sports/mlb/mlb.ts";
import { mlbTeams } from "../../domain/sports/mlb/teams.ts";
import { sportFacts } from "../../domain/sports.ts";
import type { Starter } from "../../domain/starters.ts";
import { teamByAbbreviation } from "../../domain/teams/registry.ts";
import type { Team } from "../../domain/teams/team.ts";
import { isObject, type JsonObject, objectIn } from "../parse.ts";
import { type GameRecord, nothingStated, startersMember } from "../records.ts";
import {
  attempt,
  type FeedItem,
  InputError,
  isProblem,
  problem,
  refuse,
  refused,
  type Source,
  shown,
} from "../refusals.ts";
import { matchTeam } from "../team-names.ts";
import { UndecidedGames } from "../undecided.ts";
import { slateDateOfStart, utcTime } from "../utc-times.ts";
import { gameItem, teamNamed } from "../validate.ts";

const provider = "mlb-statsapi" satisfies ProviderName;

/** The fields that every game of an answer has, whether it is a row of a schedule or a live feed. */
function isGame(value: unknown): value is JsonObject {
  return isObject(value) && value.gamePk !== undefined && (isObject(value.teams) || isObject(value.gameData));
}

function childrenOf(value: unknown, name: string): readonly unknown[] | null {
  const children = isObject(value) ? value[name] : undefined;
  if (Array.isArray(children)) return children;
  if (name !== "body" || !isObject(children)) return null;
  // A recorder kept a day as one object: its games by their places, beside an empty list of other events.
  return Object.keys(children)
    .filter((key) => /^\d+$/.test(key))
    .map((key) => children[key]);
}

/** The games of an answer; null when it is none that has games. */
function gamesOf(payload: unknown): readonly unknown[] | null {
  if (isGame(payload)) return [payload];
  const days = childrenOf(payload, "dates") ?? childrenOf(payload, "series");
  if (days !== null) {
    const games = days.map((day) => childrenOf(day, "games"));
    return games.every((ofDay) => ofDay !== null) ? games.flat() : null;
  }
  const rows = Array.isArray(payload) ? (payload as readonly unknown[]) : childrenOf(payload, "body");
  return rows === null || (rows.length > 0 && !isGame(rows[0])) ? null : rows;
}

function whyNoGames(payload: unknown): string {
  const isPart = isObject(payload) && (Array.isArray(payload.innings) || Array.isArray(payload.officials));
  if (!isPart) return "neither a schedule nor a live feed";
  return "a line score or boxscore alone does not say which game it is of; take the live feed, or a hydrated schedule";
}

/** A live feed names its game twice. */
function checkFeed({ gamePk, gameData }: JsonObject): void {
  const { pk } = objectIn(gameData, "game");
  if (pk === undefined || pk === gamePk) return;
  refuse("malformed", `is ${shown(pk)}, and gamePk is ${gamePk}`, "gameData.game.pk");
}

/** A live feed in the shape of a row of a hydrated schedule; a row as it is. */
function rowOf(game: JsonObject): JsonObject {
  const { gamePk, gameData, liveData } = game;
  if (!isObject(gameData)) return game;
  const facts = objectIn(gameData, "game");
  const times = objectIn(gameData, "datetime");
  const linescore = objectIn(liveData, "linescore");
  const side = (name: "home" | "away") => ({
    team: objectIn(gameData, "teams", name),
    score: objectIn(linescore, "teams", name).runs,
  });
  return {
    gamePk,
    gameType: facts.type,
    season: facts.season,
    gameDate: times.dateTime,
    officialDate: times.officialDate,
    status: gameData.status,
    doubleHeader: facts.doubleHeader,
    gameNumber: facts.gameNumber,
    resumedFrom: times.resumedFromDateTime,
    // The feed of a game that has gone on keeps both dates; only one that is still to go on has this one alone.
    resumeGameDate: times.resumedFromDateTime === undefined ? times.resumeDate : undefined,
    teams: { home: side("home"), away: side("away") },
    venue: gameData.venue,
    weather: gameData.weather,
    gameInfo: gameData.gameInfo,
    linescore,
    officials: objectIn(liveData, "boxscore").officials,
  };
}

/** R is the regular season; wild card, division and league series and World Series follow. All others are not covered. */
const seasonTypes: ReadonlyMap<string, GameRecord["season_type"]> = new Map([
  ["R", "regular"],
  ["F", "postseason"],
  ["D", "postseason"],
  ["L", "postseason"],
  ["W", "postseason"],
]);

/** From April to August the clubs of MLB play games of the regular season alone. */
const monthsOfRegularSeason = ["04", "05", "06", "07", "08"];

function seasonTypeOf(row: JsonObject): GameRecord["season_type"] {
  const { gameType, officialDate } = row;
  if (typeof gameType === "string") {
    return seasonTypes.get(gameType) ?? refuse("not-covered", `game type ${shown(gameType)}`, "gameType");
  }
  // Schedules that a recorder has cut down to the results have no game type.
  const month = typeof officialDate === "string" ? officialDate.slice(5, 7) : "";
  if (gameType === undefined && monthsOfRegularSeason.includes(month)) return "regular";
  return refuse("malformed", `game type is ${shown(gameType)}`, "gameType");
}

function seasonOf({ season }: JsonObject): number {
  if (typeof season === "number") return season;
  if (typeof season === "string" && /^\d{4}$/.test(season)) return Number(season);
  return refuse("malformed", `season is ${shown(season)}`, "season");
}

/** Null where the row says that the day has one game only. */
function numberOf({ doubleHeader, gameNumber }: JsonObject): number | null {
  if (doubleHeader !== "Y" && doubleHeader !== "S") return null;
  if (typeof gameNumber === "number") return gameNumber;
  return refuse("malformed", "a doubleheader needs the number of the game", "gameNumber");
}

type Scores = { readonly home: number | null; readonly away: number | null };

/** The final score, which everything else that the row says of it must agree with. */
function finalScoreOf(row: JsonObject): Scores {
  const scores = { home: objectIn(row, "teams", "home").score, away: objectIn(row, "teams", "away").score };
  for (const side of ["home", "away"] as const) {
    const score = scores[side];
    const field = `teams.${side}.score`;
    if (typeof score !== "number") return refuse("malformed", "a final game needs both scores", field);
    const runs = objectIn(row, "linescore", "teams", side).runs;
    if (typeof runs === "number" && runs !== score) {
      return refuse("malformed", `is ${score}, and the line score says ${runs}`, field);
    }
  }
  const { home, away } = scores as { home: number; away: number };
  if (typeof row.isTie === "boolean" && row.isTie !== (home === away)) {
    return refuse("malformed", `is ${row.isTie}, and the score is ${away}-${home}`, "isTie");
  }
  for (const [side, hasWon] of [["home", home > away] as const, ["away", away > home] as const]) {
    const stated = objectIn(row, "teams", side).isWinner;
    if (typeof stated !== "boolean" || stated === hasWon) continue;
    return refuse("malformed", `is ${stated}, and the score is ${away}-${home}`, `teams.${side}.isWinner`);
  }
  return { home, away };
}

function gameOf(game: JsonObject, id: string): GameRecord {
  checkFeed(game);
  const row = rowOf(game);
  const seasonType = seasonTypeOf(row);
  const season = seasonOf(row);
  const home = clubOf(objectIn(row, "teams", "home").team, "home");
  const away = clubOf(objectIn(row, "teams", "away").team, "away");
  const status = statusOf(row);
  const when = dateAndStartOf(row, status);
  const actualStart = firstPitchOf(row, status);
  const gameNumber = numberOf(row);
  const isFinal = status === "final";
  const scores = isFinal ? finalScoreOf(row) : { home: null, away: null };
  const lineScore = isFinal ? mlbLineScore(row.linescore) : null;
  const venue = mlbVenue(row);
  return {
    type: "game",
    provider,
    ...nothingStated,
    game_id: id,
    sport: "mlb",
    season,
    season_type: seasonType,
    game_date: when.gameDate,
    game_number: gameNumber,
    start_time: when.startTime,
    actual_start_time: actualStart,
    status,
    home: home.abbreviation,
    away: away.abbreviation,
    neutral_site: venue.isOfHome ? false : null,
    overtime: overtimeOf(row, lineScore),
    home_score: scores.home,
    away_score: scores.away,
    line_score: lineScore,
    venue: venue.venue,
    referee: plateUmpireOf(row.officials),
    weather: mlbWeather(row.weather),
    ...(isFinal ? mlbStarters(game) : {}),
    ...(isFinal ? resumedOnOf(row, when) : {}),
  };
}

/** The day of a game of the postseason whose clubs are not decided yet; null of any other. */
function undecidedOf(game: JsonObject): { sport: "mlb"; game_date: string | null; start_time: string | null } | null {
  const row = rowOf(game);
  const when = attempt(() => {
    if (seasonTypeOf(row) !== "postseason" || statusOf(row) !== "scheduled") return null;
    const isDecided = (["home", "away"] as const).every((side) => {
      return !isProblem(attempt(() => clubOf(objectIn(row, "teams", side).team, side)));
    });
    return isDecided ? null : dateAndStartOf(row, "scheduled");
  });
  if (when === null || isProblem(when)) return null;
  return { sport: "mlb", game_date: when.gameDate, start_time: when.startTime };
}

/**
 * One item a game of a schedule, of the series of a postseason, or of a live feed, and one a season with games whose clubs
 * are not decided.
 */
export function* readMlbStatsapi(payload: unknown, source: Source): Generator<FeedItem> {
  const { file, nowMs } = source;
  const undecided = new UndecidedGames(provider);
  const games = gamesOf(payload);
  if (games === null) throw new InputError(file, `has no games of MLB StatsAPI: ${whyNoGames(payload)}`);
  for (const [index, game] of games.entries()) {
    const id = isObject(game) ? game.gamePk : undefined;
    const isId = typeof id === "number" && Number.isInteger(id);
    const where = { file, record: isId ? `game ${id}` : `entry ${index + 1}` };
    if (!isGame(game)) yield refused(where, problem("malformed", "is not a game: no gamePk or no teams"));
    else if (!isId) yield refused(where, problem("malformed", `${shown(id)} is not a game's id`, "gamePk"));
    else {
      yield gameItem(() => gameOf(game, String(id)), where, nowMs);
      undecided.add(undecidedOf(game));
    }
  }
  yield* undecided.items(source);
}

// Reads the state of a game of StatsAPI. `abstractGameState` says Final of games that were postponed or cancelled, too.

type Status = GameRecord["status"];

/** States that end a day. All others (Pre-Game, Warmup, In Progress, Delayed Start …) wait for the end of the game. */
const statusOfState: ReadonlyMap<string, Status> = new Map([
  ["Final", "final"],
  ["Game Over", "final"],
  ["Completed Early", "final"],
  ["Postponed", "postponed"],
  ["Cancelled", "cancelled"],
  ["Canceled", "cancelled"],
  ["Suspended", "suspended"],
]);

/** The state, without what led to it: "Completed Early: Rain" is "Completed Early". */
function stateOf(status: unknown): string | null {
  const stated = isObject(status) ? status.detailedState : status;
  return typeof stated === "string" ? (stated.split(":")[0] ?? "").trim() : null;
}

const isStated = (value: unknown): boolean => value !== undefined && value !== null;

/** The status of a row: that of the game as it stood when this day of it was over. */
function statusOf(row: JsonObject): Status {
  const state = stateOf(row.status);
  const field = isObject(row.status) ? "status.detailedState" : "status";
  if (state === null || state === "") return refuse("malformed", "the state of the game is missing", field);
  const status = statusOfState.get(state);
  const abstract = isObject(row.status) ? row.status.abstractGameState : undefined;
  if (status === undefined) {
    if (abstract !== "Final") return "scheduled";
    // A forfeit, or what there may be besides: whether its score counts is not for an adapter to guess.
    return refuse("malformed", `${shown(state)} is an end of a game that is not known`, field);
  }
  if (status !== "final") return status;
  if (isStated(abstract) && abstract !== "Final") {
    return refuse("malformed", `is ${shown(state)}, and abstractGameState ${shown(abstract)}`, field);
  }
  // The row of the day on which a game was interrupted has the final score once the game has gone on elsewhere.
  return isStated(row.resumeGameDate) || isStated(row.resumeDate) ? "suspended" : "final";
}

// When a game of StatsAPI is, and when it began: dates of moved and resumed games belong to another day than the row.

type DateAndStart = { readonly gameDate: string | null; readonly startTime: string | null };

/** A second game that follows the first one has a made-up time: five minutes after the first, or 07:33 UTC. */
function isTimeOpen({ status }: JsonObject): boolean {
  return isObject(status) && status.startTimeTBD === true;
}

/** The day that a start is on. A made-up time in the night is that of the day itself, and of no night before it. */
function dayOf(startTime: string, isOpen: boolean): string {
  if (!isOpen) return slateDateOfStart(startTime);
  return Temporal.Instant.from(startTime).toZonedDateTimeISO(newYork).toPlainDate().toString();
}

function dateAndStartOf(row: JsonObject, status: GameRecord["status"]): DateAndStart {
  // The row of the day on which a game went on states when it began; its own time is that of the second part [D-4].
  const field = typeof row.resumedFrom === "string" ? "resumedFrom" : "gameDate";
  const stated = utcTime(row[field]);
  if (stated === null) return refuse("malformed", `is ${shown(row[field])}`, field);
  const { officialDate = null } = row;
  if (officialDate !== null && typeof officialDate !== "string") {
    return refuse("malformed", `is ${shown(officialDate)}`, "officialDate");
  }
  const isOpen = isTimeOpen(row);
  return {
    // The official date of a postponed game is already that of the day to which it was moved.
    gameDate: status === "postponed" || officialDate === null ? dayOf(stated, isOpen) : officialDate,
    startTime: isOpen ? null : stated,
  };
}

/** The day on which a suspended game went on: the row that states where it was resumed from is of that day. */
function resumedOnOf(row: JsonObject, { gameDate }: DateAndStart): Pick<GameRecord, "resumed_on"> {
  const stated = typeof row.resumedFrom === "string" ? utcTime(row.gameDate) : null;
  const date = stated === null ? null : dayOf(stated, isTimeOpen(row));
  // A live feed may state the first start alone.
  return date === null || gameDate === null || date <= gameDate ? {} : { resumed_on: date };
}

/** The first pitch, where a live feed or a hydrated schedule states it and the game has begun. */
function firstPitchOf({ gameInfo }: JsonObject, status: GameRecord["status"]): string | null {
  const stated = isObject(gameInfo) ? gameInfo.firstPitch : undefined;
  if (stated === undefined || stated === null || status === "postponed" || status === "cancelled") return null;
  return utcTime(stated) ?? refuse("malformed", `${shown(stated)} is not a time`, "gameInfo.firstPitch");
}

// Finds the club that a team of StatsAPI is. Schedules of the minor leagues have the same shape and the same game types.

/** Abbreviations of the thirty clubs, by their ids. */
const clubs: ReadonlyMap<string, string> = new Map(Object.entries(mlbClubIds).map(([club, [id = ""]]) => [id, club]));

/** The names of clubs in a schedule that was cut down to the results. No two clubs share a name. */
const nicknames: ReadonlyMap<string, Team> = new Map(
  mlbTeams.map((team) => [foldName(team.mascot ?? team.name), team]),
);

function byName(name: string): Team | null {
  // This club's nickname is shortened by the league itself.
  const nickname = name === "D-backs" ? "Diamondbacks" : name;
  return matchTeam("mlb", name) ?? nicknames.get(foldName(nickname)) ?? null;
}

/** The club of a side, by id where there is one. Another league's teams and all-stars are not covered. */
function clubOf(team: unknown, side: "home" | "away"): Team {
  const { id, name } = isObject(team) ? team : { id: undefined, name: team };
  const field = `teams.${side}.team`;
  const named = typeof name === "string" ? byName(name) : null;
  if (typeof id !== "number") {
    if (typeof name !== "string") return refuse("malformed", "the team has neither id nor name", field);
    return named ?? teamNamed("mlb", name, side);
  }
  const abbreviation = clubs.get(String(id));
  const club = abbreviation === undefined ? null : teamByAbbreviation("mlb", abbreviation);
  if (club === null) return refuse("not-covered", `team ${id}, ${shown(name)}, is no club of MLB`, field);
  if (named === null || named === club) return club;
  return refuse("malformed", `team ${id} is ${club.name}, and its name is ${shown(name)}`, field);
}

// Reads the details of live feeds and hydrated schedules of StatsAPI: line score, plate umpire, venue and weather.

type LineScore = GameRecord["line_score"];
type Runs = number | null;

function runsOf(inning: JsonObject, side: "home" | "away", index: number): Runs {
  const half = inning[side];
  const runs = isObject(half) ? half.runs : null;
  if (runs === undefined || runs === null) return null; // A half inning that was not batted has no runs.
  if (typeof runs === "number" && Number.isInteger(runs)) return runs;
  return refuse("malformed", `${shown(runs)} is no number of runs`, `linescore.innings.${index}.${side}.runs`);
}

/** Null without innings. */
function mlbLineScore(linescore: unknown): LineScore {
  const innings = isObject(linescore) ? linescore.innings : undefined;
  if (!Array.isArray(innings) || innings.length === 0) return null;
  const sides: { home: Runs[]; away: Runs[] } = { home: [], away: [] };
  for (const [index, inning] of (innings as readonly unknown[]).entries()) {
    if (!isObject(inning) || inning.num !== index + 1) {
      return refuse("malformed", `the inning after ${index} is not inning ${index + 1}`, `linescore.innings.${index}`);
    }
    for (const side of ["home", "away"] as const) {
      const runs = runsOf(inning, side, index);
      sides[side].push(runs);
    }
  }
  return sides;
}

/** Whether there were more innings than scheduled: nine, or seven in some doubleheaders. Null without a line score. */
function overtimeOf(row: JsonObject, lineScore: LineScore): boolean | null {
  if (lineScore === null) return null;
  const stated = isObject(row.linescore) ? row.linescore.scheduledInnings : undefined;
  const scheduled = stated ?? row.scheduledInnings;
  return lineScore.away.length > (typeof scheduled === "number" ? scheduled : sportFacts.mlb.regulationPeriods);
}

const textOf = (value: unknown): string | null => (typeof value === "string" && value.trim() !== "" ? value : null);

/** Null when nobody, or more than one, is said to have stood behind the plate. */
function plateUmpireOf(officials: unknown): string | null {
  if (!Array.isArray(officials)) return null;
  const names = (officials as readonly unknown[])
    .filter((each) => isObject(each) && each.officialType === "Home Plate")
    .map((each) => (isObject(each) && isObject(each.official) ? textOf(each.official.fullName) : null));
  return names.length === 1 ? (names[0] ?? null) : null;
}

const indoorConditions = ["Dome", "Roof Closed"];

function isIndoors(weather: unknown): boolean {
  return isObject(weather) && indoorConditions.includes(String(weather.condition));
}

/** Whether the game was played indoors; null when that cannot be told. */
function indoorOf(venue: JsonObject, weather: unknown): boolean | null {
  if (isIndoors(weather)) return true;
  const roof = isObject(venue.fieldInfo) ? venue.fieldInfo.roofType : undefined;
  if (roof === "Dome") return true;
  if (roof === "Open") return false;
  // Below a roof that can be opened, any other weather than "Roof Closed" is that of the open air.
  return roof === "Retractable" && isObject(weather) && textOf(weather.condition) !== null ? false : null;
}

/** The venue, and whether it is the home club's own, where the answer tells. */
function mlbVenue(row: JsonObject): { readonly venue: GameRecord["venue"]; readonly isOfHome: boolean } {
  const { venue, teams, weather } = row;
  // A schedule that was cut down to the results has the name alone, which is no id.
  if (!isObject(venue) || typeof venue.id !== "number") return { venue: null, isOfHome: false };
  const home = isObject(teams) && isObject(teams.home) && isObject(teams.home.team) ? teams.home.team.venue : undefined;
  return {
    venue: {
      venue_id: String(venue.id),
      name: textOf(venue.name),
      city: isObject(venue.location) ? textOf(venue.location.city) : null,
      indoor: indoorOf(venue, weather),
    },
    isOfHome: isObject(home) && home.id === venue.id,
  };
}

/** `temp` is "59", in °F, `wind` is "2 mph, Out To CF" or "0 mph, None". */
function mlbWeather(weather: unknown): GameRecord["weather"] {
  if (!isObject(weather)) return null;
  if (isIndoors(weather)) return { temp_f: null, wind_mph: null, wind_direction: null, condition: "Indoor" };
  const condition = textOf(weather.condition);
  const temperature = /^-?\d+$/.exec(textOf(weather.temp)?.trim() ?? "")?.[0];
  const [, speed, direction] = /^(\d+) mph(?:, (.+))?$/.exec(textOf(weather.wind) ?? "") ?? [];
  if (condition === null && temperature === undefined && speed === undefined) return null;
  return {
    temp_f: temperature === undefined ? null : Number(temperature) + 0,
    wind_mph: speed === undefined ? null : Number(speed),
    wind_direction: direction === undefined || direction === "None" ? null : direction,
    condition,
  };
}

// Reads from a live feed of StatsAPI who started to pitch. Schedules name probable pitchers alone, which are not read.

function mlbStarters(feed: JsonObject): Pick<GameRecord, "starters"> {
  return startersMember(starterOf(feed, "home"), starterOf(feed, "away"));
}

/** The boxscore counts a start for one pitcher of each side, also where the game was broken off and went on another day. */
function starterOf(feed: JsonObject, side: "home" | "away"): Starter | null {
  const players = Object.values(objectIn(feed, "liveData", "boxscore", "teams", side, "players"));
  const [starter, ...others] = players.filter((player) => objectIn(player, "stats", "pitching").gamesStarted === 1);
  if (others.length > 0 || !isObject(starter)) return null;
  const { id, fullName } = objectIn(starter, "person");
  if (typeof id !== "number" || typeof fullName !== "string") return null;
  const { code } = objectIn(feed, "gameData", "players", `ID${id}`, "pitchHand");
  // Another code than those of a record is refused with the record.
  return { id: String(id), name: fullName, hand: (code ?? null) as Starter["hand"] };
}
