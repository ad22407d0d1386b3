/**
 * How many distinct sets of bets an account has asked for today, for the header X-Sets-Today: who looks at many finds
 * something in one of them. It is an aid and no promise: each process counts what it answers, in memory, and begins anew with it.
 */
import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Caller } from "../access/gate.ts";

const most = 1000;
/** The sets of at most so many accounts are kept. Each takes 11 letters, and all of them 40 MB at most. */
const mostAccounts = 500;
/** These parameters are about the answer, and not about which bets it is of. */
const notOfSet = ["tries", "tries_since", "limit", "format", "cursor"];

export class SetsToday {
  readonly #sets = new LRUCache<string, { readonly day: string; readonly seen: Set<string> }>({ max: mostAccounts });

  /**
   * Counts a set, and returns how many there are now, such as `12`, or `1000+`.
   * @param query of the request, as it came.
   */
  count(accountId: string, query: string, now: Date): string {
    const day = now.toISOString().slice(0, 10);
    const before = this.#sets.get(accountId);
    const sets = before?.day === day ? before : { day, seen: new Set<string>() };
    this.#sets.set(accountId, sets);
    if (sets.seen.size < most) sets.seen.add(nameOf(query));
    return sets.seen.size < most ? String(sets.seen.size) : `${most}+`;
  }
}

/** The value of the header; null on answers that are of no set. */
export function setsHeader(sets: SetsToday, route: string | null, caller: Caller | null, query: string): string | null {
  const accountId = caller?.accountId ?? null;
  return route === "/v1/trends" && accountId !== null ? sets.count(accountId, query, new Date()) : null;
}

function nameOf(query: string): string {
  const asked = new URLSearchParams(query);
  for (const name of notOfSet) asked.delete(name);
  asked.sort();
  return hash("sha1", asked.toString(), "base64url").slice(0, 11);
}
