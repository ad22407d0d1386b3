/** How asking the providers goes, by the table that collecting keeps of it. */
import type { Database } from "../../database/engine.ts";

/** One provider, since collecting began. */
export type ProviderFigures = {
  readonly provider: string;
  readonly requests: number;
  readonly failures: number;
  /** Epoch milliseconds; null: it has never answered, or never failed. */
  readonly lastSuccessMs: number | null;
  readonly lastFailureMs: number | null;
  /** Until when it is not asked, after failures or because it said so; null: it is asked. */
  readonly stoppedUntilMs: number | null;
};

/** Names become labels, so that a row can hold nothing else, and there is an end to them. */
const name = /^[a-z0-9_-]{1,40}$/;
const mostProviders = 50;

/** Empty where nothing was ever collected, and where the database is from before there was collecting. */
export async function readProviderFigures({
  kysely,
  engine,
}: Pick<Database, "kysely" | "engine">): Promise<readonly ProviderFigures[]> {
  const catalog = engine === "postgres" ? "pg_catalog.pg_tables" : "sqlite_schema";
  const column = engine === "postgres" ? "tablename" : "name";
  const table = await kysely.selectFrom(catalog).select(column).where(column, "=", "collect_providers").execute();
  if (table.length === 0) return [];
  const rows = await kysely
    .selectFrom("collect_providers")
    .select(["provider", "requests", "failures_total", "last_success_ms", "last_failure_ms"])
    .select(["stopped_until_ms", "open_until_ms"])
    .orderBy("provider")
    .limit(mostProviders)
    .execute();
  return rows.map(figuresOf).filter(({ provider }) => name.test(provider));
}

function figuresOf(row: Readonly<Record<string, unknown>>): ProviderFigures {
  // The table has 0 where there is no such time.
  const timeOf = (...values: unknown[]): number | null => Math.max(...values.map(Number)) || null;
  return {
    provider: String(row.provider),
    requests: Number(row.requests),
    failures: Number(row.failures_total),
    lastSuccessMs: timeOf(row.last_success_ms),
    lastFailureMs: timeOf(row.last_failure_ms),
    stoppedUntilMs: timeOf(row.stopped_until_ms, row.open_until_ms),
  };
}
