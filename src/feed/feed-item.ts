/** An adapter yields one item for every record that it read: a record to accept, or a refusal to report. */
import type { FeedRecord } from "./records.ts";
import type { Refusal } from "./refusals.ts";

export type FeedItem =
  | { readonly record: FeedRecord; readonly refusal?: never }
  | { readonly record?: never; readonly refusal: Refusal };

/** The facts that an adapter is given besides the content: the file, and the time, since adapters read no clock. */
export type Source = {
  readonly file: string;
  /** Epoch milliseconds: the clock of the import. A time after it has not happened yet, and is refused. */
  readonly nowMs: number;
};
