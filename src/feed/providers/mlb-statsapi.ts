/**
 * MLB StatsAPI: schedules, with whatever they were hydrated with (line score, officials, weather), and live feeds.
 * A game that was moved or interrupted stands in a schedule once for each of its days, under one `gamePk`.
 */
import { foldName } from "../../domain/names.ts";
import type { ProviderName } from "../../domain/providers.ts";
import { mlbClubIds } from "../../domain/sports/mlb/mlb.ts";
import { mlbTeams } from "../../domain/sports/mlb/teams.ts";
import { sportFacts } from "../../domain/sports.ts";
import { teamByAbbreviation } from "../../domain/teams/registry.ts";
import type { Starter, Team } from "../../domain/teams/team.ts";
import { newYork } from "../../domain/times.ts";
import { booleanAt, listAt, type Side, sides, textAt, timeAt, valueAt, wholeAt } from "../fields.ts";
import { type ListedGame, listedGames } from "../listed-games.ts";
import { isObject, type JsonObject, objectIn } from "../parse.ts";
import { type GameRecord, nothingStated, startersMember } from "../records.ts";
import { attempt, type FeedItem, InputError, isProblem, refuse, type Source, shown } from "../refusals.ts";
import { matchTeam, teamNamed } from "../team-names.ts";
import { slateDateOfStart, utcTime } from "../utc-times.ts";

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

/** From April to August the clubs of MLB play games of the regular season alone. */
const monthsOfRegularSeason = ["04", "05", "06", "07", "08"];

/** R is the regular season; wild card, division and league series and World Series follow. All others are not covered. */
function seasonTypeOf(row: JsonObject): GameRecord["season_type"] {
  const { gameType, officialDate } = row;
  if (gameType === "R") return "regular";
  if (["F", "D", "L", "W"].includes(String(gameType))) return "postseason";
  if (typeof gameType === "string") return refuse("not-covered", `game type ${shown(gameType)}`, "gameType");
  // Schedules that a recorder has cut down to the results have no game type.
  const month = typeof officialDate === "string" ? officialDate.slice(5, 7) : "";
  if (gameType === undefined && monthsOfRegularSeason.includes(month)) return "regular";
  return refuse("malformed", `game type is ${shown(gameType)}`, "gameType");
}

/** The final score, which everything else that the row says of it must agree with. */
function finalScoreOf(row: JsonObject): Pick<GameRecord, "home_score" | "away_score"> {
  const [home, away] = [scoreOf(row, "home"), scoreOf(row, "away")];
  const stated = {
    isTie: home === away,
    "teams.home.isWinner": home > away,
    "teams.away.isWinner": away > home,
  };
  for (const [field, isSo] of Object.entries(stated)) {
    const said = booleanAt(row, field);
    if (said !== null && said !== isSo)
      return refuse("malformed", `is ${said}, and the score is ${away}-${home}`, field);
  }
  return { home_score: home, away_score: away };
}

function scoreOf(row: JsonObject, side: Side): number {
  const field = `teams.${side}.score`;
  const score = wholeAt(row, field);
  const runs = valueAt(row, `linescore.teams.${side}.runs`);
  if (typeof runs !== "number" || runs === score) return score;
  return refuse("malformed", `is ${score}, and the line score says ${runs}`, field);
}

function gameOf(game: JsonObject, id: string): GameRecord {
  checkFeed(game);
  const row = rowOf(game);
  const seasonType = seasonTypeOf(row);
  const season = wholeAt(row, "season");
  const [home, away] = [clubIn(row, "home"), clubIn(row, "away")];
  const status = statusOf(row);
  const times = timesOf(row, status);
  const actualStart = firstPitchOf(row, status);
  const gameNumber = row.doubleHeader === "Y" || row.doubleHeader === "S" ? wholeAt(row, "gameNumber") : null;
  const isFinal = status === "final";
  const scores = isFinal ? finalScoreOf(row) : {};
  const lineScore = isFinal ? mlbLineScore(row) : null;
  const venue = mlbVenue(row);
  // Where the answer tells that the venue is the home club's own.
  const isOwnVenue = venue !== null && valueAt(row, "teams.home.team.venue.id") === valueAt(row, "venue.id");
  return {
    type: "game",
    provider,
    ...nothingStated,
    game_id: id,
    sport: "mlb",
    season,
    season_type: seasonType,
    ...times,
    game_number: gameNumber,
    actual_start_time: actualStart,
    status,
    home: home.abbreviation,
    away: away.abbreviation,
    neutral_site: isOwnVenue ? false : null,
    overtime: overtimeOf(row, lineScore),
    ...scores,
    line_score: lineScore,
    venue,
    referee: plateUmpireOf(row),
    weather: mlbWeather(row),
    ...(isFinal ? startersMember(starterOf(game, "home"), starterOf(game, "away")) : {}),
    ...(isFinal ? resumedOnOf(row, times) : {}),
  };
}

/** The day of a game of the postseason whose clubs are not decided yet; null of any other. */
function undecidedOf(game: JsonObject): (Times & { readonly sport: "mlb" }) | null {
  const row = rowOf(game);
  if (seasonTypeOf(row) !== "postseason" || statusOf(row) !== "scheduled") return null;
  const isDecided = sides.every((side) => !isProblem(attempt(() => clubIn(row, side))));
  return isDecided ? null : { sport: "mlb", ...timesOf(row, "scheduled") };
}

/**
 * One item a game of a schedule, of the series of a postseason, or of a live feed, and one a season with games whose clubs
 * are not decided.
 */
export function* readMlbStatsapi(payload: unknown, source: Source): Generator<FeedItem> {
  const games = gamesOf(payload);
  if (games === null) throw new InputError(source.file, `has no games of MLB StatsAPI: ${whyNoGames(payload)}`);
  yield* listedGames(provider, games.map(listed), source);
}

function listed(game: unknown, index: number): ListedGame {
  const id = isObject(game) ? game.gamePk : undefined;
  const isId = typeof id === "number" && Number.isInteger(id);
  const open = () => {
    if (!isGame(game)) return refuse("malformed", "is not a game: no gamePk or no teams");
    return isId ? game : refuse("malformed", `${shown(id)} is not a game's id`, "gamePk");
  };
  return {
    record: isId ? `game ${id}` : `entry ${index + 1}`,
    game: () => gameOf(open(), String(id)),
    undecided: () => undecidedOf(open()),
  };
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

/** The status of a row: that of the game as it stood when this day of it was over. */
function statusOf(row: JsonObject): Status {
  const field = isObject(row.status) ? "status.detailedState" : "status";
  // Without what led to it: "Completed Early: Rain" is "Completed Early".
  const state = textAt(row, field)?.split(":")[0]?.trim() ?? "";
  if (state === "") return refuse("malformed", "the state of the game is missing", field);
  const status = statusOfState.get(state);
  const abstract = valueAt(row, "status.abstractGameState");
  if (status === undefined) {
    if (abstract !== "Final") return "scheduled";
    // A forfeit, or what there may be besides: whether its score counts is not for an adapter to guess.
    return refuse("malformed", `${shown(state)} is an end of a game that is not known`, field);
  }
  if (status !== "final") return status;
  if (abstract !== null && abstract !== "Final") {
    return refuse("malformed", `is ${shown(state)}, and abstractGameState ${shown(abstract)}`, field);
  }
  // The row of the day on which a game was interrupted has the final score once the game has gone on elsewhere.
  return (row.resumeGameDate ?? row.resumeDate ?? null) === null ? "final" : "suspended";
}

// When a game of StatsAPI is, and when it began: dates of moved and resumed games belong to another day than the row.

type Times = Pick<GameRecord, "game_date" | "start_time">;

/** A second game that follows the first one has a made-up time: five minutes after the first, or 07:33 UTC. */
function isTimeOpen(row: JsonObject): boolean {
  return booleanAt(row, "status.startTimeTBD") === true;
}

/** The day that a start is on. A made-up time in the night is that of the day itself, and of no night before it. */
function dayOf(startTime: string, isOpen: boolean): string {
  if (!isOpen) return slateDateOfStart(startTime);
  return Temporal.Instant.from(startTime).toZonedDateTimeISO(newYork).toPlainDate().toString();
}

function timesOf(row: JsonObject, status: Status): Times {
  // The row of the day on which a game went on states when it began; its own time is that of the second part [D-4].
  const stated = timeAt(row, typeof row.resumedFrom === "string" ? "resumedFrom" : "gameDate");
  const { officialDate = null } = row;
  if (officialDate !== null && typeof officialDate !== "string") {
    return refuse("malformed", `is ${shown(officialDate)}`, "officialDate");
  }
  const isOpen = isTimeOpen(row);
  return {
    // The official date of a postponed game is already that of the day to which it was moved.
    game_date: status === "postponed" || officialDate === null ? dayOf(stated, isOpen) : officialDate,
    start_time: isOpen ? null : stated,
  };
}

/** The day on which a suspended game went on: the row that states where it was resumed from is of that day. */
function resumedOnOf(row: JsonObject, { game_date: gameDate }: Times): Pick<GameRecord, "resumed_on"> {
  const stated = typeof row.resumedFrom === "string" ? utcTime(row.gameDate) : null;
  const date = stated === null ? null : dayOf(stated, isTimeOpen(row));
  // A live feed may state the first start alone.
  return date === null || gameDate === null || date <= gameDate ? {} : { resumed_on: date };
}

/** The first pitch, where a live feed or a hydrated schedule states it and the game has begun. */
function firstPitchOf(row: JsonObject, status: Status): string | null {
  const field = "gameInfo.firstPitch";
  if (valueAt(row, field) === null || status === "postponed" || status === "cancelled") return null;
  return timeAt(row, field);
}

// Finds the club that a team of StatsAPI is. Schedules of the minor leagues have the same shape and the same game types.

/** Abbreviations of the thirty clubs, by their ids. */
const clubs: ReadonlyMap<string, string> = new Map(Object.entries(mlbClubIds).map(([club, [id = ""]]) => [id, club]));

/** The names of clubs in a schedule that was cut down to the results. No two clubs share a name. */
const nicknames: ReadonlyMap<string, Team> = new Map(
  mlbTeams.map((team) => [foldName(team.mascot ?? team.name), team]),
);

function byName(name: unknown): Team | null {
  if (typeof name !== "string") return null;
  // This club's nickname is shortened by the league itself.
  return matchTeam("mlb", name) ?? nicknames.get(foldName(name === "D-backs" ? "Diamondbacks" : name)) ?? null;
}

/** The club of a side, by id where there is one. Another league's teams and all-stars are not covered. */
function clubIn(row: JsonObject, side: Side): Team {
  const team = valueAt(row, `teams.${side}.team`);
  const { id, name } = isObject(team) ? team : { id: undefined, name: team };
  const field = `teams.${side}.team`;
  const named = byName(name);
  if (typeof id !== "number") {
    if (typeof name !== "string") return refuse("malformed", "the team has neither id nor name", field);
    return named ?? teamNamed("mlb", name, side);
  }
  const club = teamByAbbreviation("mlb", clubs.get(String(id)) ?? "");
  if (club === null) return refuse("not-covered", `team ${id}, ${shown(name)}, is no club of MLB`, field);
  if (named === null || named === club) return club;
  return refuse("malformed", `team ${id} is ${club.name}, and its name is ${shown(name)}`, field);
}

// Reads the details of live feeds and hydrated schedules of StatsAPI: line score, plate umpire, venue and weather.

type LineScore = GameRecord["line_score"];

/** Null without innings. A half inning that was not batted has no runs. */
function mlbLineScore(row: JsonObject): LineScore {
  const innings = listAt(row, "linescore.innings");
  const field = (index: number) => `linescore.innings.${index}`;
  const wrong = innings.findIndex((inning, index) => valueAt(inning, "num") !== index + 1);
  if (wrong !== -1) return refuse("malformed", `is not inning ${wrong + 1}`, field(wrong));
  const runsOf = (side: Side) =>
    innings.map((inning, index) => {
      const path = `${side}.runs`;
      return valueAt(inning, path) === null ? null : wholeAt(inning, path, `${field(index)}.${path}`);
    });
  return innings.length === 0 ? null : { home: runsOf("home"), away: runsOf("away") };
}

/** Whether there were more innings than scheduled: nine, or seven in some doubleheaders. Null without a line score. */
function overtimeOf(row: JsonObject, lineScore: LineScore): boolean | null {
  if (lineScore === null) return null;
  const scheduled = valueAt(row, "linescore.scheduledInnings") ?? row.scheduledInnings;
  return lineScore.away.length > (typeof scheduled === "number" ? scheduled : sportFacts.mlb.regulationPeriods);
}

/** Null when nobody, or more than one, is said to have stood behind the plate. */
function plateUmpireOf(row: JsonObject): string | null {
  const [umpire, ...others] = listAt(row, "officials").filter((each) => valueAt(each, "officialType") === "Home Plate");
  return others.length > 0 ? null : textAt(umpire, "official.fullName");
}

function isIndoors(row: JsonObject): boolean {
  const condition = valueAt(row, "weather.condition");
  return condition === "Dome" || condition === "Roof Closed";
}

/** Whether the game was played indoors; null when that cannot be told. */
function indoorOf(row: JsonObject): boolean | null {
  const roof = valueAt(row, "venue.fieldInfo.roofType");
  if (isIndoors(row) || roof === "Dome") return true;
  if (roof === "Open") return false;
  // Below a roof that can be opened, any other weather than "Roof Closed" is that of the open air.
  return roof === "Retractable" && textAt(row, "weather.condition") !== null ? false : null;
}

/** Null where a schedule that was cut down to the results has the name alone, which is no id. */
function mlbVenue(row: JsonObject): GameRecord["venue"] {
  const id = valueAt(row, "venue.id");
  if (typeof id !== "number") return null;
  const [name, city] = [textAt(row, "venue.name"), textAt(row, "venue.location.city")];
  return { venue_id: String(id), name, city, indoor: indoorOf(row) };
}

/** `temp` is "59", in °F, `wind` is "2 mph, Out To CF" or "0 mph, None". */
function mlbWeather(row: JsonObject): GameRecord["weather"] {
  if (isIndoors(row)) return { temp_f: null, wind_mph: null, wind_direction: null, condition: "Indoor" };
  const condition = textAt(row, "weather.condition");
  const temperature = /^-?\d+$/.exec(textAt(row, "weather.temp")?.trim() ?? "")?.[0];
  const [, speed, direction] = /^(\d+) mph(?:, (.+))?$/.exec(textAt(row, "weather.wind") ?? "") ?? [];
  if (condition === null && temperature === undefined && speed === undefined) return null;
  return {
    temp_f: temperature === undefined ? null : Number(temperature) + 0,
    wind_mph: speed === undefined ? null : Number(speed),
    wind_direction: direction === undefined || direction === "None" ? null : direction,
    condition,
  };
}

/**
 * The pitcher who started, whom a live feed alone tells: schedules name probable pitchers, which are not read. The boxscore counts a start
 * for one pitcher of each side, also where the game was broken off and went on another day.
 */
function starterOf(feed: JsonObject, side: Side): Starter | null {
  const players = Object.values(objectIn(feed, "liveData", "boxscore", "teams", side, "players"));
  const [starter, ...others] = players.filter((player) => objectIn(player, "stats", "pitching").gamesStarted === 1);
  if (others.length > 0 || !isObject(starter)) return null;
  const { id, fullName } = objectIn(starter, "person");
  if (typeof id !== "number" || typeof fullName !== "string") return null;
  const { code } = objectIn(feed, "gameData", "players", `ID${id}`, "pitchHand");
  // Another code than those of a record is refused with the record.
  return { id: String(id), name: fullName, hand: (code ?? null) as Starter["hand"] };
}
