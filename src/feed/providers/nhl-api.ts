/**
 * The NHL's web API: schedules of a week, scores of a day, and of one game the landing page, the right rail and the
 * boxscore. Each tells a part: venue and city are in the landing page, line score and officials in the right rail, the
 * neutral site in the schedule. The ledger makes one record of what they say of a game.
 */
import type { SideScores } from "../../domain/period-scores.ts";
import type { ProviderName } from "../../domain/providers.ts";
import { sportFacts } from "../../domain/sports.ts";
import type { Starter } from "../../domain/teams/team.ts";
import { booleanAt, givenTextAt, listAt, type Side, textAt, timeAt, valueAt, wholeAt } from "../fields.ts";
import { listedGames } from "../listed-games.ts";
import { isObject, type JsonObject } from "../parse.ts";
import { type GameRecord, nothingStated, startersMember } from "../records.ts";
import { type FeedItem, InputError, refuse, type Source, shown } from "../refusals.ts";
import { teamNamed } from "../team-names.ts";

/** One item a game of an answer, and one a season with games whose teams are not decided. */
export function* readNhlApi(payload: unknown, source: Source): Generator<FeedItem> {
  const games = nhlEntries(payload, source.file).map(({ record, day, open }) => ({
    record,
    game: () => nhlGame(open(), day),
    undecided: () => undecidedNhl(open(), day),
  }));
  yield* listedGames("nhl-api", games, source);
}

// The answers of the NHL's web API, told apart by what is in them, as the games that each of them states.

type Entry = {
  /** The game, as a report names it. */
  readonly record: string;
  /** The day that the game is listed under; null where it is listed under none. */
  readonly day: string | null;
  /** The game's own members. It refuses what is none. */
  open(): JsonObject;
};

function nhlEntries(payload: unknown, file: string): readonly Entry[] {
  if (!isObject(payload)) throw new InputError(file, "is not an answer of the NHL's web API: not an object");
  const { games, gameWeek, id, homeTeam, awayTeam, linescore, seasonSeries, gameInfo } = payload;
  if (Array.isArray(games)) return listed(games, null);
  if (Array.isArray(gameWeek)) {
    return (gameWeek as readonly unknown[]).flatMap((day) => {
      if (isObject(day) && typeof day.date === "string" && Array.isArray(day.games)) return listed(day.games, day.date);
      throw new InputError(file, "is not a schedule of the NHL's web API: a day has no date or no games");
    });
  }
  if (id !== undefined && isObject(homeTeam) && isObject(awayTeam)) return listed([payload], null);
  if (Array.isArray(seasonSeries) && (isObject(linescore) || isObject(gameInfo)))
    return [rightRail(payload, seasonSeries)];
  throw new InputError(file, "is not a schedule, scores, landing, boxscore or right-rail of the NHL's web API");
}

function listed(games: readonly unknown[], day: string | null): Entry[] {
  return games.map((entry, index) => {
    const id = valueAt(entry, "id");
    const record = typeof id === "number" ? `game ${id}` : `entry ${index + 1}`;
    return { record, day, open: () => (isObject(entry) ? entry : refuse("malformed", "is not an object")) };
  });
}

/**
 * A right rail has line score and officials of a game, and does not say of which: the addresses of its reports do. The
 * game's own facts are among those of the season's series between the two teams.
 */
function rightRail({ gameReports, linescore, gameInfo }: JsonObject, series: readonly unknown[]): Entry {
  const ids = reportedIds(gameReports);
  const [id, another] = ids;
  const isOne = id !== undefined && another === undefined;
  const open = () => {
    if (!isOne) {
      const detail = id === undefined ? "no report says which game this is" : `the reports are of ${ids.join(" and ")}`;
      return refuse("malformed", detail, "gameReports");
    }
    const game = series.find((each) => isObject(each) && String(each.id) === id);
    if (isObject(game)) return { ...game, linescore, gameInfo };
    return refuse("malformed", "the game is not in the series of its teams", "seasonSeries");
  };
  return { record: isOne ? `game ${id}` : "right rail", day: null, open };
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
  if (byState !== "final" || typeof valueAt(homeTeam, "score") !== "number") return plan;
  return refuse(
    "malformed",
    `is ${gameScheduleState} of a game that is ${gameState} and has a score`,
    "gameScheduleState",
  );
}

/** The day of a game whose teams are not decided yet; null where they are. */
function undecidedNhl(entry: JsonObject, day: string | null): (Times & { readonly sport: "nhl" }) | null {
  if (textAt(entry, "homeTeam.abbrev") !== "TBD" && textAt(entry, "awayTeam.abbrev") !== "TBD") return null;
  identityOf(entry);
  return { sport: "nhl", ...timesOf(entry, day) };
}

function teamOf(entry: JsonObject, side: Side): string {
  const abbreviation = givenTextAt(entry, `${side}Team.abbrev`);
  if (abbreviation === "TBD") return refuse("unknown-team", "the team is not decided yet: TBD", side);
  return teamNamed("nhl", abbreviation, side).abbreviation;
}

type Times = Pick<GameRecord, "game_date" | "start_time">;

/** @param day the day that the entry is listed under; null where it is listed under none. */
function timesOf(entry: JsonObject, day: string | null): Times {
  const date = entry.gameDate === undefined && day !== null ? day : givenTextAt(entry, "gameDate");
  if (day !== null && date !== day) return refuse("malformed", `is ${date}, listed under ${day}`, "gameDate");
  // While the start is open, the API has a made-up hour, such as midnight or noon in New York, or none.
  const isOpen = entry.gameScheduleState === "TBD" || valueAt(entry, "startTimeUTC") === null;
  return { game_date: date, start_time: isOpen ? null : timeAt(entry, "startTimeUTC") };
}

const lastPeriodType = "gameOutcome.lastPeriodType";

/** In which kind of period a final game ended; null where it is not said. */
function lastPeriodOf(entry: JsonObject): string | null {
  const period = valueAt(entry, "periodDescriptor.periodType");
  const field = valueAt(entry, lastPeriodType) === null ? "periodDescriptor.periodType" : lastPeriodType;
  const last = valueAt(entry, field);
  if (last === null) return null;
  if (last !== "REG" && last !== "OT" && last !== "SO") return refuse("malformed", `is ${shown(last)}`, field);
  if (period === null || period === last) return last;
  return refuse("malformed", `is ${last}, and the last period is ${shown(period)}`, field);
}

type Result = Pick<GameRecord, "home_score" | "away_score" | "overtime" | "line_score">;

/** The score holds the goal that the winner of a shootout is given [D-10]. */
function resultOf(entry: JsonObject, { season_type: seasonType }: Identity): Result {
  const [home, away] = [wholeAt(entry, "homeTeam.score"), wholeAt(entry, "awayTeam.score")];
  const last = lastPeriodOf(entry);
  const margin = Math.abs(home - away);
  if (margin === 0) return refuse("malformed", `${away}-${home}: no final of the NHL is tied`, "homeTeam.score");
  if (last !== null && last !== "REG" && margin !== 1) {
    return refuse("malformed", `${away}-${home}: a game that ends in ${last} ends by one goal`, "homeTeam.score");
  }
  if (last === "SO" && seasonType === "postseason") {
    return refuse("malformed", "the postseason has no shootout", lastPeriodType);
  }
  const overtime = last === null ? null : last !== "REG";
  return { home_score: home, away_score: away, overtime, line_score: nhlLineScore(entry, { home, away }) };
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
  const [home, away] = [teamOf(entry, "home"), teamOf(entry, "away")];
  return {
    type: "game",
    provider,
    ...nothingStated,
    sport: "nhl",
    ...identity,
    ...timesOf(entry, day),
    status,
    home,
    away,
    neutral_site: booleanAt(entry, "neutralSite"),
    ...(status === "final" ? resultOf(entry, identity) : {}),
    venue: venueOf(entry),
    referee: nhlReferee(entry),
    ...(status === "final" ? startersMember(goalieOf(entry, "home"), goalieOf(entry, "away")) : {}),
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
  const path = valueAt(entry, "gameInfo") === null ? "summary.gameInfo.referees" : "gameInfo.referees";
  return namedText(listAt(entry, path)[0]);
}

/** The goalie of a boxscore who is said to have started. Other answers name none. */
function goalieOf(entry: JsonObject, side: Side): Starter | null {
  const goalies = listAt(entry, `playerByGameStats.${side}Team.goalies`);
  const [started, ...others] = goalies.filter((goalie) => booleanAt(goalie, "starter") === true);
  const [id, name] = [valueAt(started, "playerId"), namedText(valueAt(started, "name"))];
  return others.length > 0 || typeof id !== "number" || name === null ? null : { id: String(id), name, hand: null };
}

/**
 * The goals of each period. A right rail (and a landing page until March 2024) states them; a landing page of today lists
 * the goals under their periods, each with the score that it made. A shootout is period 5 and one goal of its winner.
 */
function nhlLineScore(entry: JsonObject, final: SideScores): GameRecord["line_score"] {
  for (const field of ["linescore", "summary.linescore"]) {
    if (valueAt(entry, field) !== null) return statedPeriods(entry, field, final);
  }
  return valueAt(entry, "summary.scoring") === null ? null : periodsOfGoals(entry, "summary.scoring");
}

/** The periods of a list, or the problem with the first that does not stand in its place. */
function periodsIn(entry: JsonObject, field: string): readonly unknown[] {
  const periods = valueAt(entry, field);
  if (!Array.isArray(periods)) return refuse("malformed", "is not a list of periods", field);
  const wrong = periods.findIndex((period, index) => valueAt(period, "periodDescriptor.number") !== index + 1);
  return wrong === -1 ? periods : refuse("malformed", `is not period ${wrong + 1}`, `${field}.${wrong}`);
}

function statedPeriods(entry: JsonObject, field: string, final: SideScores): GameRecord["line_score"] {
  const periods = periodsIn(entry, `${field}.byPeriod`);
  const [home, away] = [valueAt(entry, `${field}.totals.home`), valueAt(entry, `${field}.totals.away`)];
  if (valueAt(entry, `${field}.totals`) !== null && (home !== final.home || away !== final.away)) {
    return refuse("malformed", `${away}-${home}, and the score is ${final.away}-${final.home}`, `${field}.totals`);
  }
  const goalsOf = (side: Side) =>
    periods.map((period, index) => wholeAt(period, side, `${field}.byPeriod.${index}.${side}`));
  return periods.length === 0 ? null : { home: goalsOf("home"), away: goalsOf("away") };
}

function periodsOfGoals(entry: JsonObject, field: string): GameRecord["line_score"] {
  const points = { home: [] as number[], away: [] as number[] };
  let before = { homeScore: 0, awayScore: 0 };
  for (const [index, period] of periodsIn(entry, field).entries()) {
    const path = `${field}.${index}.goals`;
    const goals = valueAt(period, "goals");
    if (!Array.isArray(goals)) return refuse("malformed", "is not a list of goals", path);
    const last: unknown = goals.at(-1) ?? before;
    const after = { homeScore: wholeAt(last, "homeScore", path), awayScore: wholeAt(last, "awayScore", path) };
    points.home.push(after.homeScore - before.homeScore);
    points.away.push(after.awayScore - before.awayScore);
    before = after;
  }
  return points.home.length === 0 ? null : points;
}
