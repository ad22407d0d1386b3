/** ESPN's site API: scoreboards, single events and summaries of every sport, with the odds of games to come. */
import type { ProviderName } from "../../domain/providers.ts";
import { type Sport, sportFacts, sports } from "../../domain/sports.ts";
import { newYork } from "../../domain/times.ts";
import { booleanAt, listAt, type Side, valueAt, wholeAt } from "../fields.ts";
import { type ListedGame, listedGames } from "../listed-games.ts";
import { isObject, type JsonObject, objectOf, parseJson } from "../parse.ts";
import { type GameRecord, nothingStated } from "../records.ts";
import { type FeedItem, InputError, problem, refuse, refused, type Source, shown } from "../refusals.ts";
import { teamNamed } from "../team-names.ts";
import { slateDateOfStart, utcTime } from "../utc-times.ts";
import { type EspnPriced, isEspnCoreOdds, readEspnOdds } from "./espn-odds.ts";

type EspnSource = Source & { readonly seenAt?: string | null };

/**
 * One item a game, which counts under the sport that its own `uid` names, those of its odds, and one a season with undecided games.
 * @param source `seenAt` is the time of the answer (ISO 8601 UTC), without which no price of now is taken.
 */
export function* readEspn(payload: unknown, source: EspnSource): Generator<FeedItem> {
  const { file } = source;
  // Some recorders keep an answer as JSON inside a JSON string.
  const answer = typeof payload === "string" ? parseJson(payload, file) : payload;
  if (isEspnCoreOdds(answer)) {
    yield refused({ file, record: "odds of core v2" }, problem("malformed", "names neither teams nor a start"));
    return;
  }
  const games = entriesOf(answer, file).map((entry, index) => listed(entry, index, source));
  yield* listedGames("espn", games, source);
}

function listed(entry: EspnEntry | null, index: number, source: EspnSource): ListedGame {
  const id = entry?.event.id;
  const record = id === undefined ? `event ${index + 1}` : `game ${String(id)}`;
  const open = () => entry ?? refuse("malformed", "is no event with one competition");
  const game = () => espnGame(open());
  const oddsSource = { ...source, record, seenAt: source.seenAt ?? null, moments: ["open", "now"] } as const;
  return {
    record,
    game,
    undecided: () => undecidedEspn(open()),
    besides: readEspnOdds(listAt(entry?.competition, "odds"), () => pricedOf(game()), oddsSource),
  };
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
  const year = wholeAt(event, "season.year");
  if (valueAt(competition, "type.abbreviation") === "ALLSTAR") {
    return refuse("not-covered", "an all-star game", "competitions.type");
  }
  const type = valueAt(event, "season.type");
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
  const isOfBoard = valueAt(board, "season.type") === valueAt(event, "season.type");
  const own = isObject(event.week) ? event.week.number : event.week;
  const stated = { week: { number: own ?? (isOfBoard ? valueAt(board, "week.number") : null) } };
  if ((stated.week.number ?? null) === null) return null;
  const week = wholeAt(stated, "week.number");
  if (part.season_type === "regular") return week;
  const postseasonWeeks: Readonly<Record<number, number>> = { 1: 19, 2: 20, 3: 21, 5: 22 };
  return postseasonWeeks[week] ?? refuse("malformed", `the postseason has no week ${week}`, "week.number");
}

function competitorOf({ competition }: EspnEntry, side: Side): JsonObject {
  return objectOf(listAt(competition, "competitors").find((each) => valueAt(each, "homeAway") === side));
}

function isUndecided(entry: EspnEntry, side: Side): boolean {
  const { displayName, location } = objectOf(competitorOf(entry, side).team);
  return displayName === "TBD" || location === "TBD";
}

/** The sport and the day of a game whose teams are not decided yet; null where they are, or the event is none of ours. */
function undecidedEspn(entry: EspnEntry): (Times & { readonly sport: Sport }) | null {
  const sport = sportOfEspn(entry.event);
  if (sport === null || !(isUndecided(entry, "home") || isUndecided(entry, "away"))) return null;
  seasonOf(entry);
  return { sport, ...timesOf(entry) };
}

function teamOf(sport: Sport, entry: EspnEntry, side: Side): string {
  if (isUndecided(entry, side)) return refuse("unknown-team", "the team is not decided yet: TBD", side);
  const given = valueAt(competitorOf(entry, side), "team.displayName");
  const name = espnText(given) ?? refuse("malformed", `is ${shown(given)}, and no text`, `${side}.team.displayName`);
  return teamNamed(sport, name, side).abbreviation;
}

function scoreOf(entry: EspnEntry, side: Side): number {
  const competitor = competitorOf(entry, side);
  return wholeAt(competitor, isObject(competitor.score) ? "score.value" : "score", `${side}.score`);
}

/** Points of each period; a home team that does not bat in the ninth has one entry less than the visitors. */
function pointsOf(entry: EspnEntry, side: Side): number[] {
  return listAt(competitorOf(entry, side), "linescores").map((period, index) => {
    const member = valueAt(period, "value") === null ? "displayValue" : "value";
    return wholeAt(period, member, `${side}.linescores.${index}`);
  });
}

type Result = Pick<GameRecord, "home_score" | "away_score" | "overtime" | "line_score">;

function resultOf(sport: Sport, entry: EspnEntry, status: JsonObject): Result {
  const [homeScore, awayScore] = [scoreOf(entry, "home"), scoreOf(entry, "away")];
  const [home, away] = [pointsOf(entry, "home"), pointsOf(entry, "away")];
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
  if (!sportFacts[sport].hasDoubleheaders) return null;
  const headlines = listAt(competition, "notes").map((note) => espnText(valueAt(note, "headline")) ?? "");
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
  const [home, away] = [teamOf(sport, entry, "home"), teamOf(sport, entry, "away")];
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
    home,
    away,
    neutral_site: booleanAt(competition, "neutralSite"),
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
function espnReferee(info: JsonObject): string | null {
  const lead = listAt(info, "officials").find((each) =>
    ["Referee", "Home Plate Umpire"].includes(String(valueAt(each, "position.name"))),
  );
  return espnText(valueAt(lead, "fullName")) ?? espnText(valueAt(lead, "displayName"));
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
