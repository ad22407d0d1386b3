/**
 * When the start of an event was stated [D-52]. It is another time than that at which the event was listed last, since a
 * start that is stated of a game in play does not count. Null in rows of before: there both are `seen_ms`.
 */
import type { Kysely } from "kysely";
import type { AnyTables, ColumnTypes } from "../names.ts";

export async function up({ schema }: Kysely<AnyTables>, types: ColumnTypes): Promise<void> {
  await schema.alterTable("ledger_events").addColumn("start_stated_ms", types.bigInteger).execute();
}
