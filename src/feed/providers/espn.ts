/** ESPN's site API: scoreboards, single events and summaries of every sport, with the odds of games to come. */

import type { ProviderName } from "../../domain/providers.ts";
import { newYork } from "../../domain/slate-date.ts";
import { type Sport, sportFacts, sports } from "../../domain/sports.ts";
import type { Team } from "../../domain/teams/team.ts";
import { isObject, type JsonObject, objectOf, parseJson } from "../parse.ts";
import { type GameRecord, nothingStated } from "../records.ts";
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
import { UndecidedGames } from "../undecided.ts";
import { slateDateOfStart, utcTime } from "../utc-times.ts";
import { acceptGame, teamNamed } from "../validate.ts";
import { type EspnPriced, isEspnCoreOdds, readEspnOdds } from "./espn-odds.ts";

/**
 * One item a game, which counts under the sport that its own `uid` names, those of its odds, and one a season with undecided games.
 * @param source `seenAt` is the time of the answer (ISO 8601 UTC), without which no price of now is taken.
 */
export function* readEspn(payload: unknown, source: Source & { readonly seenAt?: string | null }): Generator<FeedItem> {
  const { file, nowMs, seenAt = null } = source;
  const undecided = new UndecidedGames("espn");
  // Some recorders keep an answer as JSON inside a JSON string.
  const answer = typeof payload === "string" ? parseJson(payload, file) : payload;
  if (isEspnCoreOdds(answer)) {
    yield refused({ file, record: "odds of core v2" }, problem("malformed", "names neither teams nor a start"));
    return;
  }
  for (const [index, entry] of entriesOf(answer, file).entries()) {
    const id = entry?.event.id;
    const where = { file, record: id === undefined ? `event ${index + 1}` : `game ${String(id)}` };
    if (entry === null) yield refused(where, problem("malformed", "is no event with one competition"));
    else {
      const game = attempt(() => espnGame(entry));
      yield isProblem(game) ? refused(where, game) : acceptGame(game, where, nowMs);
      const odds: readonly unknown[] = Array.isArray(entry.competition.odds) ? entry.competition.odds : [];
      const priced = isProblem(game) ? game : pricedOf(game);
      yield* readEspnOdds(odds, priced, { ...where, nowMs, seenAt, moments: ["open", "now"] });
      undecided.add(undecidedEspn(entry));
    }
  }
  yield* undecided.items(source);
}

function pricedOf({ sport, game_id, home, away, game_date, start_time }: GameRecord): EspnPriced {
  return { sport, event_id: game_id, home, away, game_date, start_time };
}

function entriesOf(answer: unknown, file: string): readonly (EspnEntry | null)[] {
  if (!isObject(answer)) throw new InputError(file, "is not an answer of ESPN: not an object");
  const { events, header, gameInfo } = answer;
  if (Array.isArray(events)) return events.map((event) => entryOf(event, answer, null));
  if (isObject(header)) return [entryOf(header, {}, isObject(gameInfo) ? gameInfo : {})];
  if (sportOfEspn(answer) !== null) return [entryOf(answer, {}, null)];
  throw new InputError(file, "is not a scoreboard, event or summary of ESPN");
}

/** @param info what a summary says of place and officials; null in other answers. */
function entryOf(event: unknown, board: JsonObject, info: JsonObject | null): EspnEntry | null {
  if (!isObject(event) || !Array.isArray(event.competitions)) return null;
  const competition: unknown = event.competitions[0];
  return isObject(competition) ? { event, competition, board, info: info ?? {} } : null;
}

// One game of ESPN, from an event of a scoreboard, an event alone or the header of a summary.

const provider = "espn" satisfies ProviderName;

type EspnEntry = {
  readonly event: JsonObject;
  readonly competition: JsonObject;
  /** The scoreboard around the event; it may be the only one to state the week. */
  readonly board: JsonObject;
  readonly info: JsonObject;
};

const sportsByLeague = new Map(sports.map((sport) => [String(sportFacts[sport].espn.league), sport]));

/** `s:20~l:28~e:401547227` is an event of league 28, the NFL. */
function sportOfEspn({ uid }: JsonObject): Sport | null {
  const league = typeof uid === "string" ? /~l:(\d+)~e:/.exec(uid)?.[1] : undefined;
  return league === undefined ? null : (sportsByLeague.get(league) ?? null);
}

/** Play-in games of the NBA have a type of their own and belong to the postseason [D-6]. */
const seasonTypes: Readonly<Record<number, GameRecord["season_type"]>> = {
  2: "regular",
  3: "postseason",
  5: "postseason",
};

type SeasonPart = Pick<GameRecord, "season" | "season_type">;

function seasonOf({ event, competition }: EspnEntry): SeasonPart {
  const { year, type } = objectOf(event.season);
  if (typeof year !== "number") return refuse("malformed", `season is ${shown(year)}`, "season.year");
  const kind = objectOf(competition.type).abbreviation;
  if (kind === "ALLSTAR") return refuse("not-covered", "an all-star game", "competitions.type");
  const seasonType = typeof type === "number" ? seasonTypes[type] : undefined;
  if (seasonType === undefined) return refuse("not-covered", `season type ${shown(type)}`, "season.type");
  return { season: year, season_type: seasonType };
}

const calledOff: Readonly<Record<string, GameRecord["status"]>> = {
  STATUS_POSTPONED: "postponed",
  STATUS_CANCELED: "cancelled",
  STATUS_SUSPENDED: "suspended",
};

/** The state `post` alone is no end: postponed and suspended games have it. */
function statusOf(status: JsonObject): GameRecord["status"] {
  const { name, completed } = objectOf(status.type);
  if (typeof name !== "string") return refuse("malformed", `status is ${shown(name)}`, "status.type.name");
  if ((name === "STATUS_FINAL") !== (completed === true)) {
    return refuse("malformed", `is ${name} with completed ${shown(completed)}`, "status.type.completed");
  }
  return name === "STATUS_FINAL" ? "final" : (calledOff[name] ?? "scheduled");
}

type Times = Pick<GameRecord, "game_date" | "start_time">;

function timesOf({ event, competition }: EspnEntry): Times {
  const stated = competition.date ?? event.date;
  // ESPN leaves the seconds out.
  const time = typeof stated === "string" ? stated.replace(/(T\d{2}:\d{2})(Z|[+-]\d{2}:\d{2})$/, "$1:00$2") : stated;
  const start = utcTime(time);
  if (start === null) return refuse("malformed", `date is ${shown(stated)}`, "date");
  if ((competition.timeValid ?? event.timeValid) !== false) return { game_date: null, start_time: start };
  // The time of day is made up: midnight in New York of the day that is meant.
  const date = Temporal.Instant.from(start).toZonedDateTimeISO(newYork).toPlainDate().toString();
  return { game_date: date, start_time: null };
}

/** Weeks never restart [D-5]: ESPN's postseason of the NFL has the Pro Bowl as 4 and the Super Bowl as 5. */
function weekOf(sport: Sport, entry: EspnEntry, part: SeasonPart, times: Times): number | null {
  const { hasWeeks, postseasonWeek } = sportFacts[sport];
  if (!hasWeeks) return null;
  if (postseasonWeek !== null && part.season_type === "postseason") {
    return postseasonWeek(part.season, times.game_date ?? slateDateOfStart(times.start_time ?? ""));
  }
  const { event, board } = entry;
  const isOfBoard = objectOf(board.season).type === objectOf(event.season).type;
  const own = isObject(event.week) ? event.week.number : event.week;
  const week = own ?? (isOfBoard ? objectOf(board.week).number : null) ?? null;
  if (week === null || part.season_type === "regular") {
    if (week === null || typeof week === "number") return week;
    return refuse("malformed", `week is ${shown(week)}`, "week.number");
  }
  const postseasonWeeks: Readonly<Record<number, number>> = { 1: 19, 2: 20, 3: 21, 5: 22 };
  const known = typeof week === "number" ? postseasonWeeks[week] : undefined;
  return known ?? refuse("malformed", `the postseason has no week ${shown(week)}`, "week.number");
}

type Side = "home" | "away";

function competitorOf({ competition }: EspnEntry, side: Side): JsonObject {
  const competitors: readonly unknown[] = Array.isArray(competition.competitors) ? competition.competitors : [];
  return objectOf(competitors.find((each) => isObject(each) && each.homeAway === side));
}

function isUndecided(entry: EspnEntry, side: Side): boolean {
  const { displayName, location } = objectOf(competitorOf(entry, side).team);
  return displayName === "TBD" || location === "TBD";
}

/** The sport and the day of a game whose teams are not decided yet; null where they are, or the event is none of ours. */
function undecidedEspn(entry: EspnEntry): (Times & { readonly sport: Sport }) | null {
  const sport = sportOfEspn(entry.event);
  if (sport === null || !(isUndecided(entry, "home") || isUndecided(entry, "away"))) return null;
  const found = attempt(() => {
    seasonOf(entry);
    return { sport, ...timesOf(entry) };
  });
  return isProblem(found) ? null : found;
}

function teamOf(sport: Sport, entry: EspnEntry, side: Side): Team {
  const { displayName } = objectOf(competitorOf(entry, side).team);
  const name = espnText(displayName) ?? "";
  if (isUndecided(entry, side)) return refuse("unknown-team", "the team is not decided yet: TBD", side);
  return teamNamed(sport, name, side);
}

function scoreOf(entry: EspnEntry, side: Side): number {
  const { score } = competitorOf(entry, side);
  const stated = isObject(score) ? score.value : score;
  const points = typeof stated === "string" && /^\d+$/.test(stated) ? Number(stated) : stated;
  if (typeof points === "number" && Number.isInteger(points)) return points;
  return refuse("malformed", `score of a final game is ${shown(stated)}`, `${side}.score`);
}

/** Points of each period; a home team that does not bat in the ninth has one entry less than the visitors. */
function pointsOf(entry: EspnEntry, side: Side): (number | null)[] {
  const { linescores } = competitorOf(entry, side);
  const points: (number | null)[] = [];
  for (const [index, period] of (Array.isArray(linescores) ? linescores : []).entries()) {
    const { value, displayValue } = objectOf(period);
    const stated = value ?? displayValue;
    const number = typeof stated === "string" && /^\d+$/.test(stated) ? Number(stated) : stated;
    if (typeof number === "number") points.push(number);
    else return refuse("malformed", `is ${shown(stated)}`, `${side}.linescores.${index}`);
  }
  return points;
}

type Result = Pick<GameRecord, "home_score" | "away_score" | "overtime" | "line_score">;

function resultOf(sport: Sport, entry: EspnEntry, status: JsonObject): Result {
  const homeScore = scoreOf(entry, "home");
  const awayScore = scoreOf(entry, "away");
  const home = pointsOf(entry, "home");
  const away = pointsOf(entry, "away");
  const hasPeriods = home.length > 0 && away.length > 0;
  const played = typeof status.period === "number" && status.period > 0 ? status.period : null;
  const periods = played ?? (hasPeriods ? Math.max(home.length, away.length) : null);
  return {
    home_score: homeScore,
    away_score: awayScore,
    overtime: periods === null ? null : periods > sportFacts[sport].regulationPeriods,
    line_score: hasPeriods ? { home, away } : null,
  };
}

/** The game's number among the two of its day stands only in a note: `Doubleheader - Game 1 - Makeup from May 5`. */
function gameNumberOf(sport: Sport, { competition }: EspnEntry): number | null {
  if (!sportFacts[sport].hasDoubleheaders || !Array.isArray(competition.notes)) return null;
  const headlines = competition.notes.map((note) => espnText(objectOf(note).headline) ?? "");
  const number = headlines.map((text) => /^Doubleheader - Game ([12])\b/.exec(text)?.[1]).find((each) => each);
  return number === undefined ? null : Number(number);
}

function espnGame(entry: EspnEntry): GameRecord {
  const { event, competition, info } = entry;
  const id = String(event.id ?? "");
  if (!/^\d+$/.test(id)) return refuse("malformed", `id is ${shown(event.id)}`, "id");
  const sport = sportOfEspn(event);
  if (sport === null) return refuse("malformed", `${shown(event.uid)} names no sport`, "uid");
  const part = seasonOf(entry);
  const home = teamOf(sport, entry, "home");
  const away = teamOf(sport, entry, "away");
  // A recorder that writes every event again leaves the competition's status out.
  const state = objectOf(competition.status ?? event.status);
  const status = statusOf(state);
  const times = timesOf(entry);
  const week = weekOf(sport, entry, part, times);
  const venue = espnVenue(competition.venue ?? info.venue);
  return {
    type: "game",
    provider,
    ...nothingStated,
    game_id: id,
    sport,
    ...part,
    week,
    ...times,
    game_number: gameNumberOf(sport, entry),
    status,
    home: home.abbreviation,
    away: away.abbreviation,
    neutral_site: typeof competition.neutralSite === "boolean" ? competition.neutralSite : null,
    ...(status === "final" ? resultOf(sport, entry, state) : {}),
    venue,
    referee: espnReferee(info),
    weather: venue?.indoor === true ? null : espnWeather(event.weather),
  };
}

// Venue, officials and weather of a game of ESPN.

/** A text with single spaces (ESPN has "Jeremy  Riggs"); null when there is none. */
function espnText(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const text = value.replaceAll(/ +/g, " ").trim();
  return text === "" ? null : text;
}

/** `indoor` is the building's: a roof that opens counts as one, since ESPN does not say whether it was open. */
function espnVenue(value: unknown): GameRecord["venue"] {
  const { id, fullName, address, indoor } = objectOf(value);
  if (typeof id !== "string" && typeof id !== "number") return null;
  return {
    venue_id: String(id),
    name: espnText(fullName),
    city: espnText(objectOf(address).city),
    indoor: typeof indoor === "boolean" ? indoor : null,
  };
}

/** The first referee or the home-plate umpire. Only summaries have officials. */
function espnReferee({ officials }: JsonObject): string | null {
  if (!Array.isArray(officials)) return null;
  const leads = officials.filter((each) => {
    const position = objectOf(objectOf(each).position).name;
    return position === "Referee" || position === "Home Plate Umpire";
  });
  const { fullName, displayName } = objectOf(leads[0]);
  return espnText(fullName) ?? espnText(displayName);
}

/** The text of the sky is in either of two fields, and the number of its icon in the other. */
function espnWeather(value: unknown): GameRecord["weather"] {
  const { temperature, displayValue, conditionId } = objectOf(value);
  const words = [displayValue, conditionId].map(espnText).filter((text) => text !== null && !/^\d+$/.test(text));
  const condition = words[0] ?? null;
  const degrees = typeof temperature === "number" ? temperature : null;
  if (degrees === null && condition === null) return null;
  return { temp_f: degrees, wind_mph: null, wind_direction: null, condition };
}
