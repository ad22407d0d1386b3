/**
 * The Odds API, version 4: odds arrays, `/historical` snapshots in their wrapper, and single events.
 * One item for every market of a book; the odds of team totals make one a side.
 */
import { basename } from "node:path";
import { type Book, bookByProviderKey, rankOfOddsApiKey } from "../../domain/books.ts";
import type { ProviderName } from "../../domain/providers.ts";
import { isPublishedMarket, type Sport, sportFacts, sports } from "../../domain/sports.ts";
import type { FeedItem, Source } from "../feed-item.ts";
import { isObject, type JsonObject } from "../json-text.ts";
import { attempt, isProblem, problem, type RecordProblem, refuse, refused } from "../problem.ts";
import type { QuoteRecord } from "../records.ts";
import { InputError } from "../refusals.ts";
import { utcTime } from "../utc-times.ts";
import { acceptQuote, strangeBook, teamNamed } from "../validate.ts";
import { knownMarket, type MarketReading, readOutcomes, type Sides } from "./the-odds-api-market.ts";

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
      throw new InputError(file, `its timestamp ${JSON.stringify(payload.timestamp)} is not a time`);
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
export function sportOf(events: readonly unknown[], { file, sport: stated }: OddsApiSource): Sport | null {
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
export function eventOf(event: JsonObject, sport: Sport): Event {
  const { id, home_team: homeName, away_team: awayName } = event;
  if (event.sport_key !== sportFacts[sport].oddsApiKey) return refuse("not-covered", `${event.sport_key}`, "sport_key");
  if (typeof id !== "string" || id === "") return refuse("malformed", "the event has no id", "id");
  if (typeof homeName !== "string") return refuse("malformed", "the event has no home_team", "home_team");
  if (typeof awayName !== "string") return refuse("malformed", "the event has no away_team", "away_team");
  const startTime = utcTime(event.commence_time);
  if (startTime === null) {
    return refuse("malformed", `commence_time is ${JSON.stringify(event.commence_time)}`, "commence_time");
  }
  const home = teamNamed(sport, homeName, "home");
  const away = teamNamed(sport, awayName, "away");
  if (home === away) return refuse("malformed", `${homeName} plays itself`, "away_team");
  return { sport, id, startTime, homeName, awayName, home: home.abbreviation, away: away.abbreviation };
}

function quoteOf(
  event: Event,
  book: Book,
  period: QuoteRecord["period"],
  reading: MarketReading,
  seenAt: string | null,
  capturedAt: string,
): QuoteRecord {
  const isTwoSided = reading.market === "moneyline" || reading.market === "spread";
  return {
    type: "quote",
    provider,
    sport: event.sport,
    event_id: event.id,
    home: event.home,
    away: event.away,
    game_date: null,
    start_time: event.startTime,
    seen_at: seenAt,
    book: book.slug,
    period,
    market: reading.market,
    captured_at: capturedAt,
    stated: null,
    line: reading.line,
    home_odds: isTwoSided ? reading.first : null,
    away_odds: isTwoSided ? reading.second : null,
    over_odds: isTwoSided ? null : reading.first,
    under_odds: isTwoSided ? null : reading.second,
  };
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

/** Why a reading does not count, where a key that counts before has another line or another price of the same market. */
function anotherKeysProblem(
  reading: MarketReading,
  marketKey: string,
  kind: Parameters<typeof readOutcomes>[0],
  before: readonly BookEntry[],
  event: Event,
): RecordProblem | null {
  for (const { key, markets } of before) {
    const same = markets.filter(isObject).filter((market) => market.key === marketKey);
    const known = same
      .flatMap((market) => readOutcomes(kind, market.outcomes, event))
      .find((each) => !isProblem(each) && each.market === reading.market);
    if (known === undefined || isProblem(known)) continue;
    if (known.line === reading.line && known.first === reading.first && known.second === reading.second) return null;
    return problem("another-key", `${readingText(reading)}; its key ${key} has ${readingText(known)}`, "key");
  }
  return null;
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
  const book = bookByProviderKey(bookKey);
  if (book === null) {
    yield refused(where, strangeBook(bookKey));
    return;
  }
  const stated = market.last_update ?? bookUpdate ?? seenAt;
  const capturedAt = utcTime(stated);
  for (const reading of readOutcomes(known.kind, market.outcomes, event)) {
    if (isProblem(reading)) {
      yield refused(where, reading);
      continue;
    }
    const other = anotherKeysProblem(reading, key, known.kind, before, event);
    if (other !== null) yield refused(where, other);
    else if (capturedAt === null) {
      yield refused(where, problem("malformed", `last_update is ${JSON.stringify(stated)}`, "last_update"));
    } else yield acceptQuote(quoteOf(event, book, known.period, reading, seenAt, capturedAt), where, nowMs);
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
