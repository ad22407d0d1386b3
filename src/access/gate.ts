/** The API's only door to access: may the bearer of these headers ask? */
import { type Database, tablesOf } from "../database/engine.ts";
import { hashKey, isWellFormedKey } from "./keys.ts";
import type { AccessTables } from "./tables.ts";

export type Account = {
  readonly email: string;
  readonly plan: string;
  /** SHA-256 of the key that was shown at the door. */
  readonly keyHash: string;
  /** Null: no limit. */
  readonly requestsPerMinute: number | null;
  readonly requestsPerMonth: number | null;
};

export type Admission =
  | { readonly ok: true; readonly account: Account }
  | { readonly ok: false; readonly code: "unauthorized" | "forbidden"; readonly message: string };

/** The two headers that may carry a key, as they were sent. */
export type Credentials = { readonly authorization: string | undefined; readonly apiKey: string | undefined };

export type Gate = { admit(request: Credentials): Promise<Admission> };

/** A revoked key must be refused within a second on every node, so what is known of a key lives half as long [D-41]. */
const trustedMs = 500;
/** Keys remembered at once; the one looked up longest ago is forgotten. */
const rememberedLimit = 10_000;

type Remembered = { readonly admission: Promise<Admission>; readonly askedAtMs: number };

const missing: Admission = {
  ok: false,
  code: "unauthorized",
  message: "an API key is needed: send Authorization: Bearer <API key>, or X-API-Key: <API key>",
};
const unknown: Admission = { ok: false, code: "unauthorized", message: "the API key is not known" };

/** @param clockMs a clock that never goes back, in milliseconds. */
export function openGate(database: Database, clockMs: () => number = () => performance.now()): Gate {
  const remembered = new Map<string, Remembered>();

  async function lookUp(keyHash: string): Promise<Admission> {
    const admission = await admissionOf(database, keyHash);
    // Unknown keys are not remembered: anyone can make up a million of them, and a new key must work at once.
    if (admission === unknown) remembered.delete(keyHash);
    return admission;
  }

  return {
    async admit(request) {
      const key = keyOf(request);
      if (key === null) return missing;
      if (!isWellFormedKey(key)) return unknown;
      const keyHash = hashKey(key);
      // The age counts from before the look-up, which may have been slow.
      const askedAtMs = clockMs();
      const known = remembered.get(keyHash);
      if (known !== undefined && askedAtMs - known.askedAtMs < trustedMs) return known.admission;
      const admission = lookUp(keyHash);
      remembered.delete(keyHash);
      remembered.set(keyHash, { admission, askedAtMs });
      if (remembered.size > rememberedLimit) remembered.delete(remembered.keys().next().value as string);
      return admission.catch((error: unknown) => {
        remembered.delete(keyHash);
        throw error;
      });
    },
  };
}

/** `Authorization` wins when both are sent, also when it holds no key [D-32]. Null: no key was sent. */
function keyOf({ authorization, apiKey }: Credentials): string | null {
  if (authorization !== undefined) return /^bearer +(\S+)$/i.exec(authorization.trim())?.[1] ?? null;
  return apiKey?.trim() || null;
}

async function admissionOf(database: Database, keyHash: string): Promise<Admission> {
  const row = await tablesOf<AccessTables>(database.kysely)
    .selectFrom("access_keys as key")
    .innerJoin("access_accounts as account", "account.email", "key.email")
    .select([
      "key.revoked_at",
      "account.email",
      "account.plan",
      "account.requests_per_minute",
      "account.requests_per_month",
    ])
    .where("key.secret_hash", "=", keyHash)
    .executeTakeFirst();
  if (row === undefined) return unknown;
  if (row.revoked_at !== null) return { ok: false, code: "forbidden", message: "the API key was revoked" };
  return {
    ok: true,
    account: {
      email: row.email,
      plan: row.plan,
      keyHash,
      requestsPerMinute: row.requests_per_minute,
      requestsPerMonth: row.requests_per_month,
    },
  };
}
