/**
 * Gives rows from before checksums their checksum, once. They are believed as they are: nothing says how they were
 * written.
 */
import { type Kysely, sql } from "kysely";
import { withEventChecksum, withRecordChecksum } from "./checksums.ts";
import { type LedgerTables, rowsPerStatement } from "./tables.ts";

export async function sealLedger(ledger: Kysely<LedgerTables>): Promise<void> {
  for (;;) {
    const rows = await ledger
      .selectFrom("ledger_records")
      .selectAll()
      .where("checksum", "is", null)
      .limit(rowsPerStatement)
      .execute();
    if (rows.length === 0) break;
    await ledger
      .insertInto("ledger_records")
      .values(rows.map(withRecordChecksum))
      .onConflict((conflict) =>
        conflict.columns(["kind", "provider", "record_key"]).doUpdateSet({ checksum: sql`excluded.checksum` }),
      )
      .execute();
  }
  for (;;) {
    const rows = await ledger
      .selectFrom("ledger_events")
      .selectAll()
      .where("checksum", "is", null)
      .limit(rowsPerStatement)
      .execute();
    if (rows.length === 0) break;
    await ledger
      .insertInto("ledger_events")
      .values(rows.map(withEventChecksum))
      .onConflict((conflict) =>
        conflict
          .columns(["provider", "event_id", "home", "away", "sport"])
          .doUpdateSet({ checksum: sql`excluded.checksum` }),
      )
      .execute();
  }
}
