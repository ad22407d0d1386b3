/** Gathers the quotes of one import by the event that they price, and merges them with those that the ledger has: one row an event. */

import type { Transaction } from "kysely";
import { tablesOf } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import { bookByProviderKey } from "../domain/books.ts";
import { type PairKey, pairOf } from "../domain/pairs.ts";
import { seriesKey } from "../domain/series.ts";
import type { GameRecord, QuoteRecord } from "../feed/records.ts";
import { msOfTime } from "../feed/utc-times.ts";
import { CaptureList, type Captures, packCaptures, unpackCaptures } from "./captures.ts";
import { compareStated, expectedStart, laterOf, type StatedStart } from "./events.ts";
import { readEvents, readGameRecords } from "./read.ts";
import { type EventRow, type LedgerTables, putRows, rowsPerStatement } from "./tables.ts";
import type { ImportTally } from "./write-records.ts";

/** Captures of one event as an import brings them. */
export type IncomingEvent = StatedStart & {
  /** When it was listed last; null where the provider does not say. */
  readonly seenMs: number | null;
  /** Any quote of the event: it names the provider, the event and its sides. */
  readonly quote: QuoteRecord;
  readonly pair: PairKey;
  readonly captures: CaptureList;
};

/** An import brings millions of quotes: adding one asks no database, and makes little garbage. */
export class IncomingEvents {
  readonly #events = new Map<string, IncomingEvent>();
  /** The quotes of an event mostly come one after another. */
  #last: IncomingEvent | null = null;

  add(quote: QuoteRecord): void {
    const book = bookByProviderKey(quote.book);
    if (book === null) throw new RangeError(`the feed let the unknown book "${quote.book}" through`);
    this.#eventOf(quote).captures.add(
      seriesKey(book, quote.period, quote.market),
      timeOf(quote),
      quote.line,
      quote.home_odds ?? quote.over_odds,
      quote.away_odds ?? quote.under_odds,
    );
  }

  /** The event of a quote, with the start that this quote states where that counts. */
  #eventOf(quote: QuoteRecord): IncomingEvent {
    const last = this.#last;
    const isSame = last !== null && isQuoteOf(last, quote);
    if (isSame && isOfOneAnswer(last.quote, quote)) return last;
    const key = `${quote.provider}\n${quote.sport}\n${quote.event_id}\n${quote.home}\n${quote.away}`;
    const known = isSame ? last : this.#events.get(key);
    const event = withStatement(known ?? newEvent(quote), quote);
    if (event !== known) this.#events.set(key, event);
    this.#last = event;
    return event;
  }

  byPair(): Map<PairKey, IncomingEvent[]> {
    return Map.groupBy(this.#events.values(), (event) => event.pair);
  }
}

function isQuoteOf({ quote: known }: IncomingEvent, quote: QuoteRecord): boolean {
  return (
    known.event_id === quote.event_id &&
    known.home === quote.home &&
    known.away === quote.away &&
    known.sport === quote.sport &&
    known.provider === quote.provider
  );
}

/** Whether two quotes of an event state the same of it. */
function isOfOneAnswer(one: QuoteRecord, other: QuoteRecord): boolean {
  return (
    one.start_time === other.start_time &&
    one.game_date === other.game_date &&
    one.seen_at === other.seen_at &&
    (one.seen_at !== null || one.captured_at === other.captured_at)
  );
}

function newEvent(quote: QuoteRecord): IncomingEvent {
  return {
    quote,
    pair: pairOf(quote),
    ...statedBy(quote),
    seenMs: msOrNull(quote.seen_at),
    captures: new CaptureList(),
  };
}

/** The same object comes back when the quote says nothing new of its event. */
function withStatement(event: IncomingEvent, quote: QuoteRecord): IncomingEvent {
  const seenMs = laterOf(event.seenMs, msOrNull(quote.seen_at));
  const stated = statedBy(quote);
  if (compareStated(stated, event) > 0) return { ...event, ...stated, seenMs };
  return seenMs === event.seenMs ? event : { ...event, seenMs };
}

/** A book shows a line before an answer tells of it: without a time of the answer, that of the line is the nearest to it. */
function statedBy({ game_date, start_time, seen_at, captured_at }: QuoteRecord): StatedStart {
  return { gameDate: game_date, startMs: msOrNull(start_time), startStatedMs: msOrNull(seen_at ?? captured_at) };
}

function msOrNull(time: string | null): number | null {
  return time === null ? null : msOfTime(time);
}

function timeOf(quote: QuoteRecord): number {
  if (quote.stated === "open") return Number.NEGATIVE_INFINITY;
  if (quote.stated === "close") return Number.POSITIVE_INFINITY;
  return msOfTime(quote.captured_at ?? "");
}

/** Captures of one event at or after the start of its game. */
export type LateCaptures = { readonly count: number; readonly quote: QuoteRecord; readonly startMs: number };

type WrittenEvents = ImportTally & { readonly late: readonly LateCaptures[] };

/** Writes the events that got new captures or another start, of some pairs at a time, since each holds thousands of captures. */
export async function writeEvents(
  connection: Transaction<AnyTables>,
  events: IncomingEvents,
  importId: number,
): Promise<WrittenEvents> {
  const late: LateCaptures[] = [];
  let [accepted, unchanged, hasChanged] = [0, 0, false];
  for (const pairs of stepsOf(events)) {
    const merged = await mergePairs(connection, pairs, importId);
    const changed = (isPriced: boolean): EventRow[] =>
      merged.flatMap(({ row, hasNewCaptures }) => (row !== null && hasNewCaptures === isPriced ? [row] : []));
    await putRows(connection, "ledger_events", changed(true));
    await moveEvents(connection, changed(false));
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
  const stored = Map.groupBy(await readEvents(tables, pairs), (event) => event.pair);
  const games = Map.groupBy(await readGameRecords(tables, pairs), pairOf);
  return byPair.flatMap(([pair, incoming]) =>
    incoming.map((event) => {
      const before = stored.get(pair)?.find((row) => isSameEvent(row, event)) ?? null;
      return mergeEvent({ event, before, records: games.get(pair) ?? [], importId });
    }),
  );
}

function isSameEvent(row: EventRow, { quote }: IncomingEvent): boolean {
  return (
    row.provider === quote.provider &&
    row.event_id === quote.event_id &&
    row.home === quote.home &&
    row.away === quote.away
  );
}

type Merge = {
  readonly event: IncomingEvent;
  /** The event as the ledger has it; null when it is new. */
  readonly before: EventRow | null;
  /** All game records of the two teams. */
  readonly records: readonly GameRecord[];
  readonly importId: number;
};

/** `row` is null when the ledger has the event with all of its captures already. */
type MergedEvent = {
  readonly row: EventRow | null;
  readonly hasNewCaptures: boolean;
  readonly accepted: number;
  readonly unchanged: number;
  readonly late: LateCaptures | null;
};

function mergeEvent({ event, before, records, importId }: Merge): MergedEvent {
  const columns = mergeColumns(event, before, importId);
  const startMs =
    expectedStart({ gameDate: columns.game_date, startMs: columns.start_ms }, records) ?? Number.POSITIVE_INFINITY;
  const known = before === null ? null : unpackCaptures(before.captures);
  const captures = mergeCaptures(event.captures, known);
  const late = event.captures.count - countOnTime(event.captures, startMs);
  const accepted = countOnTime(captures, startMs) - (known === null ? 0 : countOnTime(known, startMs));
  const hasMoved =
    before !== null && (before.seen_ms !== columns.seen_ms || compareStated(statedIn(before), statedIn(columns)) !== 0);
  const hasNewCaptures = before === null || captures.series.length > (known?.series.length ?? 0);
  const packed = hasNewCaptures ? packCaptures(captures) : before.captures;
  return {
    row: hasNewCaptures || hasMoved ? { ...columns, captures: packed } : null,
    hasNewCaptures,
    accepted,
    unchanged: event.captures.count - late - accepted,
    late: late === 0 ? null : { count: late, quote: event.quote, startMs },
  };
}

function mergeColumns(event: IncomingEvent, before: EventRow | null, importId: number) {
  const { quote, pair } = event;
  const known = before === null ? null : statedIn(before);
  const stated = known === null || compareStated(event, known) > 0 ? event : known;
  return {
    provider: quote.provider,
    event_id: quote.event_id,
    sport: quote.sport,
    home: quote.home,
    away: quote.away,
    pair,
    game_date: stated.gameDate,
    start_ms: stated.startMs,
    seen_ms: laterOf(event.seenMs, before?.seen_ms ?? null),
    start_stated_ms: stated.startStatedMs,
    changed_in: importId,
  };
}

type StatedColumns = Pick<EventRow, "game_date" | "start_ms" | "start_stated_ms" | "seen_ms">;

function statedIn({ game_date, start_ms, start_stated_ms, seen_ms }: StatedColumns): StatedStart {
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
function isOnTime(timeMs: number, startMs: number): boolean {
  return timeMs === Number.POSITIVE_INFINITY || timeMs < startMs;
}

function countOnTime(captures: Pick<Captures, "times">, startMs: number): number {
  let count = 0;
  for (const time of captures.times) if (isOnTime(time, startMs)) count++;
  return count;
}

/** Writes events of which only the start, or the time at which they were seen, is news: megabytes of captures stay. */
async function moveEvents(connection: Transaction<AnyTables>, rows: readonly EventRow[]): Promise<void> {
  for (const { provider, event_id, home, away, sport, captures: _, ...columns } of rows) {
    await tablesOf<LedgerTables>(connection)
      .updateTable("ledger_events")
      .set(columns)
      .where((each) => each.and({ provider, event_id, home, away, sport }))
      .execute();
  }
}
