/** Rows of the table in which collecting keeps how asking the providers goes. */
import type { AskTables } from "../../src/collect/asking/memory.ts";
import { type Database, tablesOf } from "../../src/database/engine.ts";

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

export async function writeProviders({ kysely }: Database, rows: readonly ProviderRow[]): Promise<void> {
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
      last_failure_reason: null,
      last_failure_detail: null,
    };
    await tablesOf<AskTables>(kysely).insertInto("collect_providers").values(values).execute();
  }
}
