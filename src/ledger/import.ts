/**
 * An import brings feed items into the ledger in one transaction. Nothing is written before the last item was read, so
 * input that turns out not to be what it claims leaves the ledger as it was.
 */
import type { Transaction } from "kysely";
import { noteDeed } from "../audit/deeds.ts";
import { type Database, tablesOf, writeTransaction } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import type { FeedItem, Refusal, RefusalReason } from "../feed/refusals.ts";
import { lastImportId } from "./read.ts";
import { type ImportTally, IncomingRecords, writeRecords } from "./records.ts";
import { type NewReport, noteFailure, ReportFindings, type ReportOutcome, writeReport } from "./reports.ts";
import type { LedgerTables } from "./tables.ts";
import { IncomingEvents, type LateCaptures, writeEvents } from "./write-events.ts";

/** How many records were accepted, unchanged and refused: those that were refused by their reason, with the first of them in words. */
export type ImportReport = {
  readonly read: number;
  readonly accepted: number;
  readonly unchanged: number;
  readonly refused: Readonly<Partial<Record<RefusalReason, { readonly count: number; readonly example: string }>>>;
  readonly refusedCount: number;
  /** The number under which `gradeline log` shows it. */
  readonly reportId: number;
};

/**
 * Reads every item, then writes all of them in one transaction, and reports what became of each. The report is written in
 * the same transaction; that of an import that failed in one of its own, and the failure is thrown all the same.
 * @param source the command or the job that asks for it, as reports name it.
 */
export async function importItems(
  database: Database,
  items: Iterable<FeedItem> | AsyncIterable<FeedItem>,
  importedAt: string,
  { source = "import" }: { readonly source?: string } = {},
): Promise<ImportReport> {
  const startedMs = performance.now();
  const taken = new TakenItems();
  const { refusals } = taken;
  /** @param sums null in the report of an import that failed. */
  const report = (outcome: ReportOutcome, sums: Sums | null, error: string | null = null): NewReport => ({
    kind: "import",
    source,
    providers: [...taken.providers],
    at: importedAt,
    durationMs: performance.now() - startedMs,
    outcome,
    figures: { read: taken.read, ...(sums ?? { accepted: null, unchanged: null }), refused: refusals.total },
    findings: refusals,
    error,
  });
  try {
    // Waiting for each of millions of items that are there already would take longer than taking them.
    if (Symbol.iterator in items) for (const item of items) taken.take(item);
    else for await (const item of items) taken.take(item);
    return await writeTransaction(database, async (connection) => {
      const { hasChanged, ...sums } = await writeTaken(connection, taken, importedAt);
      const reportId = await writeReport(connection, report(hasChanged ? "changed" : "unchanged", sums));
      const about = { source, report: reportId, accepted: sums.accepted };
      if (hasChanged) await noteDeed(database, connection, "import", about);
      const refused = Object.fromEntries(refusals.counts().map(({ name, ...counted }) => [name, counted]));
      return { read: taken.read, ...sums, refused, refusedCount: refusals.total, reportId };
    });
  } catch (error) {
    await noteFailure(database, error, (message) => report("failed", null, message));
    throw error;
  }
}

type Sums = { readonly accepted: number; readonly unchanged: number };

/** The items that were read so far. */
class TakenItems {
  readonly refusals = new ReportFindings();
  readonly providers = new Set<string>();
  readonly records = new IncomingRecords();
  readonly events = new IncomingEvents();
  read = 0;

  take({ record, refusal }: FeedItem): void {
    this.read += 1;
    if (refusal !== undefined) {
      this.refusals.add(refusal.reason, () => exampleOf(refusal));
      return;
    }
    this.providers.add(record.provider);
    if (record.type === "quote") this.events.add(record);
    else this.records.add(record);
  }
}

function exampleOf({ file, record, field, detail }: Refusal): string {
  return `${file}, ${record}${field === null ? "" : `, field ${field}`}: ${detail}`;
}

/** Captures that turn out to be late are counted as refused. */
function noteLate(refusals: ReportFindings, late: readonly LateCaptures[]): void {
  for (const { count, quote, startMs } of late) {
    const example = () => {
      const start = new Date(startMs).toISOString();
      return `event ${quote.event_id} (${quote.away} at ${quote.home}): ${count} captured at or after ${start}`;
    };
    refusals.add("at-or-after-start" satisfies RefusalReason, example, count);
  }
}

async function writeTaken(
  connection: Transaction<AnyTables>,
  { records, events, refusals }: TakenItems,
  importedAt: string,
): Promise<ImportTally> {
  const ledger = tablesOf<LedgerTables>(connection);
  const importId = (await lastImportId(ledger)) + 1;
  const ofRecords = await writeRecords(connection, records, importId);
  const ofEvents = await writeEvents(connection, events, importId);
  noteLate(refusals, ofEvents.late);
  const hasChanged = ofRecords.hasChanged || ofEvents.hasChanged;
  const row = { import_id: importId, imported_at: importedAt };
  if (hasChanged) await ledger.insertInto("ledger_imports").values(row).execute();
  return {
    accepted: ofRecords.accepted + ofEvents.accepted,
    unchanged: ofRecords.unchanged + ofEvents.unchanged,
    hasChanged,
  };
}
