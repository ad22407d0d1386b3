/** What the two engines' ways of counting have in common: what is asked of them, and what they tell. */
import type { Counts } from "../meters.ts";
import type { Refusal } from "../plans.ts";
import type { Again } from "./moments.ts";

/**
 * Where a counted request was counted, so that it can be given back there: for which key (by its hash), in which of its
 * account's periods (by their number), on which day, at which moment. What is given back to a key that is gone, or to a
 * period that is over, is not taken off what came after it.
 */
export type Receipt = {
  readonly hash: string;
  readonly period: number;
  readonly day: string;
  /** Epoch milliseconds, as the window has it. */
  readonly atMs: number;
};

/** What became of one request. `counts` are those after it. */
export type Taken =
  | { readonly outcome: "unknown" }
  | {
      readonly outcome: Refusal | "rate_limited" | "quota_exceeded";
      readonly email: string;
      readonly counts: Counts;
    }
  | { readonly outcome: "taken"; readonly email: string; readonly counts: Counts; readonly receipt: Receipt };

/** A request that is given back to its account's quota. */
export type GivenBack = {
  readonly receipt: Receipt;
  /** Whether its asker never learned of it, so that it leaves the rate window too; an error's stays there [D-38]. */
  readonly isUndone: boolean;
};

/** Every method decides on many asks at once, in their order; what is decided is on disk when it resolves. */
export type Counter = {
  /** By the hashes of their keys. `probeHash` asks whether counting is possible: it is unknown, and written all the same. */
  take(hashes: readonly string[]): Promise<readonly (Taken | Again)[]>;
  /** Resolves with the accounts' use, where it is known. */
  giveBack(given: readonly GivenBack[]): Promise<readonly (number | null | Again)[]>;
  /** Whether this key is asked for in a call of its own: its data made a call fail that others were in. */
  isApart(hash: string): boolean;
  close(): Promise<void>;
};

/** The hash of no key. */
export const probeHash = "";
