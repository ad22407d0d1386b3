/** Whether any node collects, and which jobs fail, for whoever watches that all goes well. */
import { type Database, tablesOf } from "../../database/engine.ts";
import type { CollectTables } from "./tables.ts";

type Reading = Pick<Database, "kysely">;

/** A lease goes by the database's clock, and the caller's may differ from it by so much. */
const clocksApartMs = 60_000;

export type CollectorState =
  | { readonly state: "never" | "running" | "stopped" }
  /** The process that collected was killed, or cannot reach the database, and nobody has taken over. */
  | { readonly state: "gone"; readonly sinceMs: number };

/** `stopped` is a collector that was ended in good order. @throws DatabaseError */
export async function readCollecting({ kysely }: Reading, nowMs: number): Promise<CollectorState> {
  const lease = await tablesOf<CollectTables>(kysely)
    .selectFrom("collect_lease")
    .select(["token", "expires_ms"])
    .executeTakeFirst();
  if (lease === undefined || Number(lease.token) === 0) return { state: "never" };
  const expiresMs = Number(lease.expires_ms);
  if (expiresMs === 0) return { state: "stopped" };
  return expiresMs + clocksApartMs > nowMs ? { state: "running" } : { state: "gone", sinceMs: expiresMs };
}

/** Null where nobody has ever collected into this database. */
export async function isSomebodyCollecting(database: Reading, nowMs: number): Promise<boolean | null> {
  const { state } = await readCollecting(database, nowMs);
  return state === "never" ? null : state === "running";
}

/** A job whose newest run failed, wholly or in part. */
export type FailingJob = {
  readonly job: string;
  readonly outcome: "failed" | "partly";
  readonly dueMs: number;
  /** The failure of the run in words; null when its report names none. */
  readonly detail: string | null;
};

/**
 * By job.
 * @param sinceMs runs that were due before are not looked at, so that a scrape need not go through half a year of them.
 * @throws DatabaseError
 */
export async function readFailingJobs({ kysely }: Reading, sinceMs = 0): Promise<readonly FailingJob[]> {
  const tables = tablesOf<CollectTables>(kysely);
  const rows = await tables
    .selectFrom("collect_runs as run")
    .innerJoin(
      tables
        .selectFrom("collect_runs")
        .select(({ fn }) => ["job", fn.max("due_ms").as("newest_ms")])
        .where("ended_ms", "is not", null)
        .where("due_ms", ">=", sinceMs)
        .groupBy("job")
        .as("newest"),
      (join) => join.onRef("newest.job", "=", "run.job").onRef("newest.newest_ms", "=", "run.due_ms"),
    )
    .select(["run.job", "run.outcome", "run.due_ms", "run.report"])
    .where("run.outcome", "in", ["failed", "partly"])
    .orderBy("run.job")
    .execute();
  return rows.map(({ job, outcome, due_ms: dueMs, report }) => ({
    job,
    outcome: outcome === "partly" ? outcome : "failed",
    dueMs: Number(dueMs),
    detail: detailOf(report),
  }));
}

type RunDetail = { readonly error?: string; readonly failures?: readonly Failure[] };
type Failure = { readonly label: string; readonly reason?: string; readonly detail: string };

function detailOf(report: string | null): string | null {
  const { error, failures = [] } = JSON.parse(report ?? "{}") as RunDetail;
  // Of several failures, the one for which the run has failed as a whole says most.
  const first = failures.find(({ reason }) => reason === "unread") ?? failures[0];
  return error ?? (first === undefined ? null : `${first.label}: ${first.detail}`);
}
