/** The keys of accounts. An account may have several, so that one can be replaced without a gap [D-41]. */
import { hash } from "node:crypto";
import type { Kysely } from "kysely";
import { type Database, tablesOf } from "../../database/engine.ts";
import { normalEmail } from "../people/email.ts";
import type { AccessTables } from "../tables.ts";
import { hashKey, lastFourOf, makeKey, prefixOf } from "./keys.ts";

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

/** Characters of a name. */
export const longestName = 60;

/** What a key of an account's is called in addresses of the page; nobody can ask for another account's. */
export function keyIdOf(email: string, requestId: string): string {
  return hash("sha256", `${email} ${requestId}`, "base64url").slice(0, 16);
}

/** For who holds the write lock already, and has seen to the limits. */
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

/** All keys, or one account's; oldest first. */
export async function listKeys(database: Database, email?: string): Promise<readonly ListedKey[]> {
  const keys = keysOf(tablesOf<AccessTables>(database.kysely));
  return listed(email === undefined ? keys : keys.where("key.email", "=", normalEmail(email)));
}

/** Keys as they are listed, to be narrowed down and given to `listed`. */
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

export async function listed(keys: ReturnType<typeof keysOf>): Promise<ListedKey[]> {
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

/** For who holds the write lock already. False: the account has no such active key. */
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
