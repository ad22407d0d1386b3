/**
 * Records the requests, the answers and the agreed terms of a run, as a caller and an operator know them. Nothing here
 * comes from the code under test, so that the promises are checked independently.
 */
import type { Process } from "../world/process.ts";

export type Standing = "trialing" | "active" | "past_due" | "canceled";

/** The terms of an account from a moment on, until the next entry. */
export type Terms = {
  readonly fromMs: number;
  readonly standing: Standing;
  readonly perMinute: number;
  readonly quota: number;
  /** Counts how often an operator has started the use anew. */
  readonly epoch: number;
  /** The end of a trial. Null when the periods are calendar months. */
  readonly endsMs: number | null;
};

export type Account = { readonly email: string; readonly terms: Terms[]; readonly keys: Key[]; readonly asks: Ask[] };

export type Key = {
  readonly name: string;
  readonly secret: string;
  readonly account: Account;
  revokedMs: number | null;
};

/** The kinds of requests, each with the status of its answer when it is admitted. */
export const wants = { rows: 200, unchanged: 304, missing: 404, nonsense: 400 } as const;
export type Want = keyof typeof wants;

export type Meter = { readonly limit: number; readonly remaining: number; readonly resetAtS: number };

export type Answer = {
  readonly status: number;
  /** The code in an error's envelope; null when the answer is no error. */
  readonly code: string | null;
  /** Null when the answer does not have the header. */
  readonly rate: Meter | null;
  readonly quota: Meter | null;
  readonly retryAfterS: number | null;
};

export type Ask = {
  readonly number: number;
  readonly key: Key;
  readonly want: Want;
  readonly node: string;
  readonly sentMs: number;
  /** When the caller got the answer, went away, or was cut off; null while the caller waits. */
  endedMs: number | null;
  answer: Answer | null;
  fate: "waiting" | "answered" | "left" | "cut off";
  /** Whether no byte of an answer was sent; false when that cannot be known. */
  readonly isUnsent: () => boolean;
  /** Whether it may have been decided while a clock was wrong, or while the effects of a wrong clock lasted. */
  isInsane: boolean;
  /** Whether its unit of the quota may not have been given back yet, although it was answered. */
  isHeld: boolean;
  /** Whether its server died, or could not reach the database again, before it could give back the request. */
  isUnsettled: boolean;
  /** Whether its server, on SQLite, was killed before it had certainly settled the request [D-40]. */
  isForgotten: boolean;
  /**
   * Whether PostgreSQL's answers may have been lost, so that it was charged, or given back, several times; a give-back
   * counts in the end whether its charge was done or not [D-40].
   */
  isDoubtful: boolean;
};

/** A disturbance of the surroundings, and whom it affects. */
export type Trouble = {
  readonly what: string;
  /** "all" when it affects the database; otherwise an account's e-mail address or a node's name. */
  readonly whose: string;
  readonly fromMs: number;
  toMs: number;
};

export class Book {
  readonly accounts: Account[] = [];
  readonly asks: Ask[] = [];
  readonly troubles: Trouble[] = [];
  /** When the file of accounts was replaced under servers that had it open. */
  readonly replacedMs = new Map<Process, number>();
  /** Times in which a clock is wrong, or in which the effects of a wrong clock may last. */
  readonly insane: { readonly fromMs: number; toMs: number }[] = [];

  isTroubled(fromMs: number, toMs: number, whose: readonly string[]): boolean {
    return this.troubles.some((each) => whose.includes(each.whose) && each.fromMs <= toMs && each.toMs >= fromMs);
  }

  /**
   * Whether a wrong clock may affect the decisions on a key's requests between two moments. It may while the clock is
   * wrong and for some time after. It may also for a minute from the key's first request after that, because a window
   * that lay in the future is moved to that request.
   */
  isInsane(key: Key, fromMs: number, toMs: number): boolean {
    return this.insane.some((each) => {
      if (each.fromMs > toMs) return false;
      if (each.toMs >= fromMs) return true;
      const first = key.account.asks.find((ask) => ask.key === key && ask.sentMs > each.toMs && isDecided(ask));
      return first === undefined || fromMs < (first.endedMs ?? 0) + 61_000;
    });
  }
}

function isDecided({ answer }: Ask): boolean {
  return answer !== null && answer.status < 500;
}

/** Terms that may have been in force at some moment between the two. */
export function termsWithin({ terms }: Account, fromMs: number, toMs: number): readonly Terms[] {
  return terms.filter((each, index) => {
    const untilMs = terms[index + 1]?.fromMs ?? Number.POSITIVE_INFINITY;
    return each.fromMs <= toMs && untilMs >= fromMs;
  });
}

/** Names of the quota periods that contain a moment between the two; the moments are at most one month apart. */
export function periodsWithin(account: Account, fromMs: number, toMs: number): ReadonlySet<string> {
  const names = new Set<string>();
  for (const terms of termsWithin(account, fromMs, toMs)) {
    for (const atMs of [Math.max(fromMs, terms.fromMs), toMs]) names.add(periodOf(terms, atMs).name);
  }
  return names;
}

export type Period = { readonly name: string; readonly endMs: number };

export function periodOf({ epoch, endsMs }: Terms, atMs: number): Period {
  if (endsMs !== null) return { name: `trial ${epoch}`, endMs: endsMs };
  const at = new Date(Math.min(atMs, 8e15));
  return {
    name: `${epoch} ${at.getUTCFullYear()}-${at.getUTCMonth() + 1}`,
    endMs: Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1),
  };
}
