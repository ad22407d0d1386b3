/** The keys of accounts. An account may have several, so that one can be replaced without a gap [D-41]. Operators make and revoke any; people their own. */
import { hash, randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { noteDeed } from "../../audit/deeds.ts";
import { type Database, tablesOf, writeTransaction } from "../../database/engine.ts";
import { type AccountChanges, termsOf, writeAccount } from "../accounts.ts";
import { normalEmail } from "../people/email.ts";
import type { AccessTables } from "../tables.ts";
import { accountIdOf, hashKey, isWellFormedKey, makeKey, prefixOf } from "./keys.ts";

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

export const longestName = 60;

/**
 * Returns the id of a key, which names it in addresses of the management page. The account's e-mail address is part of
 * the digest, so no request of one account can make the id of another account's key.
 */
export function keyIdOf(email: string, requestId: string): string {
  return hash("sha256", `${email} ${requestId}`, "base64url").slice(0, 16);
}

/** Makes a key. The caller must hold the write lock and must have checked the limits. */
async function insertKey(
  access: Kysely<AccessTables>,
  { keyId, email, name, nowMs }: { keyId: string; email: string; name: string; nowMs: number },
): Promise<CreatedKey> {
  const key = makeKey();
  const shown = { prefix: prefixOf(key), lastFour: key.slice(-4) };
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
function keysOf(access: Kysely<AccessTables>) {
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

async function listed(keys: ReturnType<typeof keysOf>): Promise<ListedKey[]> {
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
async function markRevoked(access: Kysely<AccessTables>, email: string, keyId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await access
    .updateTable("account_keys")
    .set({ revoked_ms: now.getTime() })
    .where("key_id", "=", keyId)
    .where("email", "=", email)
    .where("revoked_ms", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type NewKey = AccountChanges & { readonly email: string; readonly name?: string; readonly now: Date };

/**
 * Makes a key for the account of an e-mail address. The account is made when there is none, and gets the plan and
 * limits that are given.
 */
export function createKey(database: Database, request: NewKey): Promise<CreatedKey> {
  const email = normalEmail(request.email);
  return writeTransaction(database, async (connection) => {
    const access = tablesOf<AccessTables>(connection);
    const row = await writeAccount(access, email, request, request.now.getTime());
    const keyId = keyIdOf(email, randomUUID());
    await noteDeed(database, connection, "key create", { account: accountIdOf(email), key: keyId, ...termsOf(row) });
    return insertKey(access, { keyId, email, name: request.name ?? "", nowMs: request.now.getTime() });
  });
}

export type RevokeOutcome =
  | { readonly ok: true; readonly revoked: ListedKey }
  | { readonly ok: false; readonly reason: "unknown" | "already_revoked" }
  /** Nothing was revoked, because several active keys match. The last four characters can name one of these. */
  | { readonly ok: false; readonly reason: "ambiguous"; readonly candidates: readonly ListedKey[] };

export type RevokeRequest = {
  /** The visible prefix, or the whole key. Anything between the two names no key, because nothing of it is stored. */
  readonly prefix: string;
  /** The last four characters, which tell keys with the same prefix apart. */
  readonly lastFour?: string | undefined;
  readonly now: Date;
};

/** Revokes the key that an operator names by its visible parts or as a whole. */
export function revokeKey(database: Database, { prefix, lastFour, now }: RevokeRequest): Promise<RevokeOutcome> {
  return writeTransaction(database, async (connection): Promise<RevokeOutcome> => {
    const isWholeKey = isWellFormedKey(prefix);
    const keys = await listed(
      keysOf(tablesOf<AccessTables>(connection)).where(
        isWholeKey ? "key.secret_hash" : "key.prefix",
        "=",
        isWholeKey ? hashKey(prefix) : prefix,
      ),
    );
    const named = keys.filter((key) => lastFour === undefined || key.lastFour === lastFour);
    const active = named.filter((key) => key.revokedMs === null);
    const [key] = active;
    if (key === undefined) return { ok: false, reason: named.length === 0 ? "unknown" : "already_revoked" };
    if (active.length > 1) return { ok: false, reason: "ambiguous", candidates: active };
    await markRevoked(tablesOf<AccessTables>(connection), key.email, key.keyId, now);
    await noteDeed(database, connection, "key revoke", { account: accountIdOf(key.email), key: key.keyId });
    return { ok: true, revoked: key };
  });
}

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
