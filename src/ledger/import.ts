/**
 * An import brings feed items into the ledger in one transaction. Nothing is written before the last item was read, so
 * input that turns out not to be what it claims leaves the ledger as it was.
 */
import type { Transaction } from "kysely";
import { type Database, tablesOf, writeTransaction } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import type { FeedItem } from "../feed/feed-item.ts";
import type { RefusalReason } from "../feed/refusals.ts";
import { ImportReport, RefusalCount, type Tally } from "./import-report.ts";
import { IncomingEvents } from "./incoming-events.ts";
import { IncomingRecords } from "./incoming-records.ts";
import { lastImportId } from "./read.ts";
import type { ReportOutcome } from "./reports/tables.ts";
import { type NewReport, noteFailure, writeReport } from "./reports/write.ts";
import type { LedgerTables } from "./tables.ts";
import { writeEvents } from "./write-events.ts";
import { writeRecords } from "./write-records.ts";

/** The command or the job that asks for an import, as reports name it. */
export type ImportSource = { readonly source?: string };

/**
 * Reads every item, then writes all of them in one transaction, and reports what became of each. The report is written in
 * the same transaction; that of an import that failed in one of its own, and the failure is thrown all the same.
 */
export async function importItems(
  database: Database,
  items: Iterable<FeedItem> | AsyncIterable<FeedItem>,
  importedAt: string,
  { source = "import" }: ImportSource = {},
): Promise<ImportReport> {
  const startedMs = performance.now();
  const taken: Taken = { refusals: new RefusalCount(), providers: new Set(), read: 0 };
  const report = (ended: Ended): NewReport => ({
    kind: "import",
    source,
    providers: [...taken.providers],
    at: importedAt,
    durationMs: performance.now() - startedMs,
    outcome: ended.outcome,
    figures: {
      read: taken.read,
      accepted: ended.accepted ?? null,
      unchanged: ended.unchanged ?? null,
      refused: taken.refusals.findings.total,
    },
    findings: taken.refusals.findings,
    error: ended.error ?? null,
  });
  try {
    return await takeItems(database, { items, importedAt, taken, report });
  } catch (error) {
    await noteFailure(database, error, (message) => report({ outcome: "failed", error: message }));
    throw error;
  }
}

/** The tally of the items that were read so far. */
type Taken = { readonly refusals: RefusalCount; readonly providers: Set<string>; read: number };
type Ended = {
  readonly outcome: ReportOutcome;
  readonly accepted?: number;
  readonly unchanged?: number;
  readonly error?: string;
};

type Import = {
  readonly items: Iterable<FeedItem> | AsyncIterable<FeedItem>;
  readonly importedAt: string;
  readonly taken: Taken;
  readonly report: (ended: Ended) => NewReport;
};

async function takeItems(database: Database, { items, importedAt, taken, report }: Import): Promise<ImportReport> {
  const { refusals, providers } = taken;
  const records = new IncomingRecords();
  const events = new IncomingEvents();
  const take = ({ record, refusal }: FeedItem): void => {
    taken.read += 1;
    if (refusal !== undefined) {
      refusals.add(refusal);
      return;
    }
    providers.add(record.provider);
    if (record.type === "quote") events.add(record);
    else records.add(record);
  };
  // Waiting for each of millions of items that are there already would take longer than taking them.
  if (Symbol.iterator in items) for (const item of items) take(item);
  else for await (const item of items) take(item);
  return writeTransaction(database, async (connection) => {
    const importId = (await lastImportId(tablesOf<LedgerTables>(connection))) + 1;
    const ofRecords = await writeRecords(connection, records, importId);
    const ofEvents = await writeEvents(connection, events, importId);
    refusals.addLate(ofEvents.late);
    const tallies = [ofRecords, ofEvents];
    const hasChanged = tallies.some((tally) => tally.hasChanged);
    const sums = { accepted: sumOf(tallies, "accepted"), unchanged: sumOf(tallies, "unchanged") };
    const reportId = await writeReport(connection, report({ outcome: hasChanged ? "changed" : "unchanged", ...sums }));
    const done = new ImportReport({
      reportId,
      read: taken.read,
      tallies,
      refusals: refusals.findings
        .counts()
        .map(({ name, ...counted }) => ({ reason: name as RefusalReason, ...counted })),
    });
    if (hasChanged) await noteImport(connection, { importId, importedAt, report: done });
    return done;
  });
}

function sumOf(tallies: readonly Tally[], name: "accepted" | "unchanged"): number {
  return tallies.reduce((sum, tally) => sum + tally[name], 0);
}

type Note = { readonly importId: number; readonly importedAt: string; readonly report: ImportReport };

async function noteImport(connection: Transaction<AnyTables>, { importId, importedAt, report }: Note): Promise<void> {
  await tablesOf<LedgerTables>(connection)
    .insertInto("ledger_imports")
    .values({ import_id: importId, imported_at: importedAt, report: JSON.stringify(report.summary()) })
    .execute();
}
