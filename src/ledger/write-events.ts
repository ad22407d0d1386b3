/** Takes quotes: the captures of an event are gathered, merged with those the ledger has, and written as one row. */
import { sql, type Transaction } from "kysely";
import { tablesOf } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import { bookByProviderKey } from "../domain/books.ts";
import type { GameRecord, QuoteRecord } from "../feed/records.ts";
import { assembleGames } from "./assemble.ts";
import { CaptureList, type Captures, packCaptures, seriesKey } from "./captures.ts";
import { capturesOf, withEventChecksum } from "./checksums.ts";
import type { ImportReport } from "./import-report.ts";
import { readEvents, readGameRecords } from "./read.ts";
import { type LedgerTables, pairOf, rowsPerStatement } from "./tables.ts";

/** Captures of one event as this import brings them. */
export type IncomingEvent = {
  readonly first: QuoteRecord;
  readonly pair: string;
  startMs: number | null;
  seenMs: number | null;
  readonly captures: CaptureList;
};

/** Adds a quote to its event, by provider, sport, event and sides. There are millions: no statement, little garbage. */
export function addQuote(events: Map<string, IncomingEvent>, quote: QuoteRecord): void {
  const key = `${quote.provider}\n${quote.sport}\n${quote.event_id}\n${quote.home}\n${quote.away}`;
  const startMs = quote.start_time === null ? null : Date.parse(quote.start_time);
  const seenMs = quote.seen_at === null ? null : Date.parse(quote.seen_at);
  let event = events.get(key);
  if (event === undefined) {
    const pair = pairOf(quote.sport, quote.home, quote.away);
    event = { first: quote, pair, startMs, seenMs, captures: new CaptureList() };
    events.set(key, event);
  } else if (isLaterStart(startMs, seenMs, event.startMs, event.seenMs)) {
    event.startMs = startMs;
    event.seenMs = seenMs;
  }
  const book = bookByProviderKey(quote.book);
  if (book === null) throw new RangeError(`the feed let the unknown book "${quote.book}" through`);
  event.captures.add(
    seriesKey(book, quote.period, quote.market),
    timeOf(quote),
    quote.line,
    quote.home_odds ?? quote.over_odds,
    quote.away_odds ?? quote.under_odds,
  );
}

function timeOf(quote: QuoteRecord): number {
  if (quote.stated === "open") return Number.NEGATIVE_INFINITY;
  if (quote.stated === "close") return Number.POSITIVE_INFINITY;
  return Date.parse(quote.captured_at ?? "");
}

/** The start that the latest snapshot states wins; of one moment, the later start, so that order cannot matter. */
function isLaterStart(
  startMs: number | null,
  seenMs: number | null,
  knownStartMs: number | null,
  knownSeenMs: number | null,
): boolean {
  if (startMs === null) return false;
  if (knownStartMs === null) return true;
  const [seen, knownSeen] = [seenMs ?? 0, knownSeenMs ?? 0];
  return seen > knownSeen || (seen === knownSeen && startMs > knownStartMs);
}

/** Writes the events that got new captures or another start; whether there were any. */
export async function writeEvents(
  connection: Transaction<AnyTables>,
  events: ReadonlyMap<string, IncomingEvent>,
  importId: number,
  report: ImportReport,
): Promise<boolean> {
  const tables = tablesOf<LedgerTables>(connection);
  const byPair = Map.groupBy(events.values(), (event) => event.pair);
  const pairs = [...byPair.keys()];
  const changed: LedgerTables["ledger_events"][] = [];
  for (let from = 0; from < pairs.length; from += rowsPerStatement) {
    const chunk = pairs.slice(from, from + rowsPerStatement);
    const stored = Map.groupBy(await readEvents(tables, chunk), (event) => event.pair);
    const games = Map.groupBy(await readGameRecords(tables, chunk), (record) =>
      pairOf(record.sport, record.home, record.away),
    );
    for (const pair of chunk) {
      changed.push(
        ...mergePair(byPair.get(pair) ?? [], stored.get(pair) ?? [], games.get(pair) ?? [], importId, report),
      );
    }
  }
  for (let from = 0; from < changed.length; from += rowsPerStatement) {
    await tables
      .insertInto("ledger_events")
      .values(changed.slice(from, from + rowsPerStatement))
      .onConflict((conflict) =>
        conflict.columns(["provider", "event_id", "home", "away", "sport"]).doUpdateSet({
          game_date: sql`excluded.game_date`,
          start_ms: sql`excluded.start_ms`,
          seen_ms: sql`excluded.seen_ms`,
          pair: sql`excluded.pair`,
          captures: sql`excluded.captures`,
          changed_in: sql`excluded.changed_in`,
          checksum: sql`excluded.checksum`,
        }),
      )
      .execute();
  }
  return changed.length > 0;
}

type StoredEvent = LedgerTables["ledger_events"];

/** Merges the incoming captures of a pair of teams with the stored ones; rows that change come back. */
function mergePair(
  incoming: readonly IncomingEvent[],
  stored: readonly StoredEvent[],
  games: readonly GameRecord[],
  importId: number,
  report: ImportReport,
): StoredEvent[] {
  const merged = incoming.map((event) => {
    const quote = event.first;
    const before = stored.find(
      (row) =>
        row.provider === quote.provider &&
        row.event_id === quote.event_id &&
        row.home === quote.home &&
        row.away === quote.away,
    );
    const isLater = before === undefined || isLaterStart(event.startMs, event.seenMs, before.start_ms, before.seen_ms);
    const row: Omit<StoredEvent, "captures" | "checksum"> = {
      provider: quote.provider,
      event_id: quote.event_id,
      sport: quote.sport,
      home: quote.home,
      away: quote.away,
      pair: event.pair,
      game_date: quote.game_date ?? before?.game_date ?? null,
      start_ms: isLater ? event.startMs : before.start_ms,
      seen_ms: isLater ? event.seenMs : before.seen_ms,
      changed_in: importId,
    };
    return { event, before, row };
  });
  const others = stored.filter((row) => !merged.some(({ before }) => before === row));
  const asLedgerEvents = [...merged.map(({ row }) => row), ...others].map((row) => ({
    provider: row.provider,
    eventId: row.event_id,
    home: row.home,
    away: row.away,
    gameDate: row.game_date,
    startMs: row.start_ms,
    seenMs: row.seen_ms,
    row,
  }));
  const startOf = new Map<unknown, number | null>(merged.map(({ row }) => [row, row.start_ms]));
  for (const game of assembleGames(games, asLedgerEvents)) {
    for (const { row } of game.events) startOf.set(row, game.startMs);
  }
  const changed: StoredEvent[] = [];
  for (const { event, before, row } of merged) {
    const known = before === undefined ? null : capturesOf(before);
    const start = startOf.get(row) ?? Number.POSITIVE_INFINITY;
    const late = event.captures.times.filter((time) => time !== Number.POSITIVE_INFINITY && time >= start).length;
    if (late > 0) report.refuseLate(late, event.first, start);
    const fresh = event.captures.sorted();
    const all = new CaptureList();
    if (known !== null) all.addAll(known);
    all.addAll(fresh);
    const captures = all.sorted();
    const knownCount = known?.series.length ?? 0;
    const accepted = countOnTime(captures, start) - (known === null ? 0 : countOnTime(known, start));
    report.accepted += accepted;
    report.unchanged += event.captures.series.length - late - accepted;
    const hasMoved = before !== undefined && (before.start_ms !== row.start_ms || before.seen_ms !== row.seen_ms);
    if (captures.series.length > knownCount || hasMoved)
      changed.push(withEventChecksum({ ...row, captures: packCaptures(captures) }));
  }
  return changed;
}

/**
 * Late captures are kept out of every published line and counted as refused; the ledger keeps them all the same,
 * because a start that is corrected later decides anew which of them were late.
 */
function countOnTime(captures: Captures, startMs: number): number {
  let count = 0;
  for (const time of captures.times) if (time === Number.POSITIVE_INFINITY || time < startMs) count++;
  return count;
}
