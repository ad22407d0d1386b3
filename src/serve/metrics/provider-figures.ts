/** How asking the providers goes, by the table that collecting keeps of it. */
import type { AskTables } from "../../collect/asking/memory.ts";
import { type Database, tablesOf } from "../../database/engine.ts";

/** One provider, since collecting began. */
export type ProviderFigures = {
  readonly provider: string;
  readonly requests: number;
  readonly failures: number;
  /** Epoch milliseconds; null: it has never answered. */
  readonly lastSuccessMs: number | null;
  /** Until when it is not asked, because it said so, and because of failures. Epoch milliseconds; 0: it is asked. */
  readonly leftAloneUntilMs: readonly number[];
};

/** Names become labels, so that a row can hold nothing else, and there is an end to them. */
const name = /^[a-z0-9_-]{1,40}$/;
const mostProviders = 50;

/** Empty where nothing was ever collected. */
export async function readProviderFigures({ kysely }: Pick<Database, "kysely">): Promise<readonly ProviderFigures[]> {
  const rows = await tablesOf<AskTables>(kysely)
    .selectFrom("collect_providers")
    .select(["provider", "requests", "failures_total", "last_success_ms", "stopped_until_ms", "open_until_ms"])
    .orderBy("provider")
    .limit(mostProviders)
    .execute();
  return rows
    .filter(({ provider }) => name.test(provider))
    .map((row) => ({
      provider: row.provider,
      requests: row.requests,
      failures: row.failures_total,
      lastSuccessMs: row.last_success_ms || null,
      leftAloneUntilMs: [row.stopped_until_ms, row.open_until_ms],
    }));
}
