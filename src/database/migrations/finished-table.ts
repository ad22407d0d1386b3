/** The table names migrations that only added tables and that an operator has said to keep: an older version refuses the database then. */
import type { Kysely } from "kysely";
import type { AnyTables } from "../names.ts";

export async function createFinishedTable(
  { schema }: Kysely<AnyTables>,
  table: "facts_finished" | "access_finished",
): Promise<void> {
  await schema
    .createTable(table)
    .addColumn("migration", "text", (name) => name.primaryKey())
    .execute();
}
