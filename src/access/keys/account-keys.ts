/** The keys of accounts. An account may have several, so that one can be replaced without a gap [D-41]. */
import { hash } from "node:crypto";
import type { Kysely } from "kysely";
import { type Database, tablesOf } from "../../database/engine.ts";
import { normalEmail } from "../people/email.ts";
import type { AccessTables } from "../tables.ts";
import { hashKey, lastFourOf, makeKey, prefixOf } from "./keys.ts";

/** The parts of a key that can be listed after the key itself was shown. */
export type ListedKey = {
  readonly keyId: string;
  readonly email: string;
  readonly name: string;
  readonly prefix: string;
  readonly lastFour: string;
  readonly createdMs: number;
  readonly lastUsedMs: number | null;
  readonly revokedMs: number | null;
};

/** A key that was just made. `key` is the whole key, which is shown only this once. */
export type CreatedKey = {
  readonly key: string;
  readonly keyId: string;
  readonly prefix: string;
  readonly lastFour: string;
  readonly email: string;
};

/** Longest name of a key, in characters. */
export const longestName = 60;

/**
 * Returns the id of a key, which names it in addresses of the management page. The account's e-mail address is part of
 * the digest, so no request of one account can make the id of another account's key.
 */
export function keyIdOf(email: string, requestId: string): string {
  return hash("sha256", `${email} ${requestId}`, "base64url").slice(0, 16);
}

/** Makes a key. The caller must hold the write lock and must have checked the limits. */
export async function insertKey(
  access: Kysely<AccessTables>,
  { keyId, email, name, nowMs }: { keyId: string; email: string; name: string; nowMs: number },
): Promise<CreatedKey> {
  const key = makeKey();
  const shown = { prefix: prefixOf(key), lastFour: lastFourOf(key) };
  await access
    .insertInto("account_keys")
    .values({
      key_id: keyId,
      secret_hash: hashKey(key),
      email,
      name: name.trim().slice(0, longestName),
      prefix: shown.prefix,
      last_four: shown.lastFour,
      created_ms: nowMs,
      revoked_ms: null,
      last_used_ms: null,
    })
    .execute();
  return { key, keyId, ...shown, email };
}

/** Lists all keys, or one account's. The keys of an account come oldest first. */
export async function listKeys(database: Database, email?: string): Promise<readonly ListedKey[]> {
  const keys = keysOf(tablesOf<AccessTables>(database.kysely));
  return listed(email === undefined ? keys : keys.where("key.email", "=", normalEmail(email)));
}

/** Returns the query that lists keys. Callers narrow it down and pass it to `listed`. */
export function keysOf(access: Kysely<AccessTables>) {
  return access
    .selectFrom("account_keys as key")
    .select((key) => [
      "key.key_id as keyId",
      "key.email",
      "key.name",
      "key.prefix",
      "key.last_four as lastFour",
      "key.created_ms as createdMs",
      "key.revoked_ms as revokedMs",
      "key.last_used_ms as storedMs",
      // The newest moment of a key's window is never deleted.
      key
        .selectFrom("key_windows as window")
        .select(({ fn }) => fn.max<number | null>("window.at_ms").as("at_ms"))
        .whereRef("window.key_id", "=", "key.key_id")
        .as("windowMs"),
    ])
    .orderBy("key.email")
    .orderBy("key.created_ms")
    .orderBy("key.key_id");
}

export async function listed(keys: ReturnType<typeof keysOf>): Promise<ListedKey[]> {
  return (await keys.execute()).map(({ storedMs, windowMs, ...key }) => ({ ...key, lastUsedMs: windowMs ?? storedMs }));
}

/** Whether this whole key is known and not revoked. */
export async function isActiveKey(database: Database, key: string): Promise<boolean> {
  const row = await tablesOf<AccessTables>(database.kysely)
    .selectFrom("account_keys")
    .select("revoked_ms")
    .where("secret_hash", "=", hashKey(key))
    .executeTakeFirst();
  return row?.revoked_ms === null;
}

/** Revokes a key. The caller must hold the write lock. Returns false when the account has no such active key. */
export async function markRevoked(
  access: Kysely<AccessTables>,
  email: string,
  keyId: string,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await access
    .updateTable("account_keys")
    .set({ revoked_ms: now.getTime() })
    .where("key_id", "=", keyId)
    .where("email", "=", email)
    .where("revoked_ms", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
