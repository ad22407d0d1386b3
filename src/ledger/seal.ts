/**
 * Gives rows from before checksums their checksum, once. They are believed as they are: nothing says how they were
 * written.
 */
import type { Kysely } from "kysely";
import { tablesOf } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import { withEventChecksum, withRecordChecksum } from "./checksums.ts";
import { putRows } from "./large-tables.ts";
import { type LedgerTables, rowsPerStatement } from "./tables.ts";

export async function sealLedger(kysely: Kysely<AnyTables>): Promise<void> {
  const ledger = tablesOf<LedgerTables>(kysely);
  const records = ledger.selectFrom("ledger_records").selectAll().where("checksum", "is", null).limit(rowsPerStatement);
  for (let rows = await records.execute(); rows.length > 0; rows = await records.execute()) {
    await putRows(kysely, "ledger_records", rows.map(withRecordChecksum));
  }
  const events = ledger.selectFrom("ledger_events").selectAll().where("checksum", "is", null).limit(rowsPerStatement);
  for (let rows = await events.execute(); rows.length > 0; rows = await events.execute()) {
    await putRows(kysely, "ledger_events", rows.map(withEventChecksum));
  }
}
