/** The interface of counting that both engines share: what is asked of them, and what they answer. */
import type { Counts } from "../meters.ts";
import type { Refusal } from "../plans.ts";
import type { Again } from "./moments.ts";

/**
 * Where a request was counted, so that it can be given back there: for which key (by its hash), in which of the
 * account's quota periods (by its number), on which day, and at which moment. When the key is gone or the quota period
 * is over, giving back takes nothing off what was counted after it.
 */
export type Receipt = {
  readonly hash: string;
  readonly period: number;
  readonly day: string;
  /** Epoch milliseconds, as in the window. */
  readonly atMs: number;
};

/** The outcome of one request. `counts` are those after the request. */
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
  /**
   * Whether its asker was never told of it, so that it leaves the window too. A request that was answered with an error
   * stays in the window [D-38].
   */
  readonly isUndone: boolean;
};

/** Every method decides on many asks at once, in their order. Its decisions are on disk when it resolves. */
export type Counter = {
  /**
   * Takes requests by the hashes of their keys. `probeHash` asks whether counting is possible: its outcome is
   * `unknown`, but it writes to the database.
   */
  take(hashes: readonly string[]): Promise<readonly (Taken | Again)[]>;
  /** Resolves with the accounts' use after that, or null where it is not known. */
  giveBack(given: readonly GivenBack[]): Promise<readonly (number | null | Again)[]>;
  /** Whether this key is asked for in a call of its own, because its data made a call fail that also had other keys. */
  isApart(hash: string): boolean;
  close(): Promise<void>;
};

/** A hash that no key has. */
export const probeHash = "";
