/** Which provider's record was published under which id: what must outlive the database itself [D-1, D-47]. */
import type { Kysely } from "kysely";
import { type LedgerTables, rowsPerStatement } from "./tables.ts";

export type Identity = LedgerTables["ledger_identities"];

/** Adds identities of records that have none. */
export async function insertIdentities(tables: Kysely<LedgerTables>, rows: readonly Identity[]): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsPerStatement) {
    await tables
      .insertInto("ledger_identities")
      .values(rows.slice(from, from + rowsPerStatement))
      .execute();
  }
}

export async function removeIdentities(tables: Kysely<LedgerTables>, gameId: string): Promise<void> {
  await tables.deleteFrom("ledger_identities").where("game_id", "=", gameId).execute();
}
