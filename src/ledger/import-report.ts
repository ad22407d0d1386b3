/** The report of an import: how many records were accepted, unchanged and refused. */

import type { QuoteRecord } from "../feed/records.ts";
import type { Refusal, RefusalReason } from "../feed/refusals.ts";
import { ReportFindings } from "./reports.ts";

/** Captures of one event at or after the start of its game. */
export type LateCaptures = { readonly count: number; readonly quote: QuoteRecord; readonly startMs: number };

/** How many records one part of an import has accepted. */
export type ImportTally = {
  readonly accepted: number;
  readonly unchanged: number;
  /** Whether the ledger is another one now. */
  readonly hasChanged: boolean;
};

/** Counts refusals by their reason, and keeps examples of each. */
export class RefusalCount {
  readonly findings = new ReportFindings();

  add(refusal: Refusal): void {
    this.findings.add(refusal.reason, () => exampleOf(refusal));
  }

  /** Counts captures that turned out to be late. */
  addLate(late: readonly LateCaptures[]): void {
    for (const each of late) this.findings.add("at-or-after-start", () => exampleOfLate(each), each.count);
  }

  counts(): RefusedCount[] {
    return this.findings.counts().map(({ name, ...counted }) => ({ reason: name as RefusalReason, ...counted }));
  }
}

function exampleOf({ file, record, field, detail }: Refusal): string {
  return `${file}, ${record}${field === null ? "" : `, field ${field}`}: ${detail}`;
}

function exampleOfLate({ count, quote, startMs }: LateCaptures): string {
  const start = new Date(startMs).toISOString();
  return `event ${quote.event_id} (${quote.away} at ${quote.home}): ${count} captured at or after ${start}`;
}

/** Refused records of one reason, with the first of them in words. */
export type RefusedCount = { readonly reason: RefusalReason; readonly count: number; readonly example: string };

export type ImportSummary = {
  readonly read: number;
  readonly accepted: number;
  readonly unchanged: number;
  readonly refused: Readonly<Partial<Record<RefusalReason, Omit<RefusedCount, "reason">>>>;
};

type ImportOutcome = {
  /** The number under which `gradeline log` shows it. */
  readonly reportId: number;
  readonly read: number;
  readonly accepted: number;
  readonly unchanged: number;
  readonly refusals: readonly RefusedCount[];
};

export class ImportReport {
  readonly reportId: number;
  readonly read: number;
  readonly accepted: number;
  readonly unchanged: number;
  readonly refused: number;
  readonly refusals: readonly RefusedCount[];

  constructor({ reportId, read, accepted, unchanged, refusals }: ImportOutcome) {
    this.reportId = reportId;
    this.read = read;
    this.accepted = accepted;
    this.unchanged = unchanged;
    this.refused = refusals.reduce((sum, { count }) => sum + count, 0);
    this.refusals = refusals;
  }

  summary(): ImportSummary {
    const { read, accepted, unchanged } = this;
    const refused = Object.fromEntries(this.refusals.map(({ reason, ...counted }) => [reason, counted]));
    return { read, accepted, unchanged, refused };
  }
}
