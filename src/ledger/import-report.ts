/** What became of every record of an import: the table that each import ends with. */

import type { QuoteRecord } from "../feed/records.ts";
import { type Refusal, type RefusalReason, refusalReasons } from "../feed/refusals.ts";

export type ImportSummary = {
  readonly read: number;
  readonly accepted: number;
  readonly unchanged: number;
  readonly refused: Readonly<Partial<Record<RefusalReason, { readonly count: number; readonly example: string }>>>;
};

export class ImportReport {
  read = 0;
  accepted = 0;
  unchanged = 0;
  readonly #refused = new Map<RefusalReason, { count: number; example: string }>();

  refuse(refusal: Refusal): void {
    const field = refusal.field === null ? "" : `, field ${refusal.field}`;
    this.#count(refusal.reason, 1, () => `${refusal.file}, ${refusal.record}${field}: ${refusal.detail}`);
  }

  /** Captures of one event at or after its start. */
  refuseLate(count: number, quote: QuoteRecord, startMs: number): void {
    this.#count("at-or-after-start", count, () => {
      const start = new Date(startMs).toISOString();
      return `event ${quote.event_id} (${quote.away} at ${quote.home}): ${count} captured at or after ${start}`;
    });
  }

  #count(reason: RefusalReason, count: number, example: () => string): void {
    const known = this.#refused.get(reason);
    if (known === undefined) this.#refused.set(reason, { count, example: example() });
    else known.count += count;
  }

  get refused(): number {
    let sum = 0;
    for (const { count } of this.#refused.values()) sum += count;
    return sum;
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
