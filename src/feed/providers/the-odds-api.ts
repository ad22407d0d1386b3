/**
 * The Odds API, version 4: odds arrays, `/historical` snapshots in their wrapper, and single events.
 * One item for every market of a book; the odds of team totals make one a side.
 */

import { basename } from "node:path";
import { bookByProviderKey, rankOfOddsApiKey } from "../../domain/books.ts";
import type { ProviderName } from "../../domain/providers.ts";
import { seasonOf } from "../../domain/seasons.ts";
import {
  isPublishedMarket,
  type Market,
  type OddsPeriod,
  oddsPeriods,
  type Sport,
  sportFacts,
  sports,
} from "../../domain/sports.ts";
import { booleanAt, givenTextAt, listAt, timeAt, valueAt, wholeAt } from "../fields.ts";
import { isObject, type JsonObject } from "../parse.ts";
import { type GameRecord, nothingStated, type Prices, quoteRecord } from "../records.ts";
import {
  attempt,
  type FeedItem,
  InputError,
  isProblem,
  problem,
  type RecordProblem,
  refuse,
  refused,
  refuseWith,
  type Source,
  shown,
} from "../refusals.ts";
import { matchTeam } from "../team-names.ts";
import { slateDateOfStart, utcTime } from "../utc-times.ts";
import { gameItem, quoteItem, strangeBook, teamNamed } from "../validate.ts";

const provider = "the-odds-api" satisfies ProviderName;

export type OddsApiSource = Source & {
  /** The sport that the file is said to hold; null: the file says it itself. */
  readonly sport: Sport | null;
  /** ISO 8601 UTC; null where only the file can say when it was captured. */
  readonly seenAt: string | null;
};

/** The time of capture that a file's name states, as in `20250910T053659Z.json.gz`; null when it states none. */
export function seenAtOfFileName(file: string): string | null {
  const match = /(\d{4})-?(\d{2})-?(\d{2})T(\d{2})[-:]?(\d{2})[-:]?(\d{2})Z/.exec(basename(file));
  if (match === null) return null;
  const [, year, month, day, hour, minute, second] = match;
  return utcTime(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

type Snapshot = { readonly events: readonly unknown[]; readonly seenAt: string | null };

function snapshotOf(payload: unknown, { file, seenAt }: OddsApiSource): Snapshot {
  if (Array.isArray(payload)) return { events: payload, seenAt: utcTime(seenAt) };
  if (isObject(payload) && Array.isArray(payload.bookmakers)) return { events: [payload], seenAt: utcTime(seenAt) };
  if (isObject(payload) && (Array.isArray(payload.data) || isObject(payload.data))) {
    const events = Array.isArray(payload.data) ? payload.data : [payload.data];
    const timestamp = utcTime(payload.timestamp);
    if (timestamp === null && payload.timestamp !== undefined && payload.timestamp !== null) {
      throw new InputError(file, `its timestamp ${shown(payload.timestamp)} is not a time`);
    }
    return { events, seenAt: timestamp ?? utcTime(seenAt) };
  }
  throw new InputError(file, "is not an odds answer of The Odds API");
}

/** Null for every sport that Gradeline does not have. */
function sportOfKey(key: string): Sport | null {
  return (
    sports.find(
      (sport) => key === sportFacts[sport].oddsApiKey || key === `${sportFacts[sport].oddsApiKey}_preseason`,
    ) ?? null
  );
}

/**
 * The one sport that all events are of; null for a file without events. Every event is looked at before the first is
 * read, so that nothing of a file is accepted that holds another sport besides.
 */
function sportOf(events: readonly unknown[], { file, sport: stated }: OddsApiSource): Sport | null {
  let sport = stated;
  for (const [index, event] of events.entries()) {
    const key = isObject(event) ? event.sport_key : undefined;
    if (typeof key !== "string") {
      throw new InputError(file, `is not an answer of The Odds API: event ${index + 1} has no sport_key`);
    }
    const found = sportOfKey(key);
    const others = sport === null ? `none of ${sports.join(", ")}` : `not ${sport}`;
    if (found === null || (sport !== null && found !== sport)) throw new InputError(file, `holds ${key}, ${others}`);
    sport = found;
  }
  return sport;
}

type Event = Sides & { readonly id: string; readonly startTime: string };

/** The event. What is wrong with it is wrong with all of its markets. */
function eventOf(event: JsonObject, sport: Sport): Event {
  if (event.sport_key !== sportFacts[sport].oddsApiKey) return refuse("not-covered", `${event.sport_key}`, "sport_key");
  const [id, startTime] = [givenTextAt(event, "id"), timeAt(event, "commence_time")];
  const [homeName, awayName] = [givenTextAt(event, "home_team"), givenTextAt(event, "away_team")];
  const home = teamNamed(sport, homeName, "home").abbreviation;
  const away = teamNamed(sport, awayName, "away").abbreviation;
  if (home === away) return refuse("malformed", `${homeName} plays itself`, "away_team");
  return { sport, id, startTime, homeName, awayName, home, away };
}

type BookEntry = { readonly key: string; readonly update: unknown; readonly markets: readonly unknown[] };

function bookEntry(value: unknown): BookEntry | null {
  if (!isObject(value) || typeof value.key !== "string" || !Array.isArray(value.markets)) return null;
  return { key: value.key, update: value.last_update, markets: value.markets as readonly unknown[] };
}

/**
 * The entries of an event that count before another one, because their key is nearer to the one under which The Odds API lists
 * the same book; the nearest is the first. Empty for a book that has one key.
 */
function entriesBefore({ key }: BookEntry, entries: readonly BookEntry[]): readonly BookEntry[] {
  const book = bookByProviderKey(key);
  if (book === null) return [];
  const rank = rankOfOddsApiKey(book, key);
  return entries
    .map((entry) => ({ entry, rank: rankOfOddsApiKey(book, entry.key) }))
    .filter((other) => other.rank < rank && bookByProviderKey(other.entry.key) === book)
    .sort((one, other) => one.rank - other.rank)
    .map(({ entry }) => entry);
}

/** Refuses a reading where a key that counts before has another line or another price of the same market. */
function checkOtherKeys(
  reading: MarketReading,
  marketKey: string,
  kind: Kind,
  before: readonly BookEntry[],
  event: Event,
): void {
  for (const { key, markets } of before) {
    const known = markets
      .filter((market) => valueAt(market, "key") === marketKey)
      .flatMap((market) => readOutcomes(kind, valueAt(market, "outcomes"), event))
      .find((each) => !isProblem(each) && each.market === reading.market);
    if (known === undefined || isProblem(known)) continue;
    if (known.line === reading.line && known.first === reading.first && known.second === reading.second) return;
    refuse("another-key", `${readingText(reading)}; its key ${key} has ${readingText(known)}`, "key");
  }
}

function readingText({ line, first, second }: MarketReading): string {
  return `${line === null ? "" : `${line} `}(${first ?? "none"} / ${second ?? "none"})`;
}

function* readMarket(
  market: JsonObject,
  { key: bookKey, update: bookUpdate }: BookEntry,
  before: readonly BookEntry[],
  event: Event,
  { file, seenAt, nowMs }: OddsApiSource,
): Generator<FeedItem> {
  const key = String(market.key);
  const where = { file, record: `event ${event.id} ${bookKey} ${key}` };
  const known = knownMarket(key);
  const isPeriodTeamTotal =
    known?.kind === "team_totals" && !isPublishedMarket(event.sport, known.period, "home_team_total");
  if (known === null || isPeriodTeamTotal) {
    yield refused(where, problem("other-market", `${key} is not published for ${event.sport}`, "key"));
    return;
  }
  const book = bookByProviderKey(bookKey)?.slug;
  if (book === undefined) {
    yield refused(where, strangeBook(bookKey));
    return;
  }
  const capturedAt = utcTime(market.last_update ?? bookUpdate ?? seenAt);
  const { sport, id, home, away, startTime } = event;
  for (const reading of readOutcomes(known.kind, market.outcomes, event)) {
    yield quoteItem(
      () => {
        if (isProblem(reading)) return refuseWith(reading);
        checkOtherKeys(reading, key, known.kind, before, event);
        if (capturedAt === null)
          return refuse("malformed", `is ${shown(market.last_update)}, and no time`, "last_update");
        const about = { provider, sport, event_id: id, home, away, game_date: null, start_time: startTime } as const;
        const { period } = known;
        const { market: read } = reading;
        const when = { seen_at: seenAt, book, period, market: read, captured_at: capturedAt, stated: null };
        return quoteRecord({ ...about, ...when }, reading);
      },
      where,
      nowMs,
    );
  }
}

type EventSource = OddsApiSource & { readonly sport: Sport };

/** `source.seenAt` is the snapshot's own time here. */
function* readEvent(payload: JsonObject, number: number, source: EventSource): Generator<FeedItem> {
  const { file } = source;
  const event = attempt(() => eventOf(payload, source.sport));
  const name = typeof payload.id === "string" ? payload.id : `number ${number}`;
  const malformed = (record: string, detail: string, field: string): FeedItem =>
    refused({ file, record }, problem("malformed", detail, field));
  if (!Array.isArray(payload.bookmakers)) {
    yield malformed(`event ${name}`, "the event has no bookmakers", "bookmakers");
    return;
  }
  const bookmakers = payload.bookmakers as readonly unknown[];
  const entries = bookmakers.map(bookEntry).filter((entry) => entry !== null);
  for (const book of bookmakers) {
    const entry = bookEntry(book);
    if (entry === null) {
      const bookKey = isObject(book) && typeof book.key === "string" ? book.key : "unnamed book";
      yield malformed(`event ${name} ${bookKey}`, "the book has no key or no markets", "bookmakers");
      continue;
    }
    const before = entriesBefore(entry, entries);
    for (const market of entry.markets) {
      const record = `event ${name} ${entry.key} ${isObject(market) ? String(market.key) : "unnamed market"}`;
      if (isProblem(event)) yield refused({ file, record }, event);
      else if (!isObject(market)) yield malformed(record, "the market is not an object", "markets");
      else yield* readMarket(market, entry, before, event, source);
    }
  }
}

/** Reads an answer of The Odds API for one sport. */
export function* readOddsApi(payload: unknown, source: OddsApiSource): Generator<FeedItem> {
  const { events, seenAt } = snapshotOf(payload, source);
  const sport = sportOf(events, source);
  if (sport === null) return;
  for (const [index, event] of (events as readonly JsonObject[]).entries()) {
    yield* readEvent(event, index + 1, { ...source, seenAt, sport });
  }
}

// One market of one book in an answer of The Odds API: its outcomes to a line and two prices.

type Kind = "h2h" | "spreads" | "totals" | "team_totals";

const periods: Readonly<Record<string, OddsPeriod>> = {
  "": "full",
  _h1: "1h",
  _h2: "2h",
  _q1: "q1",
  _q2: "q2",
  _q3: "q3",
  _q4: "q4",
  _p1: "p1",
  _1st_1_innings: "inn1",
  _1st_5_innings: "inn5",
};
const kinds: readonly Kind[] = ["h2h", "spreads", "totals", "team_totals"];

type KnownMarket = { readonly kind: Kind; readonly period: OddsPeriod };

const knownMarkets: ReadonlyMap<string, KnownMarket> = new Map(
  kinds.flatMap((kind) =>
    Object.entries(periods).map(([suffix, period]) => [`${kind}${suffix}`, { kind, period }] as const),
  ),
);

/** Null for every other market: alternate lines, lay prices, three-way prices, props. */
function knownMarket(key: string): KnownMarket | null {
  return knownMarkets.get(key) ?? null;
}

const kindOfMarket: Readonly<Record<Market, Kind>> = {
  moneyline: "h2h",
  spread: "spreads",
  total: "totals",
  home_team_total: "team_totals",
  away_team_total: "team_totals",
};

/** The keys of all markets that are published for a sport, of the whole game first. */
export function publishedMarketKeys(sport: Sport): readonly string[] {
  const { publishedMarkets } = sportFacts[sport];
  const suffixes = new Map(Object.entries(periods).map(([suffix, period]) => [period, suffix]));
  const keys = oddsPeriods.flatMap((period) =>
    (publishedMarkets[period] ?? []).map((market) => `${kindOfMarket[market]}${suffixes.get(period)}`),
  );
  return [...new Set(keys)];
}

/** The two sides of an event: as the provider writes them, and the abbreviations that they mean. */
type Sides = {
  readonly sport: Sport;
  readonly homeName: string;
  readonly awayName: string;
  readonly home: string;
  readonly away: string;
};

type MarketReading = Prices & { readonly market: Market };

/** `first` is home or over, `second` away or under. */
type Place = "first" | "second";
type Pair = { readonly first: JsonObject | null; readonly second: JsonObject | null };

function placeOfTeam(name: unknown, sides: Sides): Place | null {
  if (name === sides.homeName) return "first";
  if (name === sides.awayName) return "second";
  // A book may spell a team in its own way inside the outcomes.
  const abbreviation = typeof name === "string" ? matchTeam(sides.sport, name)?.abbreviation : undefined;
  if (abbreviation === sides.home) return "first";
  return abbreviation === sides.away ? "second" : null;
}

function placeOfTotal(name: unknown): Place | null {
  if (name === "Over") return "first";
  return name === "Under" ? "second" : null;
}

function pairUp(outcomes: readonly unknown[], placeOf: (name: unknown) => Place | null): Pair {
  const pair: { first: JsonObject | null; second: JsonObject | null } = { first: null, second: null };
  for (const outcome of outcomes) {
    if (!isObject(outcome)) return refuse("malformed", "an outcome is not an object", "outcomes");
    const place = placeOf(outcome.name);
    if (place === null) return refuse("not-the-teams", `outcome ${shown(outcome.name)}`, "outcomes");
    if (pair[place] !== null) return refuse("malformed", `two outcomes for ${shown(outcome.name)}`, "outcomes");
    pair[place] = outcome;
  }
  return pair;
}

/** A side that is missing has neither. */
function numbersOf(outcome: JsonObject | null, hasPoint: boolean) {
  if (outcome === null) return { point: null, price: null };
  const { point, price } = outcome;
  const isPoint = typeof point === "number" && Number.isFinite(point);
  if (hasPoint && !isPoint) return refuse("malformed", `point is ${shown(point)}`, "point");
  // A book may have no price for a side, which is null; without the field this is another shape than the provider's.
  if (price !== null && typeof price !== "number") return refuse("malformed", `price is ${shown(price)}`, "price");
  return { point: isPoint ? point : null, price };
}

function read(market: Market, pair: Pair): MarketReading {
  if (pair.first === null && pair.second === null) return refuse("no-price", "no outcomes", "outcomes");
  const hasPoint = market !== "moneyline";
  const [first, second] = [numbersOf(pair.first, hasPoint), numbersOf(pair.second, hasPoint)];
  const prices = { first: first.price, second: second.price };
  if (!hasPoint) return { market, line: null, ...prices };
  const isSpread = market === "spread";
  const secondAsFirst = second.point === null ? null : isSpread ? -second.point : second.point;
  // A market with one side only still states its line [D-13 speaks of two-sided ones].
  if (first.point !== null && secondAsFirst !== null && first.point !== secondAsFirst) {
    return isSpread
      ? refuse("spread-not-mirrored", `home ${first.point}, away ${second.point}`, "point")
      : refuse("total-sides-differ", `over ${first.point}, under ${second.point}`, "point");
  }
  return { market, line: first.point ?? secondAsFirst, ...prices };
}

/** The markets whose outcomes make one line. */
const marketOfKind = { h2h: "moneyline", spreads: "spread", totals: "total" } as const;

function readTeamTotals(outcomes: readonly unknown[], sides: Sides): (MarketReading | RecordProblem)[] {
  const bySide: Record<Place, unknown[]> = { first: [], second: [] };
  const readings: (MarketReading | RecordProblem)[] = [];
  for (const outcome of outcomes) {
    const description = isObject(outcome) ? outcome.description : undefined;
    const side = placeOfTeam(description, sides);
    if (side !== null) bySide[side].push(outcome);
    else
      readings.push(problem("not-the-teams", `team total of ${JSON.stringify(description) ?? "no team"}`, "outcomes"));
  }
  for (const [side, market] of [["first", "home_team_total"] as const, ["second", "away_team_total"] as const]) {
    const own = bySide[side];
    if (own.length > 0) readings.push(attempt(() => read(market, pairUp(own, placeOfTotal))));
  }
  return readings.length > 0 ? readings : [problem("no-price", "no outcomes", "outcomes")];
}

/** The readings of the outcomes: one for most markets, and one a side for team totals. */
function readOutcomes(kind: Kind, outcomes: unknown, sides: Sides): readonly (MarketReading | RecordProblem)[] {
  if (!Array.isArray(outcomes)) return [problem("malformed", "outcomes is not a list", "outcomes")];
  if (kind === "team_totals") return readTeamTotals(outcomes, sides);
  if (kind === "h2h" && outcomes.some((outcome) => isObject(outcome) && /^(?:draw|tie)$/i.test(String(outcome.name)))) {
    return [problem("other-market", "a three-way price, with a draw", "outcomes")];
  }
  const placeOf = kind === "totals" ? placeOfTotal : (name: unknown) => placeOfTeam(name, sides);
  return [attempt(() => read(marketOfKind[kind], pairUp(outcomes, placeOf)))];
}

// Scores of The Odds API, version 4: games to come, in play, and of the last days. They state no season type, so that
// they are only a second opinion about final scores; see `isWitness`.

/** Whether an answer is one of scores: events of odds do not say whether they are completed. */
export function isOddsApiScores(payload: unknown): payload is readonly unknown[] {
  return Array.isArray(payload) && payload.some((event) => isObject(event) && "completed" in event);
}

/** One item a game. @throws InputError when the events are not all of one sport. */
export function* readOddsApiScores(events: readonly unknown[], source: OddsApiSource): Generator<FeedItem> {
  const { file, nowMs } = source;
  const sport = sportOf(events, source);
  if (sport === null) return;
  for (const event of events as readonly JsonObject[]) {
    const where = { file, record: `event ${String(event.id)}` };
    yield gameItem(() => gameOf(event, sport), where, nowMs);
  }
}

function gameOf(payload: JsonObject, sport: Sport): GameRecord {
  const event = eventOf(payload, sport);
  const { id, startTime, home, away, homeName, awayName } = event;
  const completed =
    booleanAt(payload, "completed") ?? refuse("malformed", "is not there, or is no boolean", "completed");
  return {
    type: "game",
    provider,
    ...nothingStated,
    game_id: id,
    sport,
    season: seasonOf(sport, slateDateOfStart(startTime)),
    // A record needs one, and of a witness it is never read.
    season_type: "regular",
    start_time: startTime,
    status: completed ? "final" : "scheduled",
    home,
    away,
    home_score: completed ? scoreOf(payload, homeName) : null,
    away_score: completed ? scoreOf(payload, awayName) : null,
  };
}

/** Scores are texts, each with the name of its team. */
function scoreOf(payload: JsonObject, name: string): number {
  const score = listAt(payload, "scores").find((each) => valueAt(each, "name") === name);
  return wholeAt(score, "score", "scores");
}
