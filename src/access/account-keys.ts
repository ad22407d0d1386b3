/** The keys of accounts. An account may have several, so that one can be replaced without a gap [D-41]. */
import { hash, randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { type Database, tablesOf, writeTransaction } from "../database/engine.ts";
import { type AccountChanges, normalEmail, writeAccount } from "./accounts.ts";
import { hashKey, isWellFormedKey, lastFourOf, makeKey, prefixOf } from "./keys.ts";
import type { AccessTables } from "./tables.ts";

/** What may be known of a key after it was shown. */
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

/** `key` is the only time that the whole key is seen. */
export type CreatedKey = {
  readonly key: string;
  readonly keyId: string;
  readonly prefix: string;
  readonly lastFour: string;
  readonly email: string;
};

/** Active keys that an account may have at once. */
export const mostKeys = 20;
/** Characters of a name. */
export const longestName = 60;

export type NewKey = AccountChanges & { readonly email: string; readonly name?: string; readonly now: Date };

/** Makes a key for the account of an e-mail address; the account is made, or takes the plan and limits given. */
export function createKey(database: Database, request: NewKey): Promise<CreatedKey> {
  const email = normalEmail(request.email);
  return writeTransaction(database, async (connection) => {
    const access = tablesOf<AccessTables>(connection);
    await writeAccount(access, email, request, request.now.getTime());
    const keyId = keyIdOf(email, randomUUID());
    return insertKey(access, { keyId, email, name: request.name ?? "", nowMs: request.now.getTime() });
  });
}

/**
 * Makes a key for an account that is there. Null: it is not, has as many keys as it may have, or has had a key of this
 * request: what is asked twice with the same `requestId` is done once.
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
      .select("key_id")
      .where("email", "=", email)
      .where("revoked_ms", "is", null)
      .execute();
    if (account === undefined || keys.length >= mostKeys || (await isTaken(access, keyId))) return null;
    return insertKey(access, { keyId, email, name, nowMs: now.getTime() });
  });
}

/** What a key of an account's is called in addresses of the page; nobody can ask for another account's. */
export function keyIdOf(email: string, requestId: string): string {
  return hash("sha256", `${email} ${requestId}`, "base64url").slice(0, 16);
}

async function isTaken(access: Kysely<AccessTables>, keyId: string): Promise<boolean> {
  const row = await access.selectFrom("account_keys").select("key_id").where("key_id", "=", keyId).executeTakeFirst();
  return row !== undefined;
}

async function insertKey(
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

/** All keys, or one account's; oldest first. */
export async function listKeys(database: Database, email?: string): Promise<readonly ListedKey[]> {
  const keys = keysOf(tablesOf<AccessTables>(database.kysely));
  return listed(email === undefined ? keys : keys.where("key.email", "=", normalEmail(email)));
}

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
      "key.last_used_ms as foldedMs",
      // The newest moment of a key's window is never deleted.
      key
        .selectFrom("key_windows as window")
        .select(({ fn }) => fn.max<number | null>("window.at_ms").as("at_ms"))
        .whereRef("window.key_id", "=", "key.key_id")
        .as("windowMs"),
      key
        .selectFrom("request_log as log")
        .select(({ fn }) => fn.max<number | null>("log.at_ms").as("at_ms"))
        .whereRef("log.key_id", "=", "key.key_id")
        .where("log.entry", ">", ({ selectFrom }) => selectFrom("request_log_fold").select("entry"))
        .as("loggedMs"),
    ])
    .orderBy("key.email")
    .orderBy("key.created_ms")
    .orderBy("key.key_id");
}

async function listed(keys: ReturnType<typeof keysOf>): Promise<ListedKey[]> {
  return (await keys.execute()).map(({ foldedMs, windowMs, loggedMs, ...key }) => ({
    ...key,
    lastUsedMs: [foldedMs, windowMs, loggedMs].reduce((latest, ms) =>
      ms !== null && ms > (latest ?? 0) ? ms : latest,
    ),
  }));
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

export type RevokeOutcome =
  | { readonly ok: true; readonly revoked: ListedKey }
  | { readonly ok: false; readonly reason: "unknown" | "already_revoked" }
  /** Nothing was revoked; one of these can be named by its last four. */
  | { readonly ok: false; readonly reason: "ambiguous"; readonly candidates: readonly ListedKey[] };

export type RevokeRequest = {
  /** The shown prefix, or the whole key: of what is between the two nothing is stored, so it names no key. */
  readonly prefix: string;
  /** Tells keys with the same prefix apart. */
  readonly lastFour?: string | undefined;
  readonly now: Date;
};

/** Revokes the key that an operator names by what is shown of it. */
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
    return { ok: true, revoked: key };
  });
}

/** Revokes a key of an account's own. False: the account has no such active key. */
export function revokeOwnKey(database: Database, email: string, keyId: string, now: Date): Promise<boolean> {
  return writeTransaction(database, (connection) =>
    markRevoked(tablesOf<AccessTables>(connection), normalEmail(email), keyId, now),
  );
}

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
