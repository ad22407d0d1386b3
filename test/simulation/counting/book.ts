/**
 * What was asked, answered and agreed in a run, as a caller and an operator know it. Nothing here is taken from the code
 * under test: it is what the promises are worked out from again.
 */

export type Standing = "trialing" | "active" | "past_due" | "canceled";

/** What an account has from a moment on, until the next entry. */
export type Terms = {
  readonly fromMs: number;
  readonly standing: Standing;
  readonly perMinute: number;
  readonly quota: number;
  /** One more whenever the use begins anew by the operator's hand. */
  readonly epoch: number;
  /** Trials: when it ends. Null: months of the calendar. */
  readonly endsMs: number | null;
};

export type Account = { readonly email: string; readonly terms: Terms[]; readonly keys: Key[]; readonly asks: Ask[] };

export type Key = {
  readonly name: string;
  readonly secret: string;
  readonly account: Account;
  revokedMs: number | null;
};

/** What a request wants, and so how it is answered once it is let in. */
export const wants = { rows: 200, unchanged: 304, missing: 404, nonsense: 400 } as const;
export type Want = keyof typeof wants;

export type Meter = { readonly limit: number; readonly remaining: number; readonly resetAtS: number };

export type Answer = {
  readonly status: number;
  /** Of an error's envelope; null: it is none. */
  readonly code: string | null;
  /** Null: the answer does not tell. */
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
  /** When the caller had the answer, or went away, or was cut off; null: still waiting. */
  endedMs: number | null;
  answer: Answer | null;
  fate: "waiting" | "answered" | "left" | "cut off";
  /** Whether no byte of an answer was sent; false where that cannot be known. */
  readonly isUnsent: () => boolean;
  /** Its decision may lie in a time when a clock was wrong, or when what such a clock did may still hold. */
  isInsane: boolean;
  /** Its unit of the quota may not be given back yet, though it was answered. */
  isHeld: boolean;
  /** Its server died, or could not reach the database again, before it could put things in order. */
  isUnsettled: boolean;
};

/** Something that is the matter with the surroundings, and with whom. */
export type Trouble = {
  readonly what: string;
  /** "all": the database; else an account's e-mail address, or a node's name. */
  readonly whose: string;
  readonly fromMs: number;
  toMs: number;
};

export class Book {
  readonly accounts: Account[] = [];
  readonly asks: Ask[] = [];
  readonly troubles: Trouble[] = [];
  /** Times in which a clock is wrong, or what it did may hold. */
  readonly insane: { readonly fromMs: number; toMs: number }[] = [];

  isTroubled(fromMs: number, toMs: number, whose: readonly string[]): boolean {
    return this.troubles.some((each) => whose.includes(each.whose) && each.fromMs <= toMs && each.toMs >= fromMs);
  }

  /**
   * Whether a clock may have had a say in what becomes of a key's requests between two moments: while it was wrong, for
   * some time after, and for a minute from the key's first request after that, to which a window that lay in the future is
   * moved.
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

/** Terms that may have held at some moment of a time. */
export function termsWithin({ terms }: Account, fromMs: number, toMs: number): readonly Terms[] {
  return terms.filter((each, index) => {
    const untilMs = terms[index + 1]?.fromMs ?? Number.POSITIVE_INFINITY;
    return each.fromMs <= toMs && untilMs >= fromMs;
  });
}

/** Names of the periods of a quota that a moment between the two may lie in; months are at most one apart. */
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
