/** The keys that the gate remembers: digests by the key itself, and keys by the ids that signed addresses of files name in their place. */

import { type Database, tablesOf } from "../../database/engine.ts";
import type { AccessTables } from "../tables.ts";

/** With more, all are forgotten, and each is learned again when it is used. */
const most = 10_000;

/**
 * The digests of keys that were found, so that neither a key's checksum nor its digest is computed for every request. Only
 * keys that exist get in, so those who try wrong ones push none out. The keys are in memory only.
 */
export class KnownDigests {
  readonly #digests = new Map<string, string>();

  /** Returns the digest of a key that was found before, and null of any other. */
  of(key: string): string | null {
    return this.#digests.get(key) ?? null;
  }

  /** @param key one that was found by this digest. */
  remember(key: string, digest: string): void {
    if (this.#digests.size >= most) this.#digests.clear();
    this.#digests.set(key, digest);
  }
}

type NamedKey = { readonly digest: string; readonly prefix: string };

/** Keys by their ids. */
export class KeyIds {
  readonly #database: Database;
  /** The digest of an id never changes. Whether the key may ask is decided elsewhere, at each request. */
  readonly #known = new Map<string, NamedKey>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Null: there is none. */
  async find(keyId: string): Promise<NamedKey | null> {
    const known = this.#known.get(keyId);
    if (known !== undefined) return known;
    const row = await this.#keys()
      .select(["secret_hash as digest", "prefix"])
      .where("key_id", "=", keyId)
      .executeTakeFirst();
    if (row === undefined) return null;
    if (this.#known.size >= most) this.#known.clear();
    this.#known.set(keyId, row);
    return row;
  }

  /** Null: there is no such key. */
  async idOf(digest: string): Promise<string | null> {
    const row = await this.#keys().select("key_id").where("secret_hash", "=", digest).executeTakeFirst();
    return row?.key_id ?? null;
  }

  #keys() {
    return tablesOf<AccessTables>(this.#database.kysely).selectFrom("account_keys");
  }
}
