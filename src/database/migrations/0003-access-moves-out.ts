/** Accounts and keys have a part of their own now; no release has had keys in these tables. */
import type { Kysely } from "kysely";
import type { AnyTables } from "../names.ts";

export async function up(kysely: Kysely<AnyTables>): Promise<void> {
  await kysely.schema.dropTable("access_keys").ifExists().execute();
  await kysely.schema.dropTable("access_accounts").ifExists().execute();
}
