/** Rows of the table in which collecting keeps how asking the providers goes. */
import type { Database } from "../../src/database/engine.ts";

export type ProviderRow = {
  readonly provider: string;
  readonly requests: number;
  readonly failures: number;
  /** Epoch milliseconds; 0: there is no such time. */
  readonly stoppedUntilMs: number;
  readonly openUntilMs: number;
  readonly lastSuccessMs: number;
  readonly lastFailureMs: number;
};

/** Makes the table as its migration does, where there is none. */
export async function writeProviders({ kysely }: Database, rows: readonly ProviderRow[]): Promise<void> {
  let table = kysely.schema
    .createTable("collect_providers")
    .ifNotExists()
    .addColumn("provider", "text", (provider) => provider.primaryKey())
    .addColumn("last_failure_reason", "text")
    .addColumn("last_failure_detail", "text");
  for (const column of [
    ...["stopped_until_ms", "open_until_ms", "last_success_ms", "last_failure_ms"],
    ...["failures", "requests", "failures_total"],
  ]) {
    table = table.addColumn(column, "bigint", (value) => value.notNull());
  }
  await table.execute();
  for (const row of rows) {
    const values = {
      provider: row.provider,
      requests: row.requests,
      failures_total: row.failures,
      failures: 0,
      stopped_until_ms: row.stoppedUntilMs,
      open_until_ms: row.openUntilMs,
      last_success_ms: row.lastSuccessMs,
      last_failure_ms: row.lastFailureMs,
    };
    await kysely.insertInto("collect_providers").values(values).execute();
  }
}
