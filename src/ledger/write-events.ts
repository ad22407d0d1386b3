/** Gathers the quotes of one import by the event that they price, and merges them with those that the ledger has: one row an event. */
import type { Transaction } from "kysely";
import { tablesOf } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import { bookByProviderKey } from "../domain/books.ts";
import { type PairKey, pairOf } from "../domain/game-ids.ts";
import { seriesKey } from "../domain/periods.ts";
import type { GameRecord, QuoteRecord } from "../feed/records.ts";
import { CaptureList, type Captures, packCaptures, unpackCaptures } from "./captures.ts";
import { compareStated, expectedStart, laterOf, msOrNull, type StatedStart } from "./events.ts";
import { readEvents, readGameRecords } from "./read.ts";
import type { ImportTally } from "./records.ts";
import { type EventRow, type LedgerTables, putRows, rowsPerStatement } from "./tables.ts";

/** Captures of one event as an import brings them, with what counts of all that was stated of its start. */
type IncomingEvent = {
  /** The last quote of the event: each names the provider, the event and its sides. */
  quote: QuoteRecord;
  readonly pair: PairKey;
  stated: StatedStart;
  /** When it was listed last; null where the provider does not say. */
  seenMs: number | null;
  readonly captures: CaptureList;
};

/** An import brings millions of quotes: adding one asks no database, and makes little garbage. */
export class IncomingEvents {
  readonly #events = new Map<string, IncomingEvent>();
  /** The quotes of an answer about one event mostly come one after another. */
  #last: IncomingEvent | null = null;

  add(quote: QuoteRecord): void {
    const book = bookByProviderKey(quote.book);
    if (book === null) throw new RangeError(`the feed let the unknown book "${quote.book}" through`);
    const isSame = this.#last !== null && isOfOneAnswer(this.#last.quote, quote);
    this.#last = isSame ? this.#last : this.#eventOf(quote);
    this.#last?.captures.add(
      seriesKey(book, quote.period, quote.market),
      timeOf(quote),
      quote.line,
      quote.home_odds ?? quote.over_odds,
      quote.away_odds ?? quote.under_odds,
    );
  }

  /** The event of a quote, with the start that this quote states where that counts. */
  #eventOf(quote: QuoteRecord): IncomingEvent {
    const { game_date, start_time, seen_at, captured_at } = quote;
    // A book shows a line before an answer tells of it: without a time of the answer, that of the line is the nearest to it.
    const statedMs = msOrNull(seen_at ?? captured_at);
    const stated = { gameDate: game_date, startMs: msOrNull(start_time), startStatedMs: statedMs };
    const event = this.#events.getOrInsertComputed(eventKey(quote), () => {
      return { quote, pair: pairOf(quote), stated, seenMs: null, captures: new CaptureList() };
    });
    event.quote = quote;
    event.seenMs = laterOf(event.seenMs, msOrNull(seen_at));
    if (compareStated(stated, event.stated) > 0) event.stated = stated;
    return event;
  }

  byPair(): Map<PairKey, IncomingEvent[]> {
    return Map.groupBy(this.#events.values(), (event) => event.pair);
  }
}

/** Two providers may number events alike, and a provider may list an event with other sides. */
function eventKey({ provider, sport, event_id, home, away }: QuoteRecord | EventRow): string {
  return [provider, sport, event_id, home, away].join("\n");
}

/** Whether two quotes are of one event, and state the same of it. */
function isOfOneAnswer(one: QuoteRecord, other: QuoteRecord): boolean {
  return (
    one.event_id === other.event_id &&
    one.home === other.home &&
    one.away === other.away &&
    one.sport === other.sport &&
    one.provider === other.provider &&
    one.start_time === other.start_time &&
    one.game_date === other.game_date &&
    one.seen_at === other.seen_at &&
    (one.seen_at !== null || one.captured_at === other.captured_at)
  );
}

function timeOf(quote: QuoteRecord): number {
  if (quote.stated === "open") return Number.NEGATIVE_INFINITY;
  if (quote.stated === "close") return Number.POSITIVE_INFINITY;
  return Date.parse(quote.captured_at ?? "");
}

/** Captures of one event at or after the start of its game. */
export type LateCaptures = { readonly count: number; readonly quote: QuoteRecord; readonly startMs: number };

/** Writes the events that got new captures or another start, of some pairs at a time, since each holds thousands of captures. */
export async function writeEvents(
  connection: Transaction<AnyTables>,
  events: IncomingEvents,
  importId: number,
): Promise<ImportTally & { readonly late: readonly LateCaptures[] }> {
  const late: LateCaptures[] = [];
  let [accepted, unchanged, hasChanged] = [0, 0, false];
  for (const pairs of stepsOf(events)) {
    const merged = await mergePairs(connection, pairs, importId);
    const changed = merged.flatMap(({ row }) => (row === null ? [] : [row]));
    await putRows(connection, "ledger_events", changed);
    for (const each of merged) {
      accepted += each.accepted;
      unchanged += each.unchanged;
      hasChanged ||= each.row !== null;
      if (each.late !== null) late.push(each.late);
    }
  }
  return { accepted, unchanged, hasChanged, late };
}

type PairOfEvents = readonly [PairKey, readonly IncomingEvent[]];

/** Pairs that are read, merged and written together: as many as a statement takes, or fewer that have many captures. */
function* stepsOf(events: IncomingEvents): Generator<readonly PairOfEvents[]> {
  let step: PairOfEvents[] = [];
  let captures = 0;
  for (const pair of events.byPair()) {
    step.push(pair);
    for (const event of pair[1]) captures += event.captures.count;
    if (step.length < rowsPerStatement && captures < capturesPerStep) continue;
    yield step;
    step = [];
    captures = 0;
  }
  if (step.length > 0) yield step;
}

/** This bounds the memory: a capture is in it three times while it is written (as it came, in order, and packed). */
const capturesPerStep = 250_000;

async function mergePairs(
  connection: Transaction<AnyTables>,
  byPair: readonly PairOfEvents[],
  importId: number,
): Promise<MergedEvent[]> {
  const tables = tablesOf<LedgerTables>(connection);
  const pairs = byPair.map(([pair]) => pair);
  const stored = new Map((await readEvents(tables, pairs)).map((row) => [eventKey(row), row]));
  const games = Map.groupBy(await readGameRecords(tables, pairs), pairOf);
  return byPair.flatMap(([pair, incoming]) =>
    incoming.map((event) =>
      mergeEvent(event, stored.get(eventKey(event.quote)) ?? null, games.get(pair) ?? [], importId),
    ),
  );
}

/** `row` is null when the ledger has the event with all of its captures already. */
type MergedEvent = {
  readonly row: EventRow | null;
  readonly accepted: number;
  readonly unchanged: number;
  readonly late: LateCaptures | null;
};

/**
 * @param before the event as the ledger has it; null when it is new.
 * @param records all game records of the two teams.
 */
function mergeEvent(
  event: IncomingEvent,
  before: EventRow | null,
  records: readonly GameRecord[],
  importId: number,
): MergedEvent {
  const { quote, pair, captures: incoming } = event;
  const known = before === null ? null : unpackCaptures(before.captures);
  const statedBefore = before === null ? null : statedIn(before);
  const isNewer = statedBefore === null || compareStated(event.stated, statedBefore) > 0;
  const stated = isNewer ? event.stated : statedBefore;
  const seenMs = laterOf(event.seenMs, before?.seen_ms ?? null);
  const startMs = expectedStart(stated, records) ?? Number.POSITIVE_INFINITY;
  const captures = mergeCaptures(incoming, known);
  const late = incoming.count - countOnTime(incoming, startMs);
  const accepted = countOnTime(captures, startMs) - (known === null ? 0 : countOnTime(known, startMs));
  const hasNewCaptures = before === null || captures.series.length > (known?.series.length ?? 0);
  const { provider, event_id, sport, home, away } = quote;
  const row = {
    provider,
    event_id,
    sport,
    home,
    away,
    pair,
    game_date: stated.gameDate,
    start_ms: stated.startMs,
    start_stated_ms: stated.startStatedMs,
    seen_ms: seenMs,
    changed_in: importId,
    captures: hasNewCaptures ? packCaptures(captures) : before.captures,
  };
  return {
    row: hasNewCaptures || isNewer || seenMs !== before.seen_ms ? row : null,
    accepted,
    unchanged: incoming.count - late - accepted,
    late: late === 0 ? null : { count: late, quote, startMs },
  };
}

function statedIn({ game_date, start_ms, start_stated_ms, seen_ms }: EventRow): StatedStart {
  return { gameDate: game_date, startMs: start_ms, startStatedMs: start_stated_ms ?? seen_ms };
}

function mergeCaptures(incoming: CaptureList, known: Captures | null): Captures {
  const sorted = incoming.sorted();
  if (known === null) return sorted;
  const all = new CaptureList();
  all.addAll(known);
  all.addAll(sorted);
  return all.sorted();
}

/**
 * Late captures are kept out of every published line and counted as refused. The ledger keeps them all the same, because
 * a start that is corrected later decides anew which of them were late.
 */
function countOnTime(captures: Pick<Captures, "times">, startMs: number): number {
  let count = 0;
  for (const time of captures.times) if (time < startMs || time === Number.POSITIVE_INFINITY) count++;
  return count;
}
