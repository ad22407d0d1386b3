/** Writes quotes: the captures of an event are merged with those that the ledger has, and written as one row. */
import type { Transaction } from "kysely";
import { tablesOf } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import { type PairKey, pairOf } from "../domain/pairs.ts";
import type { GameRecord } from "../feed/records.ts";
import { CaptureList, type Captures, packCaptures, unpackCaptures } from "./captures.ts";
import { expectedStart } from "./event-start.ts";
import type { ImportTally, LateCaptures } from "./import-report.ts";
import type { IncomingEvent, IncomingEvents } from "./incoming-events.ts";
import { putRows } from "./large-tables.ts";
import { readEvents, readGameRecords } from "./read.ts";
import { compareStated, laterOf, type StatedStart } from "./stated-starts.ts";
import { type EventRow, type LedgerTables, rowsPerStatement } from "./tables.ts";

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
