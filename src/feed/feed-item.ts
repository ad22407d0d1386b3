/** An adapter yields one item for every record that it read: a record to accept, or a refusal to report. */
import type { FeedRecord } from "./records.ts";
import type { Refusal } from "./refusals.ts";

export type FeedItem =
  | { readonly record: FeedRecord; readonly refusal?: never }
  | { readonly record?: never; readonly refusal: Refusal };
