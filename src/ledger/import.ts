/**
 * Takes feed items into the ledger: one night is one transaction. Nothing is written before the last item was read,
 * so input that turns out not to be what it claims leaves the ledger as it was.
 */
import type { Transaction } from "kysely";
import { type Database, tablesOf, writeTransaction } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import type { FeedItem } from "../feed/feed-item.ts";
import { ImportReport } from "./import-report.ts";
import type { LedgerTables } from "./tables.ts";
import { addQuote, type IncomingEvent, writeEvents } from "./write-events.ts";
import { addRecord, type KeptRecord, writeRecords } from "./write-records.ts";

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
