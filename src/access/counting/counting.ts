/**
 * Counting decides for the gate, on either engine. Every request is decided in time or not at all. A living server
 * gives back every request that it did not answer [D-40].
 */
import type { Counts } from "../meters.ts";
import type { KeyRefusal } from "../plans.ts";

/**
 * Where a request was charged, so that it can be given back there: by the hash of its key, in which of the account's
 * quota periods, and on which day. When the key is gone, nothing is given back.
 */
export type Receipt = {
  readonly hash: string;
  readonly period: number;
  readonly startMs: number;
  readonly day: string;
};

/** A hash that no key has: a probe with it counts nothing, and fails where nothing can be counted. */
export const noHash = "";

/** The outcome of one request. `counts` are those after the request. */
export type Taken =
  | { readonly outcome: "unknown" }
  | {
      readonly outcome: KeyRefusal | "rate_limited" | "quota_exceeded";
      readonly email: string;
      readonly counts: Counts;
    }
  | { readonly outcome: "taken"; readonly email: string; readonly counts: Counts; readonly receipt: Receipt };

/** The result when a request cannot be decided in time. */
export class Undecided {
  /** The last failure, for the log. */
  readonly cause: unknown;

  constructor(cause: unknown) {
    this.cause = cause;
  }
}

export type Counting = {
  /** Decides on a request, by its key's hash. */
  take(hash: string, patienceMs: number): Promise<Taken | Undecided>;
  /**
   * Gives a request back to the quota and resolves with the use after that, or with null when that is not known in time:
   * then it is given back later.
   */
  giveBack(receipt: Receipt, patienceMs: number): Promise<number | null>;
  /** Whether a request would be decided now. */
  probe(): Promise<boolean>;
  /** Writes down what was counted, and finishes what is to be given back, as far as that is possible within a second. */
  settle(): Promise<void>;
  /** Settles, and counts no more. */
  close(): Promise<void>;
};
