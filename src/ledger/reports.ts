/** The reports of imports and publishes: what was found on the way, counted by name, with examples in words. Old ones are let go. */
import { gzipSync } from "node:zlib";
import { type Kysely, sql } from "kysely";
import { DatabaseError } from "../database/database-error.ts";
import { type Database, tablesOf, writeTransaction } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";

export type ReportTables = {
  reports: {
    report_id: number;
    kind: ReportKind;
    /** The command or the job that did it, such as `import retrosheet`. */
    source: string;
    /** The providers whose records were taken, in order of their names, with a comma between them. */
    providers: string;
    /** When it began, ISO 8601 UTC. */
    at: string;
    duration_ms: number;
    outcome: ReportOutcome;
    /** A ReportBody. */
    body: string;
  };
  /** All examples of a finding, packed; they go before the reports do. */
  report_examples: { report_id: number; name: string; size_bytes: number; examples: Uint8Array };
};

/** The source of the reports of a system that collects by itself. */
export const collectSource = "collect";

export type ReportKind = "import" | "publish";

/** `refused`: a publish in which published games would have vanished. `failed`: everything else that threw. */
export type ReportOutcome = "changed" | "unchanged" | "refused" | "failed";

export type ReportBody = {
  /** Numbers of one import or publish, by name. */
  readonly figures: Readonly<Record<string, number | null>>;
  readonly findings: readonly FindingCount[];
  /** Why it failed or was refused; null when it was not. */
  readonly error: string | null;
};

/** A kind of thing that was met so many times, with the first of them in words. */
export type FindingCount = { readonly name: string; readonly count: number; readonly example: string };

/** A mistake in a whole file is a finding of every record of it: a season of MLB has 2,430 games, an archive of odds more. */
export const mostExamplesOfName = 10_000;
/** Characters of one example. */
const longestExample = 500;
/** Characters of all examples together, so that no file can fill the database with its own faults. */
const mostCharacters = 4_000_000;

/** The counts are exact. Examples are kept up to the bounds above; of each name at least the first one. */
export class ReportFindings {
  readonly #kept = new Map<string, { count: number; readonly examples: string[] }>();
  #characters = 0;

  /**
   * @param example makes the words; it is not called when they would not be kept.
   * @param count how many things the example stands for.
   */
  add(name: string, example: () => string, count = 1): void {
    const kept = this.#kept.get(name) ?? { count: 0, examples: [] };
    this.#kept.set(name, kept);
    kept.count += count;
    if (kept.examples.length >= mostExamplesOfName) return;
    if (kept.examples.length > 0 && this.#characters >= mostCharacters) return;
    const text = example();
    const words = text.length <= longestExample ? text : `${text.slice(0, longestExample).toWellFormed()}…`;
    kept.examples.push(words);
    this.#characters += words.length;
  }

  get total(): number {
    let total = 0;
    for (const { count } of this.#kept.values()) total += count;
    return total;
  }

  counts(): FindingCount[] {
    return this.all().map(({ name, count, examples: [example = ""] }) => ({ name, count, example }));
  }

  /** With the examples that were kept. */
  all() {
    return [...this.#kept].map(([name, kept]) => ({ name, ...kept }));
  }
}

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
  const ids = tables.selectFrom("reports").select(({ fn }) => fn.max<number | null>("report_id").as("last"));
  const id = ((await ids.executeTakeFirst())?.last ?? 0) + 1;
  const { source, at, outcome, figures, durationMs } = report;
  const words = error === null ? null : error.slice(0, longestError).toWellFormed();
  const body: ReportBody = { figures, findings: findings.counts(), error: words };
  const providers = [...report.providers].sort().join(",");
  const row = { report_id: id, kind, source, providers, at, duration_ms: Math.round(durationMs), outcome };
  await tables
    .insertInto("reports")
    .values({ ...row, body: JSON.stringify(body) })
    .execute();
  for (const { name, examples } of findings.all()) {
    const packed = gzipSync(JSON.stringify(examples), { level: 1 });
    const kept = { report_id: id, name, size_bytes: packed.length, examples: packed };
    await tables.insertInto("report_examples").values(kept).execute();
  }
  await forget(tables, kind);
  return id;
}

async function forget(tables: Kysely<ReportTables>, kind: ReportKind): Promise<void> {
  const ofKind = tables.selectFrom("reports").select("report_id").where("kind", "=", kind);
  const oldest = await ofKind.orderBy("report_id", "desc").limit(1).offset(mostReports[kind]).executeTakeFirst();
  if (oldest !== undefined) {
    const old = ofKind.where("report_id", "<=", oldest.report_id);
    await tables.deleteFrom("report_examples").where("report_id", "in", old).execute();
    await tables.deleteFrom("reports").where("kind", "=", kind).where("report_id", "<=", oldest.report_id).execute();
  }
  // The newest examples stay, as many as fit, and of the newest report all.
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
