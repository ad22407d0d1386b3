/**
 * College Football Data: games of NCAAF, and their opening and closing lines by provider, which state no time and, of spread and
 * total, no price. Reads the camel case of the present API and the snake case of the older one.
 */
import type { ProviderName } from "../../domain/providers.ts";
import { seasonOf } from "../../domain/seasons.ts";
import { postseasonWeekNcaaf } from "../../domain/sports/ncaaf/ncaaf.ts";
import { sportFacts } from "../../domain/sports.ts";
import { newYork } from "../../domain/times.ts";
import { booleanAt, listAt, type Side, sides, textAt, timeAt, valueAt, wholeAt } from "../fields.ts";
import { gameItem, isFbs } from "../game-rules.ts";
import { isObject, type JsonObject } from "../parse.ts";
import { bookNamed, quoteItems } from "../quote-rules.ts";
import { type GameRecord, nothingStated } from "../records.ts";
import { type FeedItem, InputError, problem, refuse, refused, type Source, shown, type Where } from "../refusals.ts";
import { matchTeam, teamNamed } from "../team-names.ts";
import { slateDateOfStart } from "../utc-times.ts";

const provider = "cfbd" satisfies ProviderName;

/** The members that tell an answer of `/games` from one of `/lines`: both name teams, scores and starts of games. */
const marks = ["completed", "lines"] as const;

/** The items of an answer of `/games`, one a game, or of `/lines`, up to five quotes for each provider of a game. */
export function* readCfbd(payload: unknown, { file, nowMs }: Source): Generator<FeedItem> {
  if (!Array.isArray(payload)) throw new InputError(file, "is not an answer of CFBD: not a list");
  const isOurs = (entry: unknown) => isObject(entry) && marks.some((mark) => mark in entry);
  if (payload.length > 0 && !payload.some(isOurs)) {
    throw new InputError(file, "is not an answer of CFBD: no entry has lines, or says whether a game is completed");
  }
  for (const [index, entry] of (payload as readonly unknown[]).entries()) {
    const id = textAt(entry, "id") ?? (typeof valueAt(entry, "id") === "number" ? String(valueAt(entry, "id")) : null);
    const where = { file, record: id === null ? `entry ${index + 1}` : `game ${id}` };
    if (id !== null && isObject(entry) && "lines" in entry) yield* linesOf(camelCased(entry), id, where, nowMs);
    else yield gameItem(() => gameOf(entry, id), where, nowMs);
  }
}

function camelCased(entry: JsonObject): JsonObject {
  const camelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(entry).map(([name, value]) => [camelCase(name), value]));
}

/** "fbs", "fcs", "ii", "iii", or null; the older API calls it the division. */
function classification(game: JsonObject, side: Side): string | null {
  return (textAt(game, `${side}Classification`) ?? textAt(game, `${side}Division`))?.toLowerCase() ?? null;
}

type CfbdEvent = Pick<GameRecord, "season" | "home" | "away" | "game_date" | "start_time">;

/** Whether a game counts [D-8]. Most of the file is of lower divisions, whose teams nobody needs to know. */
function checkDivision(game: JsonObject, season: number): void {
  if (sides.some((side) => classification(game, side) === "fbs")) return;
  const unclassified = sides.filter((side) => classification(game, side) === null);
  for (const side of unclassified) {
    const name = textAt(game, `${side}Team`) ?? "";
    const team = matchTeam("ncaaf", name);
    if (team !== null && isFbs(team, season)) return;
    // Nothing says that this is a lower division, so the name may be one that the registry should know.
    if (team === null && unclassified.length === 2) teamNamed("ncaaf", name, side);
  }
  refuse("no-fbs-side", `${textAt(game, "awayTeam")} at ${textAt(game, "homeTeam")}`);
}

function newYorkTime(startTime: string): Temporal.ZonedDateTime {
  return Temporal.Instant.from(startTime).toZonedDateTimeISO(newYork);
}

/**
 * CFBD writes midnight in New York for a time that is not known yet, and the list of lines has no mark for it. Only
 * Hawaii kicks off at that hour (18:00 in Honolulu).
 */
function isPlaceholder(game: JsonObject, startTime: string, home: string): boolean {
  const isTbd = booleanAt(game, "startTimeTBD") ?? booleanAt(game, "startTimeTbd");
  return isTbd ?? (home !== "HAW" && newYorkTime(startTime).toPlainTime().equals("00:00"));
}

/** Teams and start of a game, which the lists of games and of lines have in common. */
function eventOf(game: JsonObject): CfbdEvent {
  const season = wholeAt(game, "season");
  if (season < sportFacts.ncaaf.firstSeason) return refuse("not-covered", `season ${season}`, "season");
  checkDivision(game, season);
  const [home, away] = [teamIn(game, "home"), teamIn(game, "away")];
  const start = timeAt(game, "startDate");
  if (!isPlaceholder(game, start, home)) return { season, home, away, game_date: null, start_time: start };
  return { season, home, away, game_date: newYorkTime(start).toPlainDate().toString(), start_time: null };
}

function teamIn(game: JsonObject, side: Side): string {
  return teamNamed("ncaaf", textAt(game, `${side}Team`) ?? "", side).abbreviation;
}

function seasonPart(game: JsonObject, event: CfbdEvent): Pick<GameRecord, "season_type" | "week"> {
  const { seasonType } = game;
  if (seasonType === "postseason") {
    const date = event.game_date ?? slateDateOfStart(event.start_time ?? "");
    // CFBD starts the weeks of the postseason at 1 again; here they go on [D-5].
    return { season_type: "postseason", week: postseasonWeekNcaaf(seasonOf("ncaaf", date), date) };
  }
  if (seasonType !== "regular") return refuse("not-covered", `season type ${shown(seasonType)}`, "seasonType");
  return { season_type: "regular", week: wholeAt(game, "week") || 1 };
}

function pointsOf(game: JsonObject, side: Side): number | null {
  const field = `${side}Points`;
  return valueAt(game, field) === null ? null : wholeAt(game, field);
}

/** Null without periods. The points inside are checked by validation. */
function lineScoreOf(game: JsonObject): GameRecord["line_score"] {
  const [home, away] = [listAt(game, "homeLineScores"), listAt(game, "awayLineScores")];
  return home.length === 0 || away.length === 0 ? null : ({ home, away } as GameRecord["line_score"]);
}

function venueOf(game: JsonObject): GameRecord["venue"] {
  const id = valueAt(game, "venueId");
  return id === null ? null : { venue_id: String(id), name: textAt(game, "venue"), city: null, indoor: null };
}

function gameOf(entry: unknown, id: string | null): GameRecord {
  if (!isObject(entry)) return refuse("malformed", "is not an object");
  if (id === null) return refuse("malformed", "the game has no id", "id");
  if (!("completed" in entry)) return refuse("malformed", "is missing", "completed");
  const game = camelCased(entry);
  const { season, ...event } = eventOf(game);
  const lineScore = lineScoreOf(game);
  const periods = lineScore === null ? 0 : Math.max(lineScore.home.length, lineScore.away.length);
  return {
    type: "game",
    provider,
    ...nothingStated,
    game_id: id,
    sport: "ncaaf",
    season,
    ...seasonPart(game, { season, ...event }),
    game_date: event.game_date,
    start_time: event.start_time,
    status: game.completed === true ? "final" : "scheduled",
    home: event.home,
    away: event.away,
    neutral_site: booleanAt(game, "neutralSite"),
    overtime: lineScore === null ? null : periods > sportFacts.ncaaf.regulationPeriods,
    home_score: pointsOf(game, "home"),
    away_score: pointsOf(game, "away"),
    line_score: lineScore,
    venue: venueOf(game),
  };
}

const parts = [
  { market: "spread", moment: "close", fields: ["spread"] },
  { market: "spread", moment: "open", fields: ["spreadOpen"] },
  { market: "total", moment: "close", fields: ["overUnder"] },
  { market: "total", moment: "open", fields: ["overUnderOpen"] },
  { market: "moneyline", moment: "close", fields: ["homeMoneyline", "awayMoneyline"] },
] as const;

function numberIn(entry: JsonObject, name: string): number | null {
  const value = valueAt(entry, name);
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (number === null || (typeof number === "number" && Number.isFinite(number))) return number;
  return refuse("malformed", `${shown(value)} is not a number`, name);
}

/**
 * CFBD states the spread twice, as a number and as "Team -16.5". When they name different favourites, neither counts.
 */
function checkSign(entry: JsonObject, line: number, { homeTeam: home, awayTeam: away }: JsonObject): void {
  const favourite = /^(.+) -\d+(?:\.\d+)?$/.exec(String(entry.formattedSpread ?? ""))?.[1];
  const contradicts = (favourite === away && line < 0) || (favourite === home && line > 0);
  if (favourite === undefined || home === away || !contradicts) return;
  refuse("malformed", `spread is ${line}, formattedSpread is "${entry.formattedSpread}"`, "spread");
}

/** The numbers of one part, null when the entry has none. */
function pricesOf(entry: JsonObject, { market, moment, fields }: (typeof parts)[number], game: JsonObject) {
  const [first = null, second = null] = fields.map((name) => numberIn(entry, name));
  // A moneyline of 0 is CFBD's way to write none; a spread of 0 is a pick.
  if (market === "moneyline") return first || second ? { line: null, first, second } : null;
  if (first === null) return null;
  if (market === "spread" && moment === "close") checkSign(entry, first, game);
  return { line: first, first: null, second: null };
}

/**
 * Several entries may be one book ("DraftKings" and "Draft Kings", or the states of Caesars). All of them are taken: a
 * publish decides between them [D-43], since the order of a file says nothing.
 */
function* linesOf(game: JsonObject, id: string, { file, record }: Where, nowMs: number): Generator<FeedItem> {
  if (!Array.isArray(game.lines)) {
    yield refused({ file, record }, problem("malformed", "the game has no list of lines", "lines"));
    return;
  }
  for (const entry of game.lines as readonly unknown[]) {
    const name = textAt(entry, "provider");
    const where = { file, record: `${record} ${name ?? "unnamed provider"}` };
    yield* quoteItems(where, parts, nowMs, () => {
      const { season: _, ...event } = eventOf(game);
      if (!isObject(entry) || name === null) return refuse("malformed", "the entry has no provider", "provider");
      const { slug: book } = bookNamed(name);
      const about = { provider, sport: "ncaaf", event_id: id, ...event, seen_at: null, book } as const;
      return { about, prices: (part) => pricesOf(entry, part, game) };
    });
  }
}
