/** The API's only door to access: may the bearer of these headers ask, and how often still? */
import { openDirect } from "../database/direct.ts";
import type { Database } from "../database/engine.ts";
import type { Counter, Receipt, Taken } from "./counting/counter.ts";
import { byMoment } from "./counting/moments.ts";
import { postgresCounter } from "./counting/postgres-counter.ts";
import { type Runtime, realRuntime } from "./counting/runtime.ts";
import { sqliteCounter } from "./counting/sqlite-counter.ts";
import { failedAttempts } from "./failed-attempts.ts";
import { hashKey, isWellFormedKey } from "./keys.ts";
import { type Counts, type Meters, metersOf, secondsUntil, windowMs } from "./meters.ts";
import { refusalTexts } from "./plans.ts";

export type Admission =
  | {
      readonly ok: true;
      readonly meters: Meters;
      /** Gives the request back to the quota, because it was not answered with 2xx or 304 [D-38]. */
      giveBack(): Promise<Meters>;
    }
  | {
      readonly ok: false;
      readonly code: "unauthorized" | "forbidden" | "rate_limited" | "quota_exceeded";
      readonly message: string;
      /** Null: the key is not known. */
      readonly meters: Meters | null;
      /** Null: waiting does not help. */
      readonly retryAfterS: number | null;
    };

/** The two headers that may carry a key, as they were sent, and where they came from. */
export type Credentials = {
  readonly authorization: string | undefined;
  readonly apiKey: string | undefined;
  /** The caller's IP address. */
  readonly address: string;
};

export type Gate = {
  admit(request: Credentials): Promise<Admission>;
  /** Lets go of what it opened; the database stays open. */
  close(): Promise<void>;
};

const noKey = refused(
  "unauthorized",
  "an API key is needed: send Authorization: Bearer <API key>, or X-API-Key: <API key>",
);
const unknownKey = refused("unauthorized", "the API key is not known");

/**
 * @param database the accounts, as `openAccess` opens them.
 * @param runtime the clock, timers and chance, for tests. The real one reads this machine's clock on SQLite and the
 * server's on PostgreSQL.
 */
export function openGate(database: Database, runtime: Runtime = realRuntime): Gate {
  const counter: Counter =
    database.engine === "sqlite" ? sqliteCounter(openDirect(database), runtime) : postgresCounter(database, runtime);
  const take = byMoment(counter.take, runtime);
  const giveBack = byMoment(counter.giveBack, runtime);
  const failed = failedAttempts();

  function admissionOf(taken: Exclude<Taken, { outcome: "unknown" }>): Admission {
    const { counts } = taken;
    const meters = metersOf(counts);
    switch (taken.outcome) {
      case "taken":
        return { ok: true, meters, giveBack: () => givenBack(taken.receipt, counts) };
      case "rate_limited":
        return {
          ok: false,
          code: "rate_limited",
          message: `more than ${counts.minuteLimit} requests in a minute: wait as long as Retry-After says`,
          meters,
          retryAfterS: secondsUntil((counts.oldestMs ?? counts.nowMs) + windowMs, counts.nowMs),
        };
      case "quota_exceeded":
        return {
          ok: false,
          code: "quota_exceeded",
          message: `the quota of ${counts.quotaLimit} requests is used up until ${new Date(counts.periodEndMs).toISOString()}`,
          meters,
          retryAfterS: secondsUntil(counts.periodEndMs, counts.nowMs),
        };
      default:
        return { ...refused("forbidden", refusalTexts[taken.outcome]), meters };
    }
  }

  async function givenBack(receipt: Receipt, counts: Counts): Promise<Meters> {
    return metersOf({ ...counts, used: await giveBack(receipt) });
  }

  return {
    async admit(request) {
      const key = keyOf(request);
      if (key === null) return noKey;
      const taken = isWellFormedKey(key) ? await take(hashKey(key)) : null;
      if (taken !== null && taken.outcome !== "unknown") return admissionOf(taken);
      const { delayMs, retryAfterS } = await failed.count(request.address, taken === null ? "malformed" : "unknown");
      if (delayMs > 0) await runtime.sleep(delayMs);
      if (retryAfterS === null) return unknownKey;
      const message = "too many wrong API keys from this address: wait as long as Retry-After says";
      return { ...refused("rate_limited", message), retryAfterS };
    },
    close: () => counter.close(),
  };
}

function refused<Code extends "unauthorized" | "forbidden" | "rate_limited">(code: Code, message: string) {
  return { ok: false, code, message, meters: null, retryAfterS: null } as const;
}

/** `Authorization` wins when both are sent, also when it holds no key [D-32]. Null: no key was sent. */
function keyOf({ authorization, apiKey }: Credentials): string | null {
  if (authorization !== undefined) return /^bearer +(\S+)$/i.exec(authorization.trim())?.[1] ?? null;
  return apiKey?.trim() || null;
}
