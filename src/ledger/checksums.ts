/**
 * Checksums of the ledger's rows. Nothing can make a damaged row of the ledger anew, so no publish builds upon one:
 * reading it fails with its name. Rows from before checksums get theirs when something is published; see `sealLedger`.
 */
import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import { DatabaseError } from "../database/database-error.ts";
import { tablesOf } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import type { FeedRecord, QuoteRecord } from "../feed/records.ts";
import { type Captures, unpackCaptures } from "./captures.ts";
import { putRows } from "./large-tables.ts";
import { type LedgerTables, rowsPerStatement } from "./tables.ts";

export type RecordRow = LedgerTables["ledger_records"];
export type EventRow = LedgerTables["ledger_events"];

/** The message names the row in one line. */
export class LedgerDamaged extends DatabaseError {
  /** The row that is damaged. */
  readonly where: string;
  readonly what: string;

  constructor(where: string, what: string, cause?: unknown) {
    super(
      `the ledger is damaged: ${where} ${what}; restore a backup, or import what was received again into a new database`,
      {
        cause,
      },
    );
    this.where = where;
    this.what = what;
  }
}

/** Half of a SHA-256: rows of the ledger are read by the night, which has the time. */
const digits = 32;

export function withRecordChecksum(row: Omit<RecordRow, "checksum">): RecordRow {
  return { ...row, checksum: recordChecksum(row) };
}

export function withEventChecksum(row: Omit<EventRow, "checksum">): EventRow {
  return { ...row, checksum: eventChecksum(row) };
}

/** The column `changed_in` is no part of it: that says what the next publish has to do, and not what was received. */
function recordChecksum(row: Omit<RecordRow, "checksum">): string {
  const { kind, provider, record_key, sport, season, pair, body } = row;
  return digest(JSON.stringify([kind, provider, record_key, sport, season, pair, body]));
}

function eventChecksum(row: Omit<EventRow, "checksum">): string {
  const { provider, event_id, sport, home, away, pair, game_date, start_ms, seen_ms, start_stated_ms, captures } = row;
  const columns = [provider, event_id, sport, home, away, pair, game_date, start_ms, seen_ms];
  // Rows from before this column keep the checksums that they have.
  if (start_stated_ms !== null) columns.push(start_stated_ms);
  return digest(JSON.stringify(columns), captures);
}

function digest(text: string, bytes?: Uint8Array): string {
  const hash = createHash("sha256").update(text);
  if (bytes !== undefined) hash.update(bytes);
  return hash.digest("hex").slice(0, digits);
}

/** Whether the row is as it was written, as far as that is known. */
export function isGoodRecord(row: RecordRow): boolean {
  return row.checksum === null || row.checksum === recordChecksum(row);
}

/** @throws LedgerDamaged */
export function storedRecord<Kind extends Exclude<FeedRecord, QuoteRecord>>(row: RecordRow): Kind {
  if (!isGoodRecord(row)) throw new LedgerDamaged(recordName(row), "does not match its checksum");
  try {
    return JSON.parse(row.body) as Kind;
  } catch (error) {
    throw new LedgerDamaged(recordName(row), "is no JSON", error);
  }
}

/** Whether the row is as it was written, as far as that is known. */
function isGoodEvent(row: EventRow): boolean {
  return row.checksum === null || row.checksum === eventChecksum(row);
}

/** @throws LedgerDamaged */
export function capturesOf(row: EventRow): Captures {
  if (!isGoodEvent(row)) {
    throw new LedgerDamaged(eventName(row), "does not match its checksum");
  }
  try {
    return unpackCaptures(row.captures);
  } catch (error) {
    throw new LedgerDamaged(eventName(row), error instanceof Error ? error.message : String(error), error);
  }
}

export function recordName({ kind, provider, record_key }: RecordRow): string {
  return `the ${kind} record ${record_key} of ${provider}`;
}

export function eventName({ provider, event_id, home, away, sport }: EventRow): string {
  return `the ${sport} event ${event_id} (${away} at ${home}) of ${provider}`;
}

/**
 * Gives rows from before checksums their checksum, once. They are believed as they are: nothing says how they were
 * written.
 */
export async function sealLedger(kysely: Kysely<AnyTables>): Promise<void> {
  const ledger = tablesOf<LedgerTables>(kysely);
  const records = ledger.selectFrom("ledger_records").selectAll().where("checksum", "is", null).limit(rowsPerStatement);
  for (let rows = await records.execute(); rows.length > 0; rows = await records.execute()) {
    await putRows(kysely, "ledger_records", rows.map(withRecordChecksum));
  }
  const events = ledger.selectFrom("ledger_events").selectAll().where("checksum", "is", null).limit(rowsPerStatement);
  for (let rows = await events.execute(); rows.length > 0; rows = await events.execute()) {
    await putRows(kysely, "ledger_events", rows.map(withEventChecksum));
  }
}
