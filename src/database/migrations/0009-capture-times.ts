/** When lines were last captured, and which games are about to start, is asked again and again while a server runs. */
import type { Kysely } from "kysely";
import type { AnyTables } from "../names.ts";

/** Without these, each question would read every event, which on SQLite holds a server up for a second. */
export async function up({ schema }: Kysely<AnyTables>): Promise<void> {
  for (const columns of [["sport", "seen_ms"], ["start_ms"]]) {
    await schema
      .createIndex(`ledger_events_by_${columns.join("_")}`)
      .on("ledger_events")
      .columns(columns)
      .execute();
  }
}
