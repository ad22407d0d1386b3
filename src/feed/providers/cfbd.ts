/**
 * College Football Data: games of NCAAF, and their opening and closing lines by provider, which state no time and, of spread and
 * total, no price. Reads the camel case of the present API and the snake case of the older one.
 */

import { bookByProviderKey } from "../../domain/books.ts";
import type { ProviderName } from "../../domain/providers.ts";
import { seasonOf } from "../../domain/seasons.ts";
import { newYork } from "../../domain/slate-date.ts";
import { postseasonWeekNcaaf } from "../../domain/sports/ncaaf/ncaaf.ts";
import { sportFacts } from "../../domain/sports.ts";
import { isObject, type JsonObject } from "../parse.ts";
import { type GameRecord, nothingStated, type QuoteRecord } from "../records.ts";
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
  type Where,
} from "../refusals.ts";
import { matchTeam } from "../team-names.ts";
import { slateDateOfStart, utcTime } from "../utc-times.ts";
import { acceptQuote, gameItem, isFbs, strangeBook, teamNamed } from "../validate.ts";

const cfbdProvider = "cfbd" satisfies ProviderName;

/** The two answers of CFBD that are read, and what only its entries have. */
const marks = {
  games: (entry: JsonObject) => "completed" in entry && !("lines" in entry),
  lines: (entry: JsonObject) => "lines" in entry,
} as const;

type Answer = keyof typeof marks;

/**
 * Both answers name teams, scores and starts of games, so each could be taken for the other: lines would then be games
 * that are still to come. All entries are looked at before the first is read, so that nothing of the wrong file is taken.
 */
function refuseOtherAnswer(entries: readonly unknown[], file: string, wanted: Answer): void {
  const objects = entries.filter((entry) => isObject(entry));
  const other = wanted === "games" ? "lines" : "games";
  const isWanted = objects.some(marks[wanted]);
  if (isWanted && (wanted === "lines" || !objects.some(marks.lines))) return;
  if (objects.some(marks[other])) {
    throw new InputError(file, `is CFBD ${other}, not ${wanted}: import it with --${other}`);
  }
  const missing = wanted === "games" ? "says whether a game is completed" : "has lines";
  throw new InputError(file, `is not CFBD ${wanted}: no entry ${missing}`);
}

/** The objects of an answer, each with the id it is known by, or the problem with it. */
function* cfbdEntries(payload: unknown, file: string, what: Answer) {
  if (!Array.isArray(payload)) throw new InputError(file, `is not CFBD ${what}: not a list`);
  if (payload.length > 0) refuseOtherAnswer(payload, file, what);
  for (const [index, entry] of (payload as readonly unknown[]).entries()) {
    const hasTeams = isObject(entry) && teamName(entry, "home") !== null && teamName(entry, "away") !== null;
    if (index === 0 && !hasTeams) throw new InputError(file, `is not CFBD ${what}: its first entry names no teams`);
    const id = isObject(entry) ? entry.id : undefined;
    const isId = typeof id === "number" || (typeof id === "string" && id !== "");
    const where = { file, record: isId ? `game ${id}` : `entry ${index + 1}` };
    if (!isObject(entry)) yield { where, wrong: problem("malformed", "is not an object") };
    else if (!isId) yield { where, wrong: problem("malformed", "the game has no id", "id") };
    else yield { where, entry, id: String(id) };
  }
}

type Side = "home" | "away";

/** A field in either spelling; null where it is missing. */
function field(entry: JsonObject, camelCase: string): unknown {
  return entry[camelCase] ?? entry[camelCase.replace(/[A-Z]+/g, (capital) => `_${capital.toLowerCase()}`)] ?? null;
}

function teamName(entry: JsonObject, side: Side): string | null {
  const name = field(entry, `${side}Team`);
  return typeof name === "string" && name !== "" ? name : null;
}

/** "fbs", "fcs", "ii", "iii", or null; the older API calls it the division. */
function classification(entry: JsonObject, side: Side): string | null {
  const value = field(entry, `${side}Classification`) ?? field(entry, `${side}Division`);
  return typeof value === "string" ? value.toLowerCase() : null;
}

type CfbdEvent = {
  readonly home: string;
  readonly away: string;
  readonly season: number;
  /** null while the time of day is open; then `gameDate` is known. */
  readonly startTime: string | null;
  readonly gameDate: string | null;
};

/** Whether a game counts [D-8]. Most of the file is of lower divisions, whose teams nobody needs to know. */
function checkDivision(entry: JsonObject, season: number): void {
  const stated = (["home", "away"] as const).map((side) => classification(entry, side));
  if (stated.includes("fbs")) return;
  const label = `${teamName(entry, "away")} at ${teamName(entry, "home")}`;
  const unclassified = (["home", "away"] as const).filter((_, index) => stated[index] === null);
  for (const side of unclassified) {
    const name = teamName(entry, side) ?? "";
    const team = matchTeam("ncaaf", name);
    if (team !== null && isFbs(team, season)) return;
    // Nothing says that this is a lower division, so the name may be one that the registry should know.
    if (team === null && unclassified.length === 2) teamNamed("ncaaf", name, side);
  }
  refuse("no-fbs-side", label);
}

function newYorkTime(startTime: string): Temporal.ZonedDateTime {
  return Temporal.Instant.from(startTime).toZonedDateTimeISO(newYork);
}

/**
 * CFBD writes midnight in New York for a time that is not known yet, and the list of lines has no mark for it. Only
 * Hawaii kicks off at that hour (18:00 in Honolulu).
 */
function isPlaceholder(entry: JsonObject, startTime: string, home: string): boolean {
  const isTbd = field(entry, "startTimeTBD") ?? field(entry, "startTimeTbd");
  if (typeof isTbd === "boolean") return isTbd;
  return home !== "HAW" && newYorkTime(startTime).toPlainTime().equals("00:00");
}

/** Teams and start of a game, which the lists of games and of lines have in common. */
function cfbdEvent(entry: JsonObject): CfbdEvent {
  const season = entry.season;
  if (typeof season !== "number") return refuse("malformed", "the season is missing", "season");
  if (season < sportFacts.ncaaf.firstSeason) return refuse("not-covered", `season ${season}`, "season");
  checkDivision(entry, season);
  const home = teamNamed("ncaaf", teamName(entry, "home") ?? "", "home").abbreviation;
  const away = teamNamed("ncaaf", teamName(entry, "away") ?? "", "away").abbreviation;
  const stated = field(entry, "startDate");
  const startTime = utcTime(stated);
  if (startTime === null) return refuse("malformed", `start date is ${shown(stated)}`, "startDate");
  if (!isPlaceholder(entry, startTime, home)) return { home, away, season, startTime, gameDate: null };
  return { home, away, season, startTime: null, gameDate: newYorkTime(startTime).toPlainDate().toString() };
}

type SeasonPart = Pick<GameRecord, "season_type" | "week">;

function seasonPart(entry: JsonObject, event: CfbdEvent): SeasonPart {
  const seasonType = field(entry, "seasonType");
  if (seasonType === "postseason") {
    const date = event.gameDate ?? slateDateOfStart(event.startTime ?? "");
    // CFBD starts the weeks of the postseason at 1 again; here they go on [D-5].
    return { season_type: "postseason", week: postseasonWeekNcaaf(seasonOf("ncaaf", date), date) };
  }
  if (seasonType !== "regular") return refuse("not-covered", `season type ${shown(seasonType)}`, "seasonType");
  const { week } = entry;
  if (typeof week !== "number") return refuse("malformed", `week is ${shown(week)}`, "week");
  return { season_type: "regular", week: week === 0 ? 1 : week };
}

function integerOrNull(entry: JsonObject, name: string): number | null {
  const value = field(entry, name);
  if (value === null || (typeof value === "number" && Number.isInteger(value))) return value;
  return refuse("malformed", `${shown(value)} is not a whole number`, name);
}

/** Null without periods. The points inside are checked by validation. */
function lineScoreOf(entry: JsonObject): GameRecord["line_score"] {
  const home = field(entry, "homeLineScores");
  const away = field(entry, "awayLineScores");
  if (!Array.isArray(home) || !Array.isArray(away) || home.length === 0 || away.length === 0) return null;
  return { home, away };
}

function venueOf(entry: JsonObject): GameRecord["venue"] {
  const id = field(entry, "venueId");
  const name = field(entry, "venue");
  if (id === null) return null;
  return {
    venue_id: String(id),
    name: typeof name === "string" && name !== "" ? name : null,
    city: null,
    indoor: null,
  };
}

function gameOf(entry: JsonObject, id: string): GameRecord {
  const event = cfbdEvent(entry);
  const part = seasonPart(entry, event);
  const homeScore = integerOrNull(entry, "homePoints");
  const awayScore = integerOrNull(entry, "awayPoints");
  const isFinal = entry.completed === true;
  const lineScore = lineScoreOf(entry);
  const periods = lineScore === null ? 0 : Math.max(lineScore.home.length, lineScore.away.length);
  const neutralSite = field(entry, "neutralSite");
  return {
    type: "game",
    provider: cfbdProvider,
    ...nothingStated,
    game_id: id,
    sport: "ncaaf",
    season: event.season,
    ...part,
    game_date: event.gameDate,
    start_time: event.startTime,
    status: isFinal ? "final" : "scheduled",
    home: event.home,
    away: event.away,
    neutral_site: typeof neutralSite === "boolean" ? neutralSite : null,
    overtime: lineScore === null ? null : periods > sportFacts.ncaaf.regulationPeriods,
    home_score: homeScore,
    away_score: awayScore,
    line_score: lineScore,
    venue: venueOf(entry),
  };
}

/** One item a game of an answer of `/games`. */
export function* readCfbdGames(payload: unknown, { file, nowMs }: Source): Generator<FeedItem> {
  for (const { where, wrong, entry, id } of cfbdEntries(payload, file, "games")) {
    yield wrong === undefined ? gameItem(() => gameOf(entry, id), where, nowMs) : refused(where, wrong);
  }
}

type OpenOrClose = "open" | "close";
type Part = {
  readonly market: "moneyline" | "spread" | "total";
  readonly stated: OpenOrClose;
  readonly fields: readonly string[];
};

const parts: readonly Part[] = [
  { market: "spread", stated: "close", fields: ["spread"] },
  { market: "spread", stated: "open", fields: ["spreadOpen"] },
  { market: "total", stated: "close", fields: ["overUnder"] },
  { market: "total", stated: "open", fields: ["overUnderOpen"] },
  { market: "moneyline", stated: "close", fields: ["homeMoneyline", "awayMoneyline"] },
];

function numberOf(entry: JsonObject, name: string): number | null {
  const value = entry[name] ?? null;
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (number === null || (typeof number === "number" && Number.isFinite(number))) return number;
  return refuse("malformed", `${shown(value)} is not a number`, name);
}

/**
 * CFBD states the spread twice, as a number and as "Team -16.5". When they name different favourites, neither counts.
 */
function checkSign(entry: JsonObject, line: number, names: { readonly home: unknown; readonly away: unknown }): void {
  const favourite = /^(.+) -\d+(?:\.\d+)?$/.exec(String(entry.formattedSpread ?? ""))?.[1];
  const contradicts = (favourite === names.away && line < 0) || (favourite === names.home && line > 0);
  if (favourite === undefined || names.home === names.away || !contradicts) return;
  refuse("malformed", `spread is ${line}, formattedSpread is "${entry.formattedSpread}"`, "spread");
}

type Values = readonly (number | null)[];

/** The numbers of one part, null when the entry has none. */
function valuesOf(entry: JsonObject, part: Part, game: JsonObject): Values | null {
  const values = part.fields.map((name) => numberOf(entry, name));
  // A moneyline of 0 is CFBD's way to write none; a spread of 0 is a pick.
  if (values.every((value) => value === null || (part.market === "moneyline" && value === 0))) return null;
  const names = { home: game.homeTeam ?? game.home_team, away: game.awayTeam ?? game.away_team };
  if (part.market === "spread" && part.stated === "close") checkSign(entry, values[0] ?? 0, names);
  return values;
}

function quoteOf(event: CfbdEvent, id: string, book: string, { market, stated }: Part, values: Values): QuoteRecord {
  const isMoneyline = market === "moneyline";
  return {
    type: "quote",
    provider: cfbdProvider,
    sport: "ncaaf",
    event_id: id,
    home: event.home,
    away: event.away,
    game_date: event.gameDate,
    start_time: event.startTime,
    seen_at: null,
    book,
    period: "full",
    market,
    captured_at: null,
    stated,
    line: isMoneyline ? null : (values[0] ?? null),
    home_odds: isMoneyline ? (values[0] ?? null) : null,
    away_odds: isMoneyline ? (values[1] ?? null) : null,
    over_odds: null,
    under_odds: null,
  };
}

type Game = { readonly entry: JsonObject; readonly event: CfbdEvent; readonly id: string };

/**
 * Several entries may be one book ("DraftKings" and "Draft Kings", or the states of Caesars). All of them are taken: a
 * publish decides between them [D-43], since the order of a file says nothing.
 */
function* readEntry(entry: JsonObject, { entry: game, event, id }: Game, where: Where, nowMs: number) {
  const name = String(entry.provider);
  const book = bookByProviderKey(name);
  if (book === null) {
    yield refused(where, strangeBook(name));
    return;
  }
  let count = 0;
  for (const part of parts) {
    const values = attempt(() => valuesOf(entry, part, game));
    if (values === null) continue;
    count += 1;
    const place = { file: where.file, record: `${where.record} ${part.market} ${part.stated}` };
    if (isProblem(values)) yield refused(place, values);
    else yield acceptQuote(quoteOf(event, id, book.slug, part, values), place, nowMs);
  }
  if (count === 0) yield refused(where, problem("no-price", "neither line nor price"));
}

function* readGame(game: JsonObject, id: string, where: Where, nowMs: number): Generator<FeedItem> {
  if (!Array.isArray(game.lines)) {
    yield refused(where, problem("malformed", "the game has no list of lines", "lines"));
    return;
  }
  const event = game.lines.length === 0 ? null : attempt(() => cfbdEvent(game));
  for (const entry of game.lines as readonly unknown[]) {
    const name = isObject(entry) && typeof entry.provider === "string" ? entry.provider : null;
    const place = { file: where.file, record: `${where.record} ${name ?? "unnamed provider"}` };
    if (isProblem(event)) yield refused(place, event);
    else if (!isObject(entry) || name === null || event === null) {
      yield refused(place, problem("malformed", "the entry has no provider", "provider"));
    } else yield* readEntry(entry, { entry: game, event, id }, place, nowMs);
  }
}

/** The items of an answer of `/lines`: up to five quotes for each provider of a game. */
export function* readCfbdLines(payload: unknown, { file, nowMs }: Source): Generator<FeedItem> {
  for (const { where, wrong, entry, id } of cfbdEntries(payload, file, "lines")) {
    if (wrong !== undefined) yield refused(where, wrong);
    else yield* readGame(entry, id, where, nowMs);
  }
}
