/** The keys that the gate remembers by the ids that signed addresses of files name in their place. */

import { type Database, tablesOf } from "../../database/engine.ts";
import type { AccessTables } from "../tables.ts";

/** With more, all are forgotten, and each is learned again when it is used. */
const most = 10_000;

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
