/**
 * The gate is the part of access that the API asks. It decides whether a request may be answered, and how many more may
 * come.
 */
import { LRUCache } from "lru-cache";
import { type Database, tablesOf } from "../database/engine.ts";
import { Counting, type Taken, Undecided } from "./counting/counting.ts";
import { type Runtime, realRuntime } from "./counting/memory.ts";
import { failedAttempts } from "./keys/failed-attempts.ts";
import { hashKey, isWellFormedKey, prefixOf } from "./keys/keys.ts";
import { type Meters, metersOf, refusalTexts, secondsUntil, windowMs } from "./plans.ts";
import { refusalMessages } from "./refusal-messages.ts";
import type { AccessTables } from "./tables.ts";

/** The caller, in the form in which the log may name it. */
type Caller = {
  /** Null when the database could not say which account the key belongs to. */
  readonly accountId: string | null;
  /** The part of the key that lists show. */
  readonly keyPrefix: string;
};

export type Admission =
  | {
      readonly ok: true;
      readonly meters: Meters;
      readonly caller: Caller;
      readonly keyId: string;
      /**
       * Gives the request back to the quota, because it was answered neither with 2xx nor with 304 [D-38], or not at
       * all [D-49]. Returns the limits after that.
       */
      giveBack(): Meters;
    }
  | {
      readonly ok: false;
      /** Unavailable: the database could not be asked in time; nothing was decided, and nothing is charged [D-48]. */
      readonly code: "unauthorized" | "forbidden" | "rate_limited" | "quota_exceeded" | "unavailable";
      readonly message: string;
      /** Null when the key is not known. */
      readonly meters: Meters | null;
      readonly caller: Caller | null;
      /** Null when waiting does not help. */
      readonly retryAfterS: number | null;
      /** Why it is unavailable, for the log. */
      readonly cause?: unknown;
    };

/** The two headers that may carry a key, as they were sent, and the IP address that they came from. */
type Credentials = {
  readonly authorization: string | undefined;
  readonly apiKey: string | undefined;
  readonly address: string;
};

export type Gate = {
  /** Resolves within two seconds, whatever the database does. */
  admit(request: Credentials): Promise<Admission>;
  /** As `admit`, for a request that names its key by the id, and whose right to do so somebody else has checked. */
  admitById(keyId: string): Promise<Admission>;
  /** Whether requests are decided now, at least those with keys that this node knows. Resolves within a second, and counts nothing. */
  probe(): Promise<boolean>;
  /** Whether the database of accounts can be read and written. Resolves within a second. */
  isDatabaseUp(): Promise<boolean>;
  /** Writes down what was counted, so that others can read it. The gate does that twice a second by itself. */
  settle(): Promise<void>;
  /** Settles, and counts no more; the database stays open. */
  close(): Promise<void>;
};

/** Milliseconds from a request's arrival until it is decided. */
const decidedInMs = 1500;
const unavailableForS = 1;

const noKey = refused("unauthorized", refusalMessages.noKey);
const noBearer = refused("unauthorized", refusalMessages.noBearer);
const unknownKey = refused("unauthorized", refusalMessages.unknownKey);
const keyIsGone = refused("forbidden", refusalMessages.keyIsGone);

/**
 * @param database the accounts, as `openAccess` opens them.
 * @param runtime the clock and timers; tests give their own.
 */
export function openGate(database: Database, runtime: Runtime = realRuntime): Gate {
  const counting = new Counting(database, runtime);
  const countWrong = failedAttempts();
  const keys = tablesOf<AccessTables>(database.kysely).selectFrom("account_keys");
  /** By id, for signed addresses. The digest of an id never changes, and whether the key may ask is decided at each request. */
  const named = new LRUCache<string, { readonly digest: string; readonly prefix: string }>({ max: 10_000 });

  async function keyOfId(keyId: string) {
    const found = keys.select(["secret_hash as digest", "prefix"]).where("key_id", "=", keyId);
    const key = named.get(keyId) ?? (await found.executeTakeFirst());
    if (key !== undefined) named.set(keyId, key);
    return key ?? null;
  }

  function admissionOf(taken: Exclude<Taken, { outcome: "unknown" }>, keyPrefix: string): Admission {
    const { counts, accountId } = taken;
    const known = { meters: metersOf(counts), caller: { accountId, keyPrefix } };
    switch (taken.outcome) {
      case "taken": {
        const { receipt } = taken;
        const giveBack = () => metersOf({ ...counts, used: counting.giveBack(receipt) });
        return { ok: true, ...known, keyId: receipt.key.keyId, giveBack };
      }
      case "rate_limited": {
        const retryAfterS = secondsUntil((counts.oldestMs ?? counts.nowMs) + windowMs, counts.nowMs);
        const message = refusalMessages.overRate(counts.minuteLimit, retryAfterS);
        return { ok: false, ...known, code: "rate_limited", message, retryAfterS };
      }
      case "quota_exceeded": {
        const retryAfterS = secondsUntil(counts.periodEndMs, counts.nowMs);
        const message = refusalMessages.overQuota(counts.quotaLimit, new Date(counts.periodEndMs));
        return { ok: false, ...known, code: "quota_exceeded", message, retryAfterS };
      }
      default:
        return { ...refused("forbidden", refusalTexts[taken.outcome]), ...known };
    }
  }

  /** The database may take longer than a caller may wait. */
  async function inTime<Result>(asked: Promise<Result>): Promise<Result | Undecided> {
    const given = new AbortController();
    const late = runtime
      .sleep(decidedInMs, given.signal)
      .then(() => new Undecided(new Error("the keys cannot be read in time")));
    try {
      return await Promise.race([asked.catch((error: unknown) => new Undecided(error)), late]);
    } finally {
      given.abort();
    }
  }

  return {
    async admitById(keyId) {
      const sinceMs = runtime.elapsedMs();
      const key = await inTime(keyOfId(keyId));
      if (key === null) return keyIsGone;
      if (key instanceof Undecided) return unavailable("", key);
      const taken = await counting.take(key.digest, Math.max(0, sinceMs + decidedInMs - runtime.elapsedMs()));
      if (taken instanceof Undecided) return unavailable(key.prefix, taken);
      return taken.outcome === "unknown" ? keyIsGone : admissionOf(taken, key.prefix);
    },
    async admit(request) {
      const key = keyOf(request);
      if (key === null) return withoutKey(request);
      const digest = isWellFormedKey(key) ? hashKey(key) : null;
      const taken = digest === null ? null : await counting.take(digest, decidedInMs);
      if (taken instanceof Undecided) return unavailable(prefixOf(key), taken);
      if (taken !== null && taken.outcome !== "unknown") return admissionOf(taken, prefixOf(key));
      const { delayMs, retryAfterS } = await countWrong(request.address, taken === null ? "malformed" : "unknown");
      if (delayMs > 0) await runtime.sleep(delayMs);
      if (retryAfterS === null) return unknownKey;
      return { ...refused("rate_limited", refusalMessages.wrongKeys(retryAfterS)), retryAfterS };
    },
    probe: () => counting.probe(),
    isDatabaseUp: () => counting.isDatabaseUp(),
    settle: () => counting.settle(),
    close: () => counting.close(),
  };
}

function unavailable(keyPrefix: string, { cause }: Undecided): Admission {
  const caller = { accountId: null, keyPrefix };
  const message = refusalMessages.undecided;
  return { ok: false, code: "unavailable", message, meters: null, caller, retryAfterS: unavailableForS, cause };
}

function refused(code: "unauthorized" | "forbidden" | "rate_limited", message: string) {
  return { ok: false, code, message, meters: null, caller: null, retryAfterS: null } as const;
}

/** Schemes of other APIs. Only these are named: a word that nobody knows may be a part of a key. */
const otherSchemes = ["Basic", "Token", "Digest", "ApiKey", "Api-Key", "Key", "Negotiate"];

/** The refusal of a request without a key, which names the commonest mistakes with a good one. */
function withoutKey({ authorization }: Credentials): Admission {
  if (authorization === undefined) return noKey;
  const sent = authorization.trim();
  if (isWellFormedKey(sent)) return noBearer;
  const [word = ""] = sent.split(" ", 1);
  const scheme = otherSchemes.find((each) => each.toLowerCase() === word.toLowerCase());
  return scheme === undefined ? noKey : refused("unauthorized", refusalMessages.otherScheme(scheme));
}

/**
 * Returns the key that was sent, or null when there is none. When both headers are sent, `Authorization` wins, even
 * when it holds no key [D-32].
 */
function keyOf({ authorization, apiKey }: Credentials): string | null {
  if (authorization !== undefined) return /^bearer +(\S+)$/i.exec(authorization.trim())?.[1] ?? null;
  return apiKey?.trim() || null;
}
