/** Writes the one line of the log for each request. The line names the route, never the path or the query, which may hold a key. */
import type { FastifyBaseLogger } from "fastify";
import type { Caller } from "../access/gate.ts";
import { healthPath, readyPath } from "./health.ts";

/** What is logged of a request. */
type Outcome = {
  readonly requestId: string;
  readonly method: string;
  /** The template of its route; null when no route matched. */
  readonly route: string | null;
  /** Null when no byte of the answer was sent. */
  readonly status: number | null;
  readonly elapsedMs: number;
  /** Null: it came without a key that is known. */
  readonly caller: Caller | null;
  /** Whether the caller left before the answer was sent whole. */
  readonly isAborted: boolean;
};

/** Asked by machines, every second by each of them. */
const dull = new Set<string | null>([healthPath, readyPath]);

/** The one line of a request. */
export function logAnswer(log: FastifyBaseLogger, outcome: Outcome): void {
  const { requestId, method, route, status, elapsedMs, caller, isAborted } = outcome;
  const level = dull.has(route) ? "debug" : "info";
  log[level](
    {
      ...{ requestId, method, route, status },
      elapsedMs: Math.round(elapsedMs * 1000) / 1000,
      ...(caller === null ? {} : { account: caller.accountId, key: caller.keyPrefix }),
      ...(isAborted ? { aborted: true } : {}),
    },
    isAborted ? "the caller left" : "answered",
  );
}
