/** Lets people create and revoke their own keys. A key of another account is treated as if it did not exist. */
import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { type Database, tablesOf, writeTransaction } from "../../database/engine.ts";
import { normalEmail } from "../people/email.ts";
import type { AccessTables } from "../tables.ts";
import { type CreatedKey, insertKey, keyIdOf, type ListedKey, longestName, markRevoked } from "./account-keys.ts";

/** Active keys that an account may have at once. */
export const mostKeys = 20;
/**
 * An account with this many keys of the last 24 hours, revoked ones included, cannot make more for itself. Each key has
 * its own rate per minute, so somebody who could replace keys without end would have no limit.
 */
export const mostKeysADay = 50;
const dayMs = 86_400_000;

/**
 * Makes a key for an existing account. Returns null when there is no such account, when the account has reached a limit
 * of keys, or when a key of this request exists already: the same `requestId` makes only one key.
 */
export function addKey(
  database: Database,
  owner: string,
  name: string,
  now: Date,
  requestId: string = randomUUID(),
): Promise<CreatedKey | null> {
  const email = normalEmail(owner);
  const keyId = keyIdOf(email, requestId);
  return writeTransaction(database, async (connection) => {
    const access = tablesOf<AccessTables>(connection);
    const account = await access.selectFrom("accounts").select("email").where("email", "=", email).executeTakeFirst();
    const keys = await access
      .selectFrom("account_keys")
      .select(["created_ms as createdMs", "revoked_ms as revokedMs"])
      .where("email", "=", email)
      .execute();
    if (account === undefined || keyLimitOf(keys, now) !== null || (await isTaken(access, keyId))) return null;
    return insertKey(access, { keyId, email, name, nowMs: now.getTime() });
  });
}

/** Returns the limit that these keys of an account have reached, or null when one more may be made. */
export function keyLimitOf(
  keys: readonly Pick<ListedKey, "createdMs" | "revokedMs">[],
  now: Date,
): "at_once" | "today" | null {
  if (keys.filter(({ revokedMs }) => revokedMs === null).length >= mostKeys) return "at_once";
  const today = keys.filter(({ createdMs }) => createdMs > now.getTime() - dayMs);
  return today.length >= mostKeysADay ? "today" : null;
}

async function isTaken(access: Kysely<AccessTables>, keyId: string): Promise<boolean> {
  const row = await access.selectFrom("account_keys").select("key_id").where("key_id", "=", keyId).executeTakeFirst();
  return row !== undefined;
}

/** Returns false when the account has no such key. */
export function renameKey(database: Database, email: string, keyId: string, name: string): Promise<boolean> {
  return writeTransaction(database, async (connection) => {
    const { numUpdatedRows } = await tablesOf<AccessTables>(connection)
      .updateTable("account_keys")
      .set({ name: name.trim().slice(0, longestName) })
      .where("key_id", "=", keyId)
      .where("email", "=", normalEmail(email))
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });
}

/** Revokes a key of an account. Returns false when the account has no such active key. */
export function revokeOwnKey(database: Database, givenEmail: string, keyId: string, now: Date): Promise<boolean> {
  const email = normalEmail(givenEmail);
  return writeTransaction(database, (connection) => markRevoked(tablesOf<AccessTables>(connection), email, keyId, now));
}
