/** Rows of the table in which collecting keeps how asking the providers goes. */
import type { AskTables } from "../../src/collect/asking/memory.ts";
import { type Database, tablesOf } from "../../src/database/engine.ts";

type Row = AskTables["collect_providers"];

/** Times are epoch milliseconds; 0: there is no such time. */
const nothingYet = {
  failures: 0,
  stopped_until_ms: 0,
  open_until_ms: 0,
  last_success_ms: 0,
};

export type ProviderRow = Partial<Row> & Pick<Row, "provider" | "requests" | "failures_total">;

export async function writeProviders({ kysely }: Database, rows: readonly ProviderRow[]): Promise<void> {
  const values = rows.map((row) => ({ ...nothingYet, ...row }));
  await tablesOf<AskTables>(kysely).insertInto("collect_providers").values(values).execute();
}
