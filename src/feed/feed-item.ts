/** What an adapter hands on: a record to take, or a refusal to report. One item for every record read. */
import type { FeedRecord } from "./records.ts";
import type { Refusal } from "./refusals.ts";

export type FeedItem =
  | { readonly record: FeedRecord; readonly refusal?: never }
  | { readonly record?: never; readonly refusal: Refusal };
