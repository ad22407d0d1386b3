/**
 * The bookkeeping of runs, and what `gradeline status` says of it. A run is named by its job and the moment at which it was due. A run that has ended is never
 * begun again; one that had begun and not ended may be taken over by whoever leads now.
 */
import { type Database, tablesOf } from "../../database/engine.ts";
import { hourMs } from "../../domain/durations.ts";
import { type CollectTables, isSomebodyLeading, type Leader, type RunOutcome } from "./leader.ts";

export type RunName = { readonly job: string; readonly dueMs: number };

/** A run that has ended. */
export type PastRun = {
  readonly dueMs: number;
  readonly endedMs: number;
  /** Whether it failed because an answer was no good as a whole. */
  readonly isUnread?: boolean;
};
export type EndedRun = PastRun & { readonly outcome: RunOutcome };

/** The last runs of every job, by how they ended. Only the leader writes runs, so it need not read them again. */
export class History {
  readonly #runs = new Map<string, Map<RunOutcome, PastRun>>();

  note(job: string, outcome: RunOutcome, run: PastRun): void {
    const ofJob = this.#runs.get(job) ?? new Map<RunOutcome, PastRun>();
    this.#runs.set(job, ofJob);
    const known = ofJob.get(outcome);
    if (known === undefined || known.dueMs <= run.dueMs) ofJob.set(outcome, run);
  }

  /** A clock that was ahead has left runs of a time that is still to come: they must not keep anybody waiting. */
  forgetAfter(nowMs: number): void {
    for (const ofJob of this.#runs.values()) {
      for (const [outcome, { dueMs }] of ofJob) if (dueMs > nowMs) ofJob.delete(outcome);
    }
  }

  /** The run of the latest due moment among those that ended in one of these ways; null when there is none. */
  last(job: string, ...outcomes: readonly RunOutcome[]): EndedRun | null {
    const ofJob = this.#runs.get(job);
    let last: EndedRun | null = null;
    for (const outcome of outcomes) {
      const run = ofJob?.get(outcome);
      if (run !== undefined && (last === null || run.dueMs > last.dueMs)) last = { ...run, outcome };
    }
    return last;
  }
}

/** @throws DatabaseError */
export async function readHistory(database: Database): Promise<History> {
  const tables = tablesOf<CollectTables>(database.kysely);
  const newest = tables
    .selectFrom("collect_runs")
    .select(({ fn }) => ["job", "outcome", fn.max("due_ms").as("due_ms")])
    .where("ended_ms", "is not", null)
    .groupBy(["job", "outcome"])
    .as("newest");
  const rows = await tables
    .selectFrom("collect_runs as run")
    .innerJoin(newest, (join) => join.onRef("newest.job", "=", "run.job").onRef("newest.due_ms", "=", "run.due_ms"))
    .select(["run.job", "run.outcome", "run.due_ms", "run.ended_ms", "run.report"])
    .execute();
  const history = new History();
  for (const { job, outcome, due_ms: dueMs, ended_ms: endedMs, report } of rows) {
    if (outcome === null) continue;
    const isUnread = outcome === "failed" && isUnreadReport(JSON.parse(report ?? "{}"));
    history.note(job, outcome, { dueMs: Number(dueMs), endedMs: Number(endedMs), isUnread });
  }
  return history;
}

/** One request in this time asks whether answers can be read again. */
const unreadAgainMs = hourMs;

/** The moment before which an ordinary request would most likely buy nothing again; 0 when nothing is the matter. */
export function unreadUntil(last: EndedRun | null): number {
  return last?.isUnread === true ? last.endedMs + unreadAgainMs : 0;
}

/** Whether a run failed because an answer was no good as a whole, by its report. */
export function isUnreadReport(report: object): boolean {
  const { failures = [] } = report as { readonly failures?: readonly { readonly reason: string }[] };
  return failures.some(({ reason }) => reason === "unread");
}

/**
 * Notes that a run begins.
 * @returns the run when it has ended already, so that it must not be done again; null when it may be done now.
 * @throws LeadLost, DatabaseError
 */
export function beginRun(leader: Leader, { job, dueMs }: RunName, nowMs: number): Promise<EndedRun | null> {
  return leader.fenced(async (connection) => {
    const tables = tablesOf<CollectTables>(connection);
    const begun = { begun_ms: nowMs, ended_ms: null, outcome: null, report: null };
    const known = await tables
      .selectFrom("collect_runs")
      .select(["ended_ms", "outcome"])
      .where("job", "=", job)
      .where("due_ms", "=", dueMs)
      .executeTakeFirst();
    if (known !== undefined && known.ended_ms !== null && known.outcome !== null && known.outcome !== "interrupted") {
      return { dueMs, endedMs: Number(known.ended_ms), outcome: known.outcome };
    }
    await tables
      .insertInto("collect_runs")
      .values({ job, due_ms: dueMs, ...begun })
      .onConflict((conflict) => conflict.columns(["job", "due_ms"]).doUpdateSet(begun))
      .execute();
    // This run stands for those of the same job that a killed process has left open.
    await tables
      .updateTable("collect_runs")
      .set({ ended_ms: nowMs, outcome: "interrupted" })
      .where("job", "=", job)
      .where("due_ms", "<", dueMs)
      .where("ended_ms", "is", null)
      .execute();
    return null;
  });
}

export type RunEnd = { readonly outcome: RunOutcome; readonly report: object };

/** @throws LeadLost, DatabaseError */
export function endRun(leader: Leader, { job, dueMs }: RunName, nowMs: number, end: RunEnd): Promise<void> {
  return leader.fenced(async (connection) => {
    await tablesOf<CollectTables>(connection)
      .updateTable("collect_runs")
      .set({ ended_ms: nowMs, outcome: end.outcome, report: JSON.stringify(end.report) })
      .where("job", "=", job)
      .where("due_ms", "=", dueMs)
      .execute();
  });
}

/** Removes runs from before a moment, so that the table does not grow for ever. */
export function forgetRuns(leader: Leader, beforeMs: number): Promise<void> {
  return leader.fenced(async (connection) => {
    await tablesOf<CollectTables>(connection).deleteFrom("collect_runs").where("due_ms", "<", beforeMs).execute();
  });
}

export type CollectorState =
  | { readonly state: "never" | "running" | "stopped" }
  /** The process that collected was killed, or cannot reach the database, and nobody has taken over. */
  | { readonly state: "gone"; readonly sinceMs: number };

/** `stopped` is a collector that was ended in good order. @throws DatabaseError */
export async function readCollecting(database: Pick<Database, "kysely" | "engine" | "url">): Promise<CollectorState> {
  const tables = tablesOf<CollectTables>(database.kysely);
  const lead = await tables.selectFrom("collect_leader").select("since_ms").executeTakeFirst();
  if (lead === undefined || lead.since_ms === null) return { state: "never" };
  const takenMs = Number(lead.since_ms);
  if (takenMs === 0) return { state: "stopped" };
  if (await isSomebodyLeading(database)) return { state: "running" };
  const run = await tables
    .selectFrom("collect_runs")
    .select(({ fn }) => fn.max("ended_ms").as("last"))
    .executeTakeFirst();
  return { state: "gone", sinceMs: Math.max(takenMs, Number(run?.last ?? 0)) };
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
export async function readFailingJobs(
  { kysely }: Pick<Database, "kysely">,
  sinceMs = 0,
): Promise<readonly FailingJob[]> {
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
