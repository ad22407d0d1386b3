/** Writes whole rows of the two large tables of the ledger by their keys. */
import { type Kysely, sql } from "kysely";
import type { AnyTables } from "../database/names.ts";
import { type LedgerTables, rowsPerStatement } from "./tables.ts";

const keys = {
  ledger_records: ["kind", "provider", "record_key"],
  ledger_events: ["provider", "event_id", "home", "away", "sport"],
} as const;

type LargeTable = keyof typeof keys;

/** Inserts rows, and writes over those that have the same keys. */
export async function putRows<Table extends LargeTable>(
  kysely: Kysely<AnyTables>,
  table: Table,
  rows: readonly LedgerTables[Table][],
): Promise<void> {
  const values: readonly Record<string, unknown>[] = rows;
  const written = Object.keys(values[0] ?? {}).filter((column) => !keys[table].some((key) => key === column));
  for (let from = 0; from < rows.length; from += rowsPerStatement) {
    await kysely
      .insertInto(table as string)
      .values(values.slice(from, from + rowsPerStatement))
      .onConflict((conflict) =>
        conflict
          .columns([...keys[table]])
          .doUpdateSet(Object.fromEntries(written.map((column) => [column, sql.ref(`excluded.${column}`)]))),
      )
      .execute();
  }
}
