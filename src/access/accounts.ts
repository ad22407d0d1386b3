/** Accounts and their keys. An account may have several keys, so that one can be replaced without a gap [D-41]. */
import { type Database, tablesOf, writeTransaction } from "../database/engine.ts";
import { hashKey, isWellFormedKey, lastFourOf, makeKey, prefixOf } from "./keys.ts";
import type { AccessTables } from "./tables.ts";

export type NewKey = {
  readonly email: string;
  readonly plan: string;
  /** Null: no limit. */
  readonly requestsPerMinute: number | null;
  readonly requestsPerMonth: number | null;
  readonly now: Date;
};

/** `key` is the only time that the whole key is seen. */
export type CreatedKey = {
  readonly key: string;
  readonly prefix: string;
  readonly lastFour: string;
  readonly email: string;
};

/** Makes a key for the account of an e-mail address; the account is created, or takes the plan and limits given. */
export async function createKey(database: Database, request: NewKey): Promise<CreatedKey> {
  const email = request.email.trim().toLowerCase();
  const key = makeKey();
  const createdAt = request.now.toISOString();
  const terms = {
    plan: request.plan,
    requests_per_minute: request.requestsPerMinute,
    requests_per_month: request.requestsPerMonth,
  };
  const shown = { prefix: prefixOf(key), lastFour: lastFourOf(key) };
  await writeTransaction(database, async (connection) => {
    const access = tablesOf<AccessTables>(connection);
    await access
      .insertInto("access_accounts")
      .values({ email, ...terms, created_at: createdAt })
      .onConflict((conflict) => conflict.column("email").doUpdateSet(terms))
      .execute();
    await access
      .insertInto("access_keys")
      .values({
        secret_hash: hashKey(key),
        email,
        prefix: shown.prefix,
        last_four: shown.lastFour,
        created_at: createdAt,
        revoked_at: null,
      })
      .execute();
  });
  return { key, ...shown, email };
}

export type RevokedKey = { readonly prefix: string; readonly lastFour: string; readonly email: string };

export type RevokeOutcome =
  | { readonly ok: true; readonly revoked: RevokedKey }
  | { readonly ok: false; readonly reason: "unknown" | "already_revoked" }
  /** Nothing was revoked; one of these can be named by its last four. */
  | { readonly ok: false; readonly reason: "ambiguous"; readonly candidates: readonly RevokedKey[] };

export type RevokeRequest = {
  /** The shown prefix, the whole key, or anything between the two. */
  readonly prefix: string;
  /** Tells keys with the same prefix apart. */
  readonly lastFour?: string | undefined;
  readonly now: Date;
};

export function revokeKey(database: Database, { prefix, lastFour, now }: RevokeRequest): Promise<RevokeOutcome> {
  return writeTransaction(database, async (connection): Promise<RevokeOutcome> => {
    const access = tablesOf<AccessTables>(connection);
    const isWholeKey = isWellFormedKey(prefix);
    const keys = await access
      .selectFrom("access_keys")
      .selectAll()
      // Only the shown prefix is stored, so more of a key than that tells no more.
      .where(isWholeKey ? "secret_hash" : "prefix", "=", isWholeKey ? hashKey(prefix) : prefixOf(prefix))
      .orderBy("created_at")
      .execute();
    const named = keys.filter((key) => lastFour === undefined || key.last_four === lastFour);
    const active = named.filter((key) => key.revoked_at === null);
    const [key] = active;
    if (key === undefined) return { ok: false, reason: named.length === 0 ? "unknown" : "already_revoked" };
    if (active.length > 1) return { ok: false, reason: "ambiguous", candidates: active.map(shownOf) };
    await access
      .updateTable("access_keys")
      .set({ revoked_at: now.toISOString() })
      .where("secret_hash", "=", key.secret_hash)
      .execute();
    return { ok: true, revoked: shownOf(key) };
  });
}

function shownOf(key: AccessTables["access_keys"]): RevokedKey {
  return { prefix: key.prefix, lastFour: key.last_four, email: key.email };
}
