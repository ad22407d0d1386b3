/** Reads and writes whole rows of the two large tables of the ledger by their keys. */
import { type Kysely, sql } from "kysely";
import type { AnyTables } from "../database/names.ts";
import { type LedgerTables, rowsPerStatement } from "./tables.ts";

const keys = {
  ledger_records: ["kind", "provider", "record_key"],
  ledger_events: ["provider", "event_id", "home", "away", "sport"],
} as const;

export type LargeTable = keyof typeof keys;

/** Goes through a table in the order of its keys. `atOnce` bounds the memory. */
export async function* rowsInOrder<Table extends LargeTable>(
  kysely: Kysely<AnyTables>,
  table: Table,
  atOnce: number,
): AsyncGenerator<LedgerTables[Table]> {
  const columns = sql.join(keys[table].map((column) => sql.ref(column)));
  for (let last: Record<string, unknown> | undefined, isDone = false; !isDone; ) {
    const before = last;
    const rows = await kysely
      .selectFrom(table as string)
      .selectAll()
      .$if(before !== undefined, (query) =>
        query.where(sql<boolean>`(${columns}) > (${sql.join(keys[table].map((column) => before?.[column]))})`),
      )
      .orderBy(columns)
      .limit(atOnce)
      .execute();
    yield* rows as LedgerTables[Table][];
    last = rows.at(-1);
    isDone = rows.length < atOnce;
  }
}

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
