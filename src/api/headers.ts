/** Headers of answers of the API that browsers and caches need, with the answer to a preflight, and how X-Sets-Today is counted. */
import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Meters } from "../access/plans.ts";
import { limitHeaders } from "../contract/headers.ts";
import { requestIdHeader } from "../http/log.ts";
import type { Snapshot } from "../query/load.ts";

/** Headers that a page of another origin may read besides the few that the Fetch standard always allows. */
const exposed = [
  "X-Request-Id",
  ...limitHeaders,
  "X-Next-Cursor",
  "X-Revision",
  "X-Archive",
  "X-Dataset",
  "X-Note",
  "X-Sets-Today",
  "ETag",
  "Retry-After",
  "Content-Disposition",
  "Accept-Ranges",
  "Content-Range",
  "Repr-Digest",
];

/** Headers of an answer to a program. A browser must not show it as a page, nor guess a type other than its Content-Type. */
const safeHeaders: Readonly<Record<string, string>> = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** The headers of answers that no page of another origin may read, names and values in turns. */
export const closedHeaderList: readonly string[] = Object.entries(safeHeaders).flat();

/**
 * Every answer carries these headers, errors included. They let every origin read, because the key decides who may read,
 * and a browser sends a key only when the page says so. Strict-Transport-Security is not among them: the TLS proxy sends it,
 * and RFC 6797 7.2 forbids it over plain HTTP.
 */
export const apiHeaders: Readonly<Record<string, string>> = Object.freeze({
  "access-control-allow-origin": "*",
  "access-control-expose-headers": exposed.join(", "),
  ...safeHeaders,
});

/** The same, names and values in turns. */
export const apiHeaderList: readonly string[] = Object.entries(apiHeaders).flat();

/** The answer to a preflight has these headers beside those of every answer. RFC 9110 8.6 forbids a length on a 204, so it is a 200. */
export const preflightHeaders: readonly string[] = [
  "access-control-allow-methods",
  "GET, HEAD",
  "access-control-allow-headers",
  "Authorization, X-API-Key, If-None-Match, Accept, Range, If-Range",
  "access-control-max-age",
  "86400",
  "content-length",
  "0",
];

/** An answer depends on the key that asks and on how it likes to be answered [D-35]. */
export const vary = "Authorization, X-API-Key, Accept, Accept-Encoding";

/**
 * How many distinct sets of bets an account has asked for today, for the header X-Sets-Today: who looks at many finds
 * something in one of them. It is an aid and no promise: each process counts what it answers, in memory, and begins anew with it.
 */
const most = 1000;
/** The sets of at most so many accounts are kept. Each takes 11 letters, and all of them 40 MB at most. */
const mostAccounts = 500;

export class SetsToday {
  readonly #sets = new LRUCache<string, { readonly day: string; readonly seen: Set<string> }>({ max: mostAccounts });

  /**
   * Counts a set, and returns how many there are now, such as `12`, or `1000+`.
   * @param set a text that is the same however the request spells the set.
   */
  count(accountId: string, set: string, now: Date): string {
    const day = now.toISOString().slice(0, 10);
    const before = this.#sets.get(accountId);
    const sets = before?.day === day ? before : { day, seen: new Set<string>() };
    this.#sets.set(accountId, sets);
    if (sets.seen.size < most) sets.seen.add(hash("sha1", set, "base64url").slice(0, 11));
    return sets.seen.size < most ? String(sets.seen.size) : `${most}+`;
  }
}

/**
 * The headers of every answer to a caller, names and values in turns.
 * @param always those of every answer at the path. @param meters null: the key is not known. @param snapshot null: nothing is said of
 * data, which only callers with a good key may know [D-25].
 */
export function answerHeaders(
  always: readonly string[],
  id: string,
  meters: Meters | null,
  snapshot: Pick<Snapshot, "revision" | "isSample"> | null,
): string[] {
  const headers = [...always, requestIdHeader, id];
  if (meters !== null) {
    const { rate, quota } = meters;
    headers.push("x-ratelimit-limit", String(rate.limit), "x-ratelimit-remaining", String(rate.remaining));
    headers.push("x-ratelimit-reset", String(rate.resetAtS), "x-quota-limit", String(quota.limit));
    headers.push("x-quota-remaining", String(quota.remaining), "x-quota-reset", String(quota.resetAtS));
  }
  if (snapshot !== null) headers.push("x-revision", String(snapshot.revision));
  if (snapshot?.isSample === true) headers.push("x-dataset", "sample");
  return headers;
}
