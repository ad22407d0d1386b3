/** Creates and revokes keys for the operator, on the command line. */
import { randomUUID } from "node:crypto";
import { noteDeed } from "../../audit/deeds.ts";
import { type Database, tablesOf, writeTransaction } from "../../database/engine.ts";
import { accountIdOf } from "../account-id.ts";
import { type AccountChanges, termsOf, writeAccount } from "../accounts.ts";
import { normalEmail } from "../people/email.ts";
import type { AccessTables } from "../tables.ts";
import { type CreatedKey, insertKey, keyIdOf, keysOf, type ListedKey, listed, markRevoked } from "./account-keys.ts";
import { hashKey, isWellFormedKey } from "./keys.ts";

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
