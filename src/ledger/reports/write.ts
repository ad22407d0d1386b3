/** Writes the report of an import or a publish, and lets old ones go. */
import { gzipSync } from "node:zlib";
import { type Kysely, sql } from "kysely";
import { DatabaseError } from "../../database/database-error.ts";
import { type Database, tablesOf, writeTransaction } from "../../database/engine.ts";
import type { AnyTables } from "../../database/names.ts";
import type { ReportFindings } from "./report-findings.ts";
import type { ReportBody, ReportKind, ReportOutcome, ReportTables } from "./tables.ts";

/**
 * A collecting system makes some 1,500 imports a day, so these are two weeks of them, and six years of nights. A body has
 * two kilobytes as a rule.
 */
export const mostReports: Readonly<Record<ReportKind, number>> = { import: 20_000, publish: 2_000 };
/** Bytes of all examples that are kept, packed: about ten times as much in words. */
export const mostExampleBytes = 64 * 1024 * 1024;

const longestError = 2_000;

export type NewReport = {
  readonly kind: ReportKind;
  readonly source: string;
  readonly providers: readonly string[];
  readonly at: string;
  readonly durationMs: number;
  readonly outcome: ReportOutcome;
  readonly figures: ReportBody["figures"];
  readonly findings: ReportFindings;
  readonly error: string | null;
};

/** Must be called in a transaction that holds the lock of writers. Returns the number of the report. */
export async function writeReport(connection: Kysely<AnyTables>, report: NewReport): Promise<number> {
  const tables = tablesOf<ReportTables>(connection);
  const { kind, findings, error } = report;
  const last = await tables
    .selectFrom("reports")
    .select(({ fn }) => fn.max<number | null>("report_id").as("id"))
    .executeTakeFirst();
  const id = (last?.id ?? 0) + 1;
  const body: ReportBody = {
    figures: report.figures,
    findings: findings.counts(),
    error: error === null ? null : error.slice(0, longestError).toWellFormed(),
  };
  const row = {
    report_id: id,
    kind,
    source: report.source,
    providers: [...report.providers].sort().join(","),
    at: report.at,
    duration_ms: Math.round(report.durationMs),
    outcome: report.outcome,
    body: JSON.stringify(body),
  };
  await tables.insertInto("reports").values(row).execute();
  for (const [name, examples] of findings.examples()) {
    const packed = gzipSync(JSON.stringify(examples), { level: 1 });
    await tables
      .insertInto("report_examples")
      .values({ report_id: id, name, size_bytes: packed.length, examples: packed })
      .execute();
  }
  await forget(tables, kind);
  return id;
}

async function forget(tables: Kysely<ReportTables>, kind: ReportKind): Promise<void> {
  const oldest = await tables
    .selectFrom("reports")
    .select("report_id")
    .where("kind", "=", kind)
    .orderBy("report_id", "desc")
    .limit(1)
    .offset(mostReports[kind])
    .executeTakeFirst();
  if (oldest !== undefined) {
    const old = tables.selectFrom("reports").select("report_id").where("kind", "=", kind);
    await tables
      .deleteFrom("report_examples")
      .where("report_id", "in", old.where("report_id", "<=", oldest.report_id))
      .execute();
    await tables.deleteFrom("reports").where("kind", "=", kind).where("report_id", "<=", oldest.report_id).execute();
  }
  await forgetExamples(tables);
}

/** The newest examples stay, as many as fit, and of the newest report all. */
async function forgetExamples(tables: Kysely<ReportTables>): Promise<void> {
  const { rows } = await sql<{ report_id: number }>`
    select report_id from (
      select report_id, sum(size_bytes) over (order by report_id desc range unbounded preceding) as together
      from report_examples
    ) as summed
    where together > ${mostExampleBytes} and report_id < (select max(report_id) from report_examples)
    order by report_id desc limit 1`.execute(tables);
  const [newest] = rows;
  if (newest === undefined) return;
  await tables.deleteFrom("report_examples").where("report_id", "<=", newest.report_id).execute();
}

/**
 * Writes the report in a transaction of its own, since that of the work is gone. A failure of the database itself is not
 * reported in it, and a report that cannot be written is let go: the failure that it was to tell of is thrown anyway.
 */
export async function noteFailure(
  database: Database,
  error: unknown,
  reportOf: (message: string) => NewReport,
): Promise<void> {
  if (error instanceof DatabaseError || !(error instanceof Error)) return;
  try {
    await writeTransaction(database, (connection) => writeReport(connection, reportOf(error.message)));
  } catch {
    // The caller gets the failure of the work, which matters more than this one.
  }
}
