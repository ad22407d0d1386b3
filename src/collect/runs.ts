/**
 * The runs of the collector, and which of several nodes does them. A run is named by its job and the moment at which it was due. One that
 * has ended is never begun again; one that had begun and not ended may be taken over by whoever leads now.
 *
 * The node that leads holds a lock of the database, which ends with its process, however that ends. On PostgreSQL it is an advisory lock
 * of a connection, and what a run notes is written through that same connection: a node that has lost the lock can note nothing. On
 * SQLite it is a lock on a file beside the database, as a server has one.
 */
import { setTimeout as pause } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { DatabaseError } from "../database/database-error.ts";
import { canBeOpenedAgain, type Database, tablesOf, writeTransaction } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import { type Alone, holdTurn, isTurnHeld } from "../database/sqlite-files.ts";
import { hourMs } from "../domain/durations.ts";

/**
 * How a run ended. `done`: everything that was asked was answered and taken. `partly`: some answers failed; the others were taken.
 * `failed`: nothing came of it, or what a provider gave could mostly not be read. `skipped`: it was left out on purpose, because more
 * important runs need the credits. `interrupted`: the process ended in the middle of it, and a later run stands for it.
 */
export type RunOutcome = "done" | "partly" | "failed" | "skipped" | "interrupted";

export type CollectTables = {
  collect_runs: {
    job: string;
    due_ms: number;
    begun_ms: number;
    ended_ms: number | null;
    outcome: RunOutcome | null;
    /** JSON. */
    report: string | null;
  };
  collect_leader: {
    id: number;
    /** Since when somebody collects; 0 when that has ended in good order, and null before anybody ever did. */
    since_ms: number | null;
  };
};

/** How often a leader asks whether its connection still lives, and the others look whether it is gone. */
export const lookEveryMs = 3_000;
/** PostgreSQL ends the connection of a leader that says nothing for so long, as one that stands still or is cut off. */
const silentMs = 12_000;
/** A database that is away is not waited for longer when the lock is given back: the lock ends with the process. */
const releaseMs = 2_000;
/** A process that only looks at a lock holds it for a moment, so taking it is tried again for this long. */
const lookedAtMs = 50;

/** Another node collects now. Whatever was under way must stop. */
export class LeadLost extends Error {
  override readonly name = "LeadLost";
  constructor() {
    super("another node collects now");
  }
}

export class Leader {
  /** Aborted when this node is not the leader any more, or cannot know. */
  readonly lost: AbortSignal;
  readonly #database: Database;
  readonly #lock: Lock;
  readonly #losing = new AbortController();

  private constructor(database: Database, lock: Lock) {
    this.#database = database;
    this.#lock = lock;
    this.lost = this.#losing.signal;
    if (lock.session !== null) void this.#watch(lock.session);
  }

  /** Returns null while another node collects. @throws DatabaseError */
  static async tryTake(database: Database): Promise<Leader | null> {
    const lock = (await tryLock(database)) ?? (await pause(lookedAtMs).then(() => tryLock(database)));
    if (lock === null) return null;
    const leader = new Leader(database, lock);
    try {
      await leader.fenced((tables) => noteLeadSince(tables, Date.now()));
      return leader;
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  /** Does work in a transaction that is kept only when this node is the leader. @throws LeadLost, DatabaseError */
  async fenced<Result>(work: (tables: Kysely<CollectTables>) => Promise<Result>): Promise<Result> {
    if (this.lost.aborted) throw new LeadLost();
    const inTables = (connection: Kysely<AnyTables>) => work(tablesOf<CollectTables>(connection));
    const { session } = this.#lock;
    return session === null ? writeTransaction(this.#database, inTables) : session.transaction().execute(inTables);
  }

  /** @throws LeadLost when another node may collect by now. */
  async confirm(): Promise<void> {
    if (this.#lock.session !== null) await this.#ask(this.#lock.session);
    if (this.lost.aborted) throw new LeadLost();
  }

  /** Lets another node take over at once, where the database can be told so. */
  async release(): Promise<void> {
    const noted = this.fenced((tables) => noteLeadSince(tables, 0)).catch(() => {});
    this.#losing.abort();
    await within(
      noted.then(() => this.#lock.release()),
      releaseMs,
    );
  }

  async #watch(session: Kysely<AnyTables>): Promise<void> {
    while (!this.lost.aborted) {
      await pause(lookEveryMs, undefined, { signal: this.lost }).catch(() => {});
      if (!this.lost.aborted) await this.#ask(session);
    }
  }

  /** A connection that is gone has lost the lock. */
  async #ask(session: Kysely<AnyTables>): Promise<void> {
    await sql`select 1`.execute(session).catch(() => this.#losing.abort());
  }
}

/** Resolves with the work, after so long by the machine's clock, or when the signal says so. */
export async function within(work: Promise<unknown>, ms: number, signal?: AbortSignal): Promise<void> {
  const timer = new AbortController();
  const ends = signal === undefined ? timer.signal : AbortSignal.any([timer.signal, signal]);
  const limit = pause(ms, undefined, { signal: ends }).catch(() => {});
  await Promise.race([work, limit]).finally(() => timer.abort());
}

async function noteLeadSince(tables: Kysely<CollectTables>, sinceMs: number): Promise<void> {
  await tables.updateTable("collect_leader").set({ since_ms: sinceMs }).where("id", "=", 1).execute();
}

/** `session` is the connection that holds the lock; null: a file is locked, or nothing needs to be. */
type Lock = { readonly session: Kysely<AnyTables> | null; release(): Promise<void> };

/** Advisory locks are of the database, which may have several of our schemas. */
const lockNumber = sql`hashtext('gradeline collects ' || current_schema())`;

function turnPath({ url }: Pick<Database, "url">): string {
  return `${url}-collector`;
}

async function tryLock(database: Database): Promise<Lock | null> {
  if (database.engine === "postgres") return tryLockSession(database);
  if (!canBeOpenedAgain(database)) return { session: null, release: async () => {} };
  let turn: Alone;
  try {
    turn = holdTurn(turnPath(database), "another process collects");
  } catch (error) {
    if (error instanceof DatabaseError) return null;
    throw error;
  }
  return { session: null, release: async () => turn.release() };
}

async function tryLockSession({ kysely }: Database): Promise<Lock | null> {
  const locked = Promise.withResolvers<Kysely<AnyTables> | null>();
  const ended = Promise.withResolvers<void>();
  const whole = kysely.connection().execute(async (session) => {
    const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_lock(${lockNumber}) as held`.execute(session);
    if (rows[0]?.held !== true) return locked.resolve(null);
    await sql`set idle_session_timeout = ${sql.lit(silentMs)}`.execute(session);
    locked.resolve(session);
    await ended.promise;
    await sql`reset idle_session_timeout`.execute(session);
    await sql`select pg_advisory_unlock(${lockNumber})`.execute(session);
  });
  whole.catch(locked.reject);
  const session = await locked.promise;
  const release = () => {
    ended.resolve();
    // A connection that is gone has no lock either.
    return whole.catch(() => {});
  };
  return session === null ? null : { session, release };
}

/** Whether some process holds the lock. @throws DatabaseError */
async function isSomebodyLeading(database: Pick<Database, "kysely" | "engine" | "url">): Promise<boolean> {
  if (database.engine === "sqlite") return isTurnHeld(turnPath(database));
  // A lock that is shared, of this one statement, can be had unless somebody leads.
  const looked = sql<{ free: boolean }>`select pg_try_advisory_xact_lock_shared(${lockNumber}) as free`;
  const { rows } = await looked.execute(database.kysely);
  return rows[0]?.free !== true;
}

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
    const begun = { begun_ms: nowMs, ended_ms: null, outcome: null, report: null };
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

/** Removes runs from before a moment, so that the table does not grow for ever. */
export function forgetRuns(leader: Leader, beforeMs: number): Promise<unknown> {
  return leader.fenced((tables) => tables.deleteFrom("collect_runs").where("due_ms", "<", beforeMs).execute());
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
  const ended = tables.selectFrom("collect_runs").select(({ fn }) => fn.max("ended_ms").as("last"));
  return { state: "gone", sinceMs: Math.max(takenMs, Number((await ended.executeTakeFirst())?.last ?? 0)) };
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
export async function readFailingJobs(database: Pick<Database, "kysely">, sinceMs = 0): Promise<FailingJob[]> {
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
