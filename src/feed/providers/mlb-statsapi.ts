/**
 * MLB StatsAPI: schedules, with whatever they were hydrated with (line score, officials, weather), and live feeds.
 * A game that was moved or interrupted stands in a schedule once for each of its days, under one `gamePk`.
 */
import type { ProviderName } from "../../domain/providers.ts";
import type { FeedItem, Source } from "../feed-item.ts";
import { isObject, type JsonObject, objectIn } from "../json-text.ts";
import { attempt, isProblem, problem, refuse, refused } from "../problem.ts";
import type { GameRecord } from "../records.ts";
import { InputError } from "../refusals.ts";
import { UndecidedGames } from "../undecided.ts";
import { gameItem } from "../validate.ts";
import { clubOf } from "./mlb-statsapi-clubs.ts";
import { mlbLineScore, mlbVenue, mlbWeather, overtimeOf, plateUmpireOf } from "./mlb-statsapi-details.ts";
import { mlbStarters } from "./mlb-statsapi-starters.ts";
import { statusOf } from "./mlb-statsapi-status.ts";
import { dateAndStartOf, firstPitchOf, resumedOnOf } from "./mlb-statsapi-times.ts";

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
  refuse("malformed", `is ${JSON.stringify(pk)}, and gamePk is ${gamePk}`, "gameData.game.pk");
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
    return seasonTypes.get(gameType) ?? refuse("not-covered", `game type ${JSON.stringify(gameType)}`, "gameType");
  }
  // Schedules that a recorder has cut down to the results have no game type.
  const month = typeof officialDate === "string" ? officialDate.slice(5, 7) : "";
  if (gameType === undefined && monthsOfRegularSeason.includes(month)) return "regular";
  return refuse("malformed", `game type is ${JSON.stringify(gameType) ?? "missing"}`, "gameType");
}

function seasonOf({ season }: JsonObject): number {
  if (typeof season === "number") return season;
  if (typeof season === "string" && /^\d{4}$/.test(season)) return Number(season);
  return refuse("malformed", `season is ${JSON.stringify(season) ?? "missing"}`, "season");
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
    game_id: id,
    sport: "mlb",
    season,
    season_type: seasonType,
    week: null,
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
    else if (!isId) yield refused(where, problem("malformed", `${JSON.stringify(id)} is not a game's id`, "gamePk"));
    else {
      yield gameItem(() => gameOf(game, String(id)), where, nowMs);
      undecided.add(undecidedOf(game));
    }
  }
  yield* undecided.items(source);
}
