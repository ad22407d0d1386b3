/** What people do to their own keys. Another account's key is as unknown as none. */
import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { type Database, tablesOf, writeTransaction } from "../../database/engine.ts";
import { normalEmail } from "../people/email.ts";
import type { AccessTables } from "../tables.ts";
import { type CreatedKey, insertKey, keyIdOf, type ListedKey, longestName, markRevoked } from "./account-keys.ts";

/** Active keys that an account may have at once. */
export const mostKeys = 20;
/**
 * Keys of a day, revoked ones too, from which on an account makes no more for itself: each key has a minute's rate of its
 * own, so who could change keys without end would have no limit.
 */
export const mostKeysADay = 50;
const dayMs = 86_400_000;

/**
 * Makes a key for an account that is there. Null: it is not, has as many keys or has made as many today as it may, or has
 * had a key of this request: what is asked twice with the same `requestId` is done once.
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

/** Which limit these keys of an account have reached; null: one more may be made. */
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

/** False: the account has no such key. */
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

/** Revokes a key of an account's own. False: the account has no such active key. */
export function revokeOwnKey(database: Database, email: string, keyId: string, now: Date): Promise<boolean> {
  return writeTransaction(database, (connection) =>
    markRevoked(tablesOf<AccessTables>(connection), normalEmail(email), keyId, now),
  );
}
