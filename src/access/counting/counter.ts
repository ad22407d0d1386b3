/** What the two engines' ways of counting have in common: what is asked of them, and what they tell. */
import type { Counts } from "../meters.ts";
import type { Refusal } from "../plans.ts";

/**
 * Where a counted request was counted, so that it can be given back there: for which key (by its hash), in which of its
 * account's periods (by their number), on which day. What is given back to a key that is gone, or to a period that is
 * over, is not taken off what came after it.
 */
export type Receipt = { readonly hash: string; readonly period: number; readonly day: string };

/** What became of one request. `counts` are those after it. */
export type Taken =
  | { readonly outcome: "unknown" }
  | { readonly outcome: Refusal | "rate_limited" | "quota_exceeded"; readonly counts: Counts }
  | { readonly outcome: "taken"; readonly counts: Counts; readonly receipt: Receipt };

export type Counter = {
  /** Decides on the requests of a moment, by the hashes of their keys, in their order; it is on disk when it resolves. */
  take(hashes: readonly string[]): Promise<readonly Taken[]>;
  /** Gives requests back to their accounts' quotas; resolves with the accounts' use. The rate window keeps them. */
  giveBack(receipts: readonly Receipt[]): Promise<readonly number[]>;
  close(): Promise<void>;
};
