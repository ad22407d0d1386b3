/** Writes the one line of the log for each request. The line names the route, never the path or the query, which may hold a key. */
import type { FastifyBaseLogger } from "fastify";
import type { Caller } from "../access/gate.ts";
import { writeInfo } from "../http/log.ts";
import { healthPath, readyPath } from "./health.ts";

/** A line of the log says this of a request. */
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

/** Load balancers ask for these paths every second, which would bury all other lines. */
const dull = new Set<string | null>([healthPath, readyPath]);

/** The one line of a request. */
export function logAnswer(log: FastifyBaseLogger, outcome: Outcome): void {
  const { requestId, method, route, status, elapsedMs, caller, isAborted } = outcome;
  const elapsedUs = Math.round(elapsedMs * 1000);
  const message = isAborted ? "the caller left" : "answered";
  const isDull = dull.has(route);
  // None of these texts is a caller's own: ids of ours, a method that Node knows, and the route's template.
  if (!isDull) {
    const of = caller === null ? "" : `,"account":${JSON.stringify(caller.accountId)},"key":"${caller.keyPrefix}"`;
    const members =
      `"requestId":"${requestId}","method":"${method}","route":${JSON.stringify(route)},"status":${status},` +
      `"elapsedMs":${millisecondsOf(elapsedUs)}${of}${isAborted ? ',"aborted":true' : ""},"msg":"${message}"`;
    if (writeInfo(log, members)) return;
  }
  const about = {
    requestId,
    method,
    route,
    status,
    elapsedMs: elapsedUs / 1000,
    ...(caller === null ? {} : { account: caller.accountId, key: caller.keyPrefix }),
    ...(isAborted ? { aborted: true } : {}),
  };
  log[isDull ? "debug" : "info"](about, message);
}

/** A fraction of three digits: the shortest text of a fraction, as numbers are written otherwise, takes a while to find. */
function millisecondsOf(us: number): string {
  return `${Math.trunc(us / 1000)}.${String(us % 1000).padStart(3, "0")}`;
}
