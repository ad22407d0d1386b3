/**
 * An import brings feed items into the ledger in one transaction. Nothing is written before the last item was read, so
 * input that turns out not to be what it claims leaves the ledger as it was.
 */
import type { Transaction } from "kysely";
import { type Database, tablesOf, writeTransaction } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import type { FeedItem } from "../feed/feed-item.ts";
import { ImportReport, RefusalCount } from "./import-report.ts";
import { IncomingEvents } from "./incoming-events.ts";
import { IncomingRecords } from "./incoming-records.ts";
import { moveClubs } from "./move-clubs.ts";
import { lastImportId } from "./read.ts";
import type { LedgerTables } from "./tables.ts";
import { writeEvents } from "./write-events.ts";
import { writeRecords } from "./write-records.ts";

/** Reads every item, then writes all of them in one transaction, and reports what became of each. */
export async function importItems(
  database: Database,
  items: Iterable<FeedItem> | AsyncIterable<FeedItem>,
  importedAt: string,
): Promise<ImportReport> {
  const refusals = new RefusalCount();
  const records = new IncomingRecords();
  const events = new IncomingEvents();
  let read = 0;
  for await (const { record, refusal } of items) {
    read += 1;
    if (refusal !== undefined) refusals.add(refusal);
    else if (record.type === "quote") events.add(record);
    else records.add(record);
  }
  return writeTransaction(database, async (connection) => {
    const importId = (await lastImportId(tablesOf<LedgerTables>(connection))) + 1;
    const moved = await moveClubs(connection, importId);
    const ofRecords = await writeRecords(connection, records, importId);
    const ofEvents = await writeEvents(connection, events, importId);
    const report = new ImportReport(read, [ofRecords, ofEvents], refusals.withLate(ofEvents.late));
    if (moved > 0 || ofRecords.hasChanged || ofEvents.hasChanged)
      await noteImport(connection, { importId, importedAt, report });
    return report;
  });
}

type Note = { readonly importId: number; readonly importedAt: string; readonly report: ImportReport };

async function noteImport(connection: Transaction<AnyTables>, { importId, importedAt, report }: Note): Promise<void> {
  await tablesOf<LedgerTables>(connection)
    .insertInto("ledger_imports")
    .values({ import_id: importId, imported_at: importedAt, report: JSON.stringify(report.summary()) })
    .execute();
}
