/**
 * The runs of the collector. A run is named by its job and the moment at which it was due. One that has ended is never begun again;
 * one that had begun and not ended may be taken over by the node that leads now.
 */
import { type Database, tablesOf } from "../database/engine.ts";
import { isTurnTaken } from "../database/turns.ts";
import { hourMs } from "../domain/times.ts";
import type { Leader } from "./leader.ts";
import type { CollectTables, RunOutcome } from "./tables.ts";

export type RunName = { readonly job: string; readonly dueMs: number };

export type RunEnd = { readonly outcome: RunOutcome; readonly report: object };

export type EndedRun = RunName & {
  readonly endedMs: number;
  readonly outcome: RunOutcome;
  /** Whether it failed because an answer was no good as a whole. */
  readonly isUnread: boolean;
};

/** The last runs of every job, by how they ended. Only the leader writes runs, so it need not read them again. */
export class History {
  readonly #newest = new Map<string, EndedRun>();

  note(run: EndedRun): void {
    const key = `${run.job} ${run.outcome}`;
    const known = this.#newest.get(key);
    if (known === undefined || known.dueMs <= run.dueMs) this.#newest.set(key, run);
  }

  /** A clock that was ahead has left runs of a time that is still to come: they must not keep anybody waiting. */
  forgetAfter(nowMs: number): void {
    for (const [key, { dueMs }] of this.#newest) if (dueMs > nowMs) this.#newest.delete(key);
  }

  /** The run of the latest due moment among those that ended in one of these ways; null when there is none. */
  last(job: string, ...outcomes: readonly RunOutcome[]): EndedRun | null {
    const runs = outcomes.flatMap((outcome) => this.#newest.get(`${job} ${outcome}`) ?? []);
    return runs.sort((one, other) => other.dueMs - one.dueMs)[0] ?? null;
  }
}

/** Whether a run failed because an answer was no good as a whole, by its report. */
export function isUnreadReport(report: object): boolean {
  const { failures = [] } = report as RunWords;
  return failures.some(({ reason }) => reason === "unread");
}

/** One request in this time asks whether answers can be read again. */
const unreadAgainMs = hourMs;

/** The moment before which an ordinary request would most likely buy nothing again; 0 when nothing is the matter. */
export function unreadUntil(last: EndedRun | null): number {
  return last?.isUnread === true ? last.endedMs + unreadAgainMs : 0;
}

/** Of the runs that have ended, the newest of each job, or of each job and outcome. */
function newestRuns(
  { kysely }: Pick<Database, "kysely">,
  by: readonly ("job" | "outcome")[],
  sinceMs: number,
): Promise<CollectTables["collect_runs"][]> {
  const tables = tablesOf<CollectTables>(kysely);
  const newest = tables
    .selectFrom("collect_runs")
    .select(({ fn }) => ["job", fn.max("due_ms").as("newest_ms")])
    .where("ended_ms", "is not", null)
    .where("due_ms", ">=", sinceMs)
    .groupBy(by)
    .as("newest");
  return tables
    .selectFrom("collect_runs as run")
    .innerJoin(newest, (on) => on.onRef("newest.job", "=", "run.job").onRef("newest.newest_ms", "=", "run.due_ms"))
    .selectAll("run")
    .orderBy("run.job")
    .execute();
}

/** @throws DatabaseError */
export async function readHistory(database: Database): Promise<History> {
  const history = new History();
  const rows = await newestRuns(database, ["job", "outcome"], 0);
  for (const { job, outcome, due_ms: dueMs, ended_ms: endedMs, report } of rows) {
    if (outcome === null) continue;
    const isUnread = outcome === "failed" && isUnreadReport(JSON.parse(report ?? "{}"));
    history.note({ job, outcome, dueMs: Number(dueMs), endedMs: Number(endedMs), isUnread });
  }
  return history;
}

/**
 * Notes that a run begins.
 * @returns the run when it has ended already, so that it must not be done again; null when it may be done now.
 * @throws LeadLost, DatabaseError
 */
export function beginRun(leader: Leader, { job, dueMs }: RunName, nowMs: number): Promise<EndedRun | null> {
  return leader.fenced(async (tables) => {
    const begun = { ended_ms: null, outcome: null, report: null };
    const known = await tables
      .selectFrom("collect_runs")
      .select(["ended_ms", "outcome"])
      .where("job", "=", job)
      .where("due_ms", "=", dueMs)
      .executeTakeFirst();
    if (known !== undefined && known.ended_ms !== null && known.outcome !== null && known.outcome !== "interrupted") {
      return { job, dueMs, endedMs: Number(known.ended_ms), outcome: known.outcome, isUnread: false };
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

/** @throws LeadLost, DatabaseError */
export function endRun(leader: Leader, { job, dueMs }: RunName, nowMs: number, end: RunEnd): Promise<unknown> {
  const ended = { ended_ms: nowMs, outcome: end.outcome, report: JSON.stringify(end.report) };
  return leader.fenced((tables) =>
    tables.updateTable("collect_runs").set(ended).where("job", "=", job).where("due_ms", "=", dueMs).execute(),
  );
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
  if (await isTurnTaken(database, "collector")) return { state: "running" };
  const ended = tables.selectFrom("collect_runs").select(({ fn }) => fn.max("ended_ms").as("last"));
  return { state: "gone", sinceMs: Math.max(takenMs, Number((await ended.executeTakeFirst())?.last ?? 0)) };
}

/**
 * The jobs whose newest run failed, wholly or in part, by their names; `detail` is the failure in words, null when its report names none.
 * @param sinceMs runs that were due before are not looked at, so that a scrape need not go through half a year of them.
 * @throws DatabaseError
 */
export async function readFailingJobs(database: Pick<Database, "kysely">, sinceMs = 0) {
  return (await newestRuns(database, ["job"], sinceMs)).flatMap(({ job, outcome, due_ms: dueMs, report }) =>
    outcome === "failed" || outcome === "partly"
      ? [{ job, outcome, dueMs: Number(dueMs), detail: detailOf(JSON.parse(report ?? "{}")) }]
      : [],
  );
}

/** The members of a run's report that tell of its failures. */
type RunWords = {
  readonly error?: string;
  readonly failures?: readonly { readonly label: string; readonly reason?: string; readonly detail: string }[];
};

function detailOf({ error, failures = [] }: RunWords): string | null {
  // Of several failures, the one for which the run has failed as a whole says most.
  const first = failures.find(({ reason }) => reason === "unread") ?? failures[0];
  return error ?? (first === undefined ? null : `${first.label}: ${first.detail}`);
}
