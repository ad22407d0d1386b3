/** Reads reports, the newest first. */
import { gunzipSync } from "node:zlib";
import type { Kysely } from "kysely";
import { tablesOf } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import type { ReportBody, ReportKind, ReportOutcome, ReportTables } from "../ledger/reports.ts";

export type Report = ReportBody & {
  readonly reportId: number;
  readonly kind: ReportKind;
  readonly source: string;
  readonly providers: readonly string[];
  readonly at: string;
  readonly durationMs: number;
  readonly outcome: ReportOutcome;
};

export type ReportFilter = {
  /** Only this one. */
  readonly reportId?: number;
  /** ISO 8601 UTC; only those that began then or later. */
  readonly since?: string;
  readonly kind?: ReportKind;
  readonly outcomes?: readonly ReportOutcome[];
  readonly limit?: number;
};

export async function readReports(kysely: Kysely<AnyTables>, filter: ReportFilter): Promise<Report[]> {
  let query = tablesOf<ReportTables>(kysely).selectFrom("reports").selectAll().orderBy("report_id", "desc");
  if (filter.reportId !== undefined) query = query.where("report_id", "=", filter.reportId);
  if (filter.since !== undefined) query = query.where("at", ">=", filter.since);
  if (filter.kind !== undefined) query = query.where("kind", "=", filter.kind);
  if (filter.outcomes !== undefined) query = query.where("outcome", "in", filter.outcomes);
  if (filter.limit !== undefined) query = query.limit(filter.limit);
  return (await query.execute()).map((row) => ({
    reportId: row.report_id,
    kind: row.kind,
    source: row.source,
    providers: row.providers === "" ? [] : row.providers.split(","),
    at: row.at,
    durationMs: row.duration_ms,
    outcome: row.outcome,
    ...(JSON.parse(row.body) as ReportBody),
  }));
}

/** All examples of a report that are still kept, by the names of its findings. */
export async function readExamples(
  kysely: Kysely<AnyTables>,
  reportId: number,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await tablesOf<ReportTables>(kysely)
    .selectFrom("report_examples")
    .select(["name", "examples"])
    .where("report_id", "=", reportId)
    .execute();
  return new Map(rows.map(({ name, examples }) => [name, JSON.parse(gunzipSync(examples).toString()) as string[]]));
}
