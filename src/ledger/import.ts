/**
 * Takes feed items into the ledger: one night is one transaction. Nothing is written before the last item was read,
 * so input that turns out not to be what it claims leaves the ledger as it was.
 */
import { sql, type Transaction } from "kysely";
import { type AnyTables, type Database, tablesOf, writeTransaction } from "../database/engine.ts";
import { bookByProviderKey } from "../domain/books.ts";
import type { FeedItem } from "../feed/feed-item.ts";
import type { FeedRecord, GameRecord, QuoteRecord } from "../feed/records.ts";
import { assembleGames } from "./assemble.ts";
import { CaptureList, type Captures, packCaptures, seriesKey, unpackCaptures } from "./captures.ts";
import { ImportReport } from "./import-report.ts";
import { readEvents, readGameRecords } from "./read.ts";
import { gameRecordKey, type LedgerTables, pairOf } from "./tables.ts";

type KeptRecord = Exclude<FeedRecord, QuoteRecord>;

/** Captures of one event as this import brings them. */
type IncomingEvent = {
  readonly first: QuoteRecord;
  readonly pair: string;
  startMs: number | null;
  seenMs: number | null;
  readonly captures: CaptureList;
};

/** Rows per insert statement: well below the engines' limits on parameters. */
const rowsPerStatement = 400;

/** Reads every item, then writes all of them in one transaction, and reports what became of each. */
export async function importItems(
  database: Database,
  items: Iterable<FeedItem> | AsyncIterable<FeedItem>,
  importedAt: string,
): Promise<ImportReport> {
  const report = new ImportReport();
  const records = new Map<string, KeptRecord>();
  const events = new Map<string, IncomingEvent>();
  for await (const { record, refusal } of items) {
    report.read += 1;
    if (refusal !== undefined) report.refuse(refusal);
    else if (record.type === "quote") addQuote(events, record);
    else addRecord(records, record, report);
  }
  await writeTransaction(database, async (connection) => {
    const importId = await nextImportId(connection);
    const touchedRecords = await writeRecords(connection, records, importId, report);
    const touchedEvents = await writeEvents(connection, events, importId, report);
    if (touchedRecords || touchedEvents) {
      await tablesOf<LedgerTables>(connection)
        .insertInto("ledger_imports")
        .values({ import_id: importId, imported_at: importedAt, report: JSON.stringify(report.summary()) })
        .execute();
    }
  });
  return report;
}

async function nextImportId(connection: Transaction<AnyTables>): Promise<number> {
  const row = await tablesOf<LedgerTables>(connection)
    .selectFrom("ledger_imports")
    .select(({ fn }) => fn.max<number | null>("import_id").as("last"))
    .executeTakeFirst();
  return (row?.last ?? 0) + 1;
}

/** `for await` costs a microtask per item; a quote is cheap enough for it to matter, so it does no more than this. */
function addQuote(events: Map<string, IncomingEvent>, quote: QuoteRecord): void {
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

function keyOf(record: KeptRecord): { kind: KeptRecord["type"]; key: string } {
  switch (record.type) {
    case "game":
      return { kind: "game", key: gameRecordKey(record.sport, record.game_id) };
    case "team":
      return { kind: "team", key: `${record.sport}:${record.abbreviation}` };
    case "season":
      return { kind: "season", key: `${record.sport}:${record.season}` };
    case "venue":
      return { kind: "venue", key: record.venue_id };
  }
}

function addRecord(records: Map<string, KeptRecord>, record: KeptRecord, report: ImportReport): void {
  const { kind, key } = keyOf(record);
  const id = `${kind}\n${record.provider}\n${key}`;
  const known = records.get(id);
  if (known === undefined) records.set(id, record);
  else {
    // Read twice in one import: the same thing, or a state that the other one outlives.
    report.unchanged += 1;
    if (replaces(record, known)) records.set(id, record);
  }
}

/** How far a game has come. A final game does not become a scheduled one because an old file is read again. */
const progress = { scheduled: 0, postponed: 1, suspended: 2, cancelled: 3, final: 3 } as const;

function replaces(record: KeptRecord, known: KeptRecord): boolean {
  if (record.type === "game" && known.type === "game") return progress[record.status] >= progress[known.status];
  if (record.type === "season" && known.type === "season") return record.complete || !known.complete;
  return true;
}

async function writeRecords(
  connection: Transaction<AnyTables>,
  records: ReadonlyMap<string, KeptRecord>,
  importId: number,
  report: ImportReport,
): Promise<boolean> {
  const tables = tablesOf<LedgerTables>(connection);
  const known = new Map<string, string>();
  for (const [kind, provider] of new Set([...records.values()].map((record) => `${record.type}\n${record.provider}`))
    .values()
    .map((text) => text.split("\n") as [KeptRecord["type"], string])) {
    const rows = await tables
      .selectFrom("ledger_records")
      .select(["record_key", "body"])
      .where("kind", "=", kind)
      .where("provider", "=", provider)
      .execute();
    for (const row of rows) known.set(`${kind}\n${provider}\n${row.record_key}`, row.body);
  }
  const changed: LedgerTables["ledger_records"][] = [];
  for (const [id, record] of records) {
    const body = JSON.stringify(record);
    const before = known.get(id);
    if (before === body || (before !== undefined && !replaces(record, JSON.parse(before) as KeptRecord))) {
      report.unchanged += 1;
      continue;
    }
    report.accepted += 1;
    const { kind, key } = keyOf(record);
    changed.push({
      kind,
      provider: record.provider,
      record_key: key,
      sport: record.type === "venue" ? null : record.sport,
      season: record.type === "game" || record.type === "season" ? record.season : null,
      pair: record.type === "game" ? pairOf(record.sport, record.home, record.away) : null,
      body,
      changed_in: importId,
    });
  }
  for (let from = 0; from < changed.length; from += rowsPerStatement) {
    await tables
      .insertInto("ledger_records")
      .values(changed.slice(from, from + rowsPerStatement))
      .onConflict((conflict) =>
        conflict.columns(["kind", "provider", "record_key"]).doUpdateSet({
          season: sql`excluded.season`,
          pair: sql`excluded.pair`,
          body: sql`excluded.body`,
          changed_in: sql`excluded.changed_in`,
        }),
      )
      .execute();
  }
  return changed.length > 0;
}

async function writeEvents(
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
          captures: sql`excluded.captures`,
          changed_in: sql`excluded.changed_in`,
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
    const row: Omit<StoredEvent, "captures"> = {
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
    const known = before === undefined ? null : unpackCaptures(before.captures);
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
    if (captures.series.length > knownCount || hasMoved) changed.push({ ...row, captures: packCaptures(captures) });
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
