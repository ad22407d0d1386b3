/** The report of an import: how many records were accepted, unchanged and refused. */

import type { QuoteRecord } from "../feed/records.ts";
import { type Refusal, type RefusalReason, refusalReasons } from "../feed/refusals.ts";

type RefusedCount = { readonly count: number; readonly example: string };

/** Captures of one event at or after the start of its game. */
export type LateCaptures = { readonly count: number; readonly quote: QuoteRecord; readonly startMs: number };

/** How many records one part of an import has accepted. */
export type Tally = {
  readonly accepted: number;
  readonly unchanged: number;
  /** Whether the ledger is another one now. */
  readonly hasChanged: boolean;
};

/** Counts refusals by their reason, with an example of each. */
export class RefusalCount {
  readonly #counts = new Map<RefusalReason, RefusedCount>();

  add(refusal: Refusal): void {
    const known = this.#counts.get(refusal.reason);
    this.#counts.set(refusal.reason, {
      count: (known?.count ?? 0) + 1,
      example: known?.example ?? exampleOf(refusal),
    });
  }

  /** The counts so far, and those of captures that turned out to be late. */
  withLate(late: readonly LateCaptures[]): ReadonlyMap<RefusalReason, RefusedCount> {
    const [first] = late;
    if (first === undefined) return new Map(this.#counts);
    const known = this.#counts.get("at-or-after-start");
    const count = late.reduce((sum, each) => sum + each.count, known?.count ?? 0);
    return new Map(this.#counts).set("at-or-after-start", { count, example: known?.example ?? exampleOfLate(first) });
  }
}

function exampleOf({ file, record, field, detail }: Refusal): string {
  return `${file}, ${record}${field === null ? "" : `, field ${field}`}: ${detail}`;
}

function exampleOfLate({ count, quote, startMs }: LateCaptures): string {
  const start = new Date(startMs).toISOString();
  return `event ${quote.event_id} (${quote.away} at ${quote.home}): ${count} captured at or after ${start}`;
}

export type ImportSummary = {
  readonly read: number;
  readonly accepted: number;
  readonly unchanged: number;
  readonly refused: Readonly<Partial<Record<RefusalReason, RefusedCount>>>;
};

export class ImportReport {
  readonly read: number;
  readonly accepted: number;
  readonly unchanged: number;
  readonly refused: number;
  readonly #refused: ReadonlyMap<RefusalReason, RefusedCount>;

  constructor(read: number, tallies: readonly Tally[], refused: ReadonlyMap<RefusalReason, RefusedCount>) {
    this.read = read;
    this.accepted = tallies.reduce((sum, tally) => sum + tally.accepted, 0);
    this.unchanged = tallies.reduce((sum, tally) => sum + tally.unchanged, 0);
    this.refused = [...refused.values()].reduce((sum, { count }) => sum + count, 0);
    this.#refused = refused;
  }

  summary(): ImportSummary {
    const { read, accepted, unchanged } = this;
    return { read, accepted, unchanged, refused: Object.fromEntries(this.#refused) };
  }

  /** The table for people, one line a row. */
  lines(): string[] {
    const row = (label: string, count: number): string => `${count.toLocaleString("en-US").padStart(12)}  ${label}`;
    const lines = [row("records read", this.read), row("accepted", this.accepted), row("unchanged", this.unchanged)];
    lines.push(row("refused", this.refused));
    for (const [reason, { count, example }] of this.#refused) {
      lines.push(row(`  ${refusalReasons[reason]}`, count), `${" ".repeat(18)}e.g. ${example}`);
    }
    return lines;
  }
}
