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
import { gameItem } from "../game-rules.ts";
import { isObject, type JsonObject, objectOf } from "../parse.ts";
import { bookNamed, quoteItem } from "../quote-rules.ts";
import { type GameRecord, nothingStated, type Prices, quoteRecord } from "../records.ts";
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
import { matchTeam, teamNamed } from "../team-names.ts";
import { slateDateOfStart, utcTime } from "../utc-times.ts";

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

/** The events of an answer, and the snapshot's own time where the answer states it. */
function snapshotOf(payload: unknown, { file, seenAt }: OddsApiSource) {
  if (Array.isArray(payload)) return { events: payload as readonly unknown[], seenAt: utcTime(seenAt) };
  if (Array.isArray(valueAt(payload, "bookmakers"))) return { events: [payload], seenAt: utcTime(seenAt) };
  const data = valueAt(payload, "data");
  if (typeof data !== "object" || data === null) throw new InputError(file, "is not an odds answer of The Odds API");
  const stated = valueAt(payload, "timestamp");
  const timestamp = utcTime(stated);
  if (timestamp === null && stated !== null) throw new InputError(file, `its timestamp ${shown(stated)} is not a time`);
  const events: readonly unknown[] = Array.isArray(data) ? data : [data];
  return { events, seenAt: timestamp ?? utcTime(seenAt) };
}

/**
 * The one sport that all events are of; null for a file without events. Every event is looked at before the first is
 * read, so that nothing of a file is accepted that holds another sport besides.
 */
function sportOf(events: readonly unknown[], { file, sport: stated }: OddsApiSource): Sport | null {
  let sport = stated;
  for (const [index, event] of events.entries()) {
    const key = valueAt(event, "sport_key");
    if (typeof key !== "string") {
      throw new InputError(file, `is not an answer of The Odds API: event ${index + 1} has no sport_key`);
    }
    const found = sports.find((each) => key.replace(/_preseason$/, "") === sportFacts[each].oddsApiKey);
    const others = sport === null ? `none of ${sports.join(", ")}` : `not ${sport}`;
    if (found === undefined || (sport !== null && found !== sport))
      throw new InputError(file, `holds ${key}, ${others}`);
    sport = found;
  }
  return sport;
}

/** An event with its two sides: as the provider writes them, and the abbreviations that they mean. */
type Event = {
  readonly sport: Sport;
  readonly id: string;
  readonly startTime: string;
  readonly homeName: string;
  readonly awayName: string;
  readonly home: string;
  readonly away: string;
};

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

export function* readOddsApi(payload: unknown, source: OddsApiSource): Generator<FeedItem> {
  const { events, seenAt } = snapshotOf(payload, source);
  const sport = sportOf(events, source);
  if (sport === null) return;
  for (const [index, event] of (events as readonly JsonObject[]).entries()) {
    yield* readEvent(event, index + 1, { ...source, seenAt, sport });
  }
}

type BookEntry = { readonly key: string; readonly last_update?: unknown; readonly markets: readonly unknown[] };

function isBookEntry(value: unknown): value is BookEntry {
  return isObject(value) && typeof value.key === "string" && Array.isArray(value.markets);
}

/** @param source `seenAt` is the snapshot's own time. */
function* readEvent(
  payload: JsonObject,
  number: number,
  source: OddsApiSource & { readonly sport: Sport },
): Generator<FeedItem> {
  const { file } = source;
  const event = attempt(() => eventOf(payload, source.sport));
  const name = `event ${typeof payload.id === "string" ? payload.id : `number ${number}`}`;
  const malformed = (record: string, detail: string, field: string): FeedItem =>
    refused({ file, record }, problem("malformed", detail, field));
  const { bookmakers } = payload;
  if (!Array.isArray(bookmakers)) {
    yield malformed(name, "the event has no bookmakers", "bookmakers");
    return;
  }
  const entries = (bookmakers as readonly unknown[]).filter(isBookEntry);
  for (const book of bookmakers as readonly unknown[]) {
    if (!isBookEntry(book)) {
      const key = valueAt(book, "key");
      const record = `${name} ${typeof key === "string" ? key : "unnamed book"}`;
      yield malformed(record, "the book has no key or no markets", "bookmakers");
      continue;
    }
    const before = entriesBefore(book, entries);
    for (const market of book.markets) {
      const record = `${name} ${book.key} ${isObject(market) ? String(market.key) : "unnamed market"}`;
      if (isProblem(event)) yield refused({ file, record }, event);
      else if (!isObject(market)) yield malformed(record, "the market is not an object", "markets");
      else yield* readMarket(market, book, before, event, { ...source, record });
    }
  }
}

/**
 * The entries of an event that count before another one, because their key is nearer to the one under which The Odds API lists
 * the same book; the nearest is the first. Empty for a book that has one key.
 */
function entriesBefore({ key }: BookEntry, entries: readonly BookEntry[]): readonly BookEntry[] {
  const book = bookByProviderKey(key);
  if (book === null) return [];
  const rankOf = (entry: BookEntry) => rankOfOddsApiKey(book, entry.key);
  return entries
    .filter((entry) => rankOf(entry) < rankOfOddsApiKey(book, key) && bookByProviderKey(entry.key) === book)
    .sort((one, other) => rankOf(one) - rankOf(other));
}

function* readMarket(
  market: JsonObject,
  entry: BookEntry,
  before: readonly BookEntry[],
  event: Event,
  { file, record, seenAt, nowMs }: OddsApiSource & Where,
): Generator<FeedItem> {
  const where = { file, record };
  const key = String(market.key);
  const { sport, id, home, away, startTime } = event;
  const known = attempt(() => ({ ...knownMarket(key, sport), book: bookNamed(entry.key).slug }));
  if (isProblem(known)) {
    yield refused(where, known);
    return;
  }
  const { kind, period, book } = known;
  const capturedAt = utcTime(market.last_update ?? entry.last_update ?? seenAt);
  for (const readOutcomes of outcomeReaders(kind, market.outcomes, event)) {
    const read = () => {
      const reading = readOutcomes();
      checkOtherKeys(reading, key, kind, before, event);
      if (capturedAt === null)
        return refuse("malformed", `is ${shown(market.last_update)}, and no time`, "last_update");
      const about = { provider, sport, event_id: id, home, away, game_date: null, start_time: startTime } as const;
      const when = { seen_at: seenAt, book, period, market: reading.market, captured_at: capturedAt, stated: null };
      return quoteRecord({ ...about, ...when }, reading);
    };
    yield quoteItem(read, where, nowMs);
  }
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
      .flatMap((market) => outcomeReaders(kind, valueAt(market, "outcomes"), event).map(attempt))
      .find((each): each is MarketReading => !isProblem(each) && each.market === reading.market);
    if (known === undefined) continue;
    if (known.line === reading.line && known.first === reading.first && known.second === reading.second) return;
    refuse("another-key", `${readingText(reading)}; its key ${key} has ${readingText(known)}`, "key");
  }
}

function readingText({ line, first, second }: MarketReading): string {
  return `${line === null ? "" : `${line} `}(${first ?? "none"} / ${second ?? "none"})`;
}

// One market of one book in an answer of The Odds API: its outcomes to a line and two prices.

/** The beginning of a market's key, and the markets that its outcomes make. */
const marketsOfKind = {
  h2h: ["moneyline"],
  spreads: ["spread"],
  totals: ["total"],
  team_totals: ["home_team_total", "away_team_total"],
} as const satisfies Readonly<Record<string, readonly Market[]>>;

type Kind = keyof typeof marketsOfKind;
const kinds = Object.keys(marketsOfKind) as Kind[];

/** The ending of a market's key. */
const suffixes: Readonly<Record<OddsPeriod, string>> = {
  full: "",
  "1h": "_h1",
  "2h": "_h2",
  q1: "_q1",
  q2: "_q2",
  q3: "_q3",
  q4: "_q4",
  p1: "_p1",
  inn1: "_1st_1_innings",
  inn5: "_1st_5_innings",
};

const knownMarkets: ReadonlyMap<string, { readonly kind: Kind; readonly period: OddsPeriod }> = new Map(
  kinds.flatMap((kind) => oddsPeriods.map((period) => [`${kind}${suffixes[period]}`, { kind, period }] as const)),
);

/** Refuses every other market: alternate lines, lay prices, three-way prices, props. */
function knownMarket(key: string, sport: Sport): { readonly kind: Kind; readonly period: OddsPeriod } {
  const known = knownMarkets.get(key);
  const isOurs = known?.kind !== "team_totals" || isPublishedMarket(sport, known.period, "home_team_total");
  if (known !== undefined && isOurs) return known;
  return refuse("other-market", `${key} is not published for ${sport}`, "key");
}

/** The keys of all markets that are published for a sport, of the whole game first. */
export function publishedMarketKeys(sport: Sport): readonly string[] {
  const { publishedMarkets } = sportFacts[sport];
  const kindOf = (market: Market) => kinds.find((kind) => (marketsOfKind[kind] as readonly Market[]).includes(market));
  const keys = oddsPeriods.flatMap((period) =>
    (publishedMarkets[period] ?? []).map((market) => `${kindOf(market)}${suffixes[period]}`),
  );
  return [...new Set(keys)];
}

type MarketReading = Prices & { readonly market: Market };

/** Of an outcome's two places the first is that of home or over; -1: neither. */
type PlaceOf = (name: unknown) => number;

function placeOfTeam({ sport, homeName, awayName, home, away }: Event): PlaceOf {
  return (name) => {
    if (typeof name !== "string") return -1;
    const place = [homeName, awayName].indexOf(name);
    if (place !== -1) return place;
    // A book may spell a team in its own way inside the outcomes.
    return [home, away].indexOf(matchTeam(sport, name)?.abbreviation ?? "");
  };
}

const sidesOfTotal: readonly unknown[] = ["Over", "Under"];
const placeOfTotal: PlaceOf = (name) => sidesOfTotal.indexOf(name);

type Pair = readonly [first: JsonObject | null, second: JsonObject | null];

function pairUp(outcomes: readonly unknown[], placeOf: PlaceOf): Pair {
  const pair: [JsonObject | null, JsonObject | null] = [null, null];
  for (const outcome of outcomes) {
    if (!isObject(outcome)) return refuse("malformed", "an outcome is not an object", "outcomes");
    const place = placeOf(outcome.name);
    if (place === -1) return refuse("not-the-teams", `outcome ${shown(outcome.name)}`, "outcomes");
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

function read(market: Market, [one, other]: Pair): MarketReading {
  if (one === null && other === null) return refuse("no-price", "no outcomes", "outcomes");
  const hasPoint = market !== "moneyline";
  const [first, second] = [numbersOf(one, hasPoint), numbersOf(other, hasPoint)];
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

/** Reads a part of the outcomes, or refuses it. */
type OutcomeReader = () => MarketReading;

/** One for most markets, and one a side for team totals. */
function outcomeReaders(kind: Kind, outcomes: unknown, event: Event): readonly OutcomeReader[] {
  if (!Array.isArray(outcomes)) return [() => refuse("malformed", "outcomes is not a list", "outcomes")];
  if (kind === "team_totals") return teamTotalReaders(outcomes, event);
  if (kind === "h2h" && outcomes.some((outcome) => /^(?:draw|tie)$/i.test(String(valueAt(outcome, "name"))))) {
    return [() => refuse("other-market", "a three-way price, with a draw", "outcomes")];
  }
  const placeOf = kind === "totals" ? placeOfTotal : placeOfTeam(event);
  return [() => read(marketsOfKind[kind][0], pairUp(outcomes, placeOf))];
}

function teamTotalReaders(outcomes: readonly unknown[], event: Event): readonly OutcomeReader[] {
  if (outcomes.length === 0) return [() => refuse("no-price", "no outcomes", "outcomes")];
  const placeOf = placeOfTeam(event);
  const bySide = Map.groupBy(outcomes, (outcome) => placeOf(valueAt(outcome, "description")));
  const strangers = (bySide.get(-1) ?? []).map((outcome) => () => {
    const { description } = objectOf(outcome);
    return refuse("not-the-teams", `team total of ${JSON.stringify(description) ?? "no team"}`, "outcomes");
  });
  const ofSides = marketsOfKind.team_totals.flatMap((market, side) => {
    const own = bySide.get(side);
    return own === undefined ? [] : [() => read(market, pairUp(own, placeOfTotal))];
  });
  return [...strangers, ...ofSides];
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
