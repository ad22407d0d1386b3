/** An adapter yields one item for every record that it read: a record to accept, or a refusal to report. */
import type { CaptureColumns } from "../domain/fold.ts";
import type { FeedRecord, QuoteRecord } from "./records.ts";
import type { Refusal } from "./refusals.ts";

export type FeedItem =
  | { readonly record: FeedRecord; readonly refusal?: never; readonly quotes?: never }
  | { readonly record?: never; readonly refusal: Refusal; readonly quotes?: never };

/**
 * Accepted quotes of one event in columns, since millions of them come in one import. They are good until the next item is
 * asked for: the reader fills the same columns again.
 */
export type EventQuotes = {
  /** A quote of the event that was accepted. Of all others, only the columns are another. */
  readonly like: QuoteRecord;
  /** How many rows of the columns are filled. */
  readonly count: number;
  readonly columns: CaptureColumns & { readonly series: Uint32Array };
};

/** An item of a reader that gives quotes in columns where it can. */
export type ImportItem = FeedItem | { readonly record?: never; readonly refusal?: never; readonly quotes: EventQuotes };
