/** Faults of providers, ordered by their share and drawn from a seed: the same request meets the same fault again. */
import { hash } from "node:crypto";

export const failures = ["status 500", "status 429", "truncated", "html", "hang-up"] as const;

export type Failure = (typeof failures)[number];

export type FaultOrder = {
  /** The share of answers that fail, from 0 to 1. */
  readonly failing: number;
  /** The share of answers that are sound and older than the newest: a cache on the way had them. */
  readonly older: number;
  readonly seed: number;
};

export const noFaults: FaultOrder = { failing: 0, older: 0, seed: 0 };

export type Fault = { readonly failure: Failure | null; readonly olderByMs: number };

/** From 0 to 1, the same for the same text. */
function drawn(text: string): number {
  return Number.parseInt(hash("sha256", text).slice(0, 12), 16) / 2 ** 48;
}

/** @param request names the request, and is another one for each attempt. */
export function faultOf({ failing, older, seed }: FaultOrder, request: string): Fault {
  const draw = (what: string): number => drawn(`${seed} ${what} ${request}`);
  if (draw("fails") < failing) {
    return { failure: failures[Math.floor(draw("failure") * failures.length)] ?? null, olderByMs: 0 };
  }
  // From ten minutes to six hours.
  return { failure: null, olderByMs: draw("is older") < older ? (10 + draw("age") * 350) * 60_000 : 0 };
}

/** Seconds in the header Retry-After. */
export function retryAfterOf({ seed }: FaultOrder, request: string): number {
  return 1 + Math.floor(drawn(`${seed} retry ${request}`) * 30);
}
