/**
 * One node's time as the leader: it does what is due, and sleeps until the next moment. Lanes work side by side, each
 * job of a lane after the other.
 */
import { setTimeout as pause } from "node:timers/promises";
import { minuteMs } from "../domain/durations.ts";
import { jobsOf } from "./jobs/all.ts";
import type { Due, Job, Knowledge, Lane, Planned, Workplace } from "./jobs/job.ts";
import { isAway, shortPause, untilWritten } from "./jobs/patience.ts";
import { type Lease, LeaseLost } from "./runs/lease.ts";
import { beginRun, endRun, History, isUnreadReport, type RunEnd, readHistory } from "./runs/runs.ts";
import { KnownGames } from "./schedule/known-games.ts";

/** An import beside the collector may bring other starts: they are seen after this time at most. */
const longestSleepMs = 5 * minuteMs;
/** While a lane works, the others are looked after this often by the machine's clock. */
const lookEveryMs = 500;
/** Work that is open when the collector ends is given so long by the machine's clock. */
const lastWordsMs = 4_000;

type Missed = { readonly job: string; readonly dueMs: number; readonly report: object };

export class Shift {
  readonly #workplace: Workplace;
  readonly #jobs: readonly Job[];
  readonly #lease: Lease;
  readonly #stop: AbortSignal;
  readonly #signal: AbortSignal;
  readonly #games: KnownGames;
  readonly #lanes = new Map<Lane, Promise<void>>();
  #history = new History();
  /** The last moment at which somebody looked what is due; null before the first time. */
  #watchedMs: number | null = null;

  constructor(workplace: Workplace, lease: Lease, stop: AbortSignal) {
    this.#workplace = workplace;
    this.#jobs = jobsOf(workplace);
    this.#lease = lease;
    this.#stop = stop;
    this.#signal = AbortSignal.any([stop, lease.lost]);
    this.#games = new KnownGames(workplace.database);
  }

  get #knowledge(): Knowledge {
    return { history: this.#history, games: this.#games };
  }

  /** Works until the signal is aborted or the lease is lost. */
  async work(): Promise<void> {
    const { clock } = this.#workplace;
    await this.#patiently(() => this.#readHistory());
    while (!this.#signal.aborted) {
      const nowMs = clock.nowMs();
      await this.#patiently(() => this.#begin(nowMs));
      if (this.#lanes.size > 0) {
        // A simulated clock stands still while something is asked, so that an answer takes no time there.
        await this.#someLane();
        continue;
      }
      const nextMs = this.#nextMs(nowMs);
      await clock.sleep(Math.max(0, Math.min(nextMs - nowMs, longestSleepMs)), this.#signal);
    }
    await this.#endOfLanes();
  }

  /** Does everything that is due at a moment, and what becomes due by that, and returns. */
  async workOnce(nowMs: number): Promise<void> {
    await this.#patiently(() => this.#readHistory());
    while (!this.#signal.aborted) {
      await this.#patiently(() => this.#begin(nowMs));
      if (this.#lanes.size === 0) break;
      await this.#someLane();
    }
    await this.#endOfLanes();
  }

  async #readHistory(): Promise<void> {
    this.#history = await readHistory(this.#workplace.database);
  }

  /** Begins what is due in lanes that are free. */
  async #begin(nowMs: number): Promise<void> {
    await this.#games.refresh(nowMs);
    this.#history.forgetAfter(nowMs);
    const isGap = this.#watchedMs === null || nowMs - this.#watchedMs > longestSleepMs + minuteMs;
    if (isGap) for (const missed of this.#missedAt(nowMs)) await this.#noteMissed(missed, nowMs);
    this.#watchedMs = nowMs;
    for (const job of this.#jobs) {
      if (this.#lanes.has(job.lane) || this.#signal.aborted) continue;
      const due = job.next(this.#knowledge, nowMs);
      if (due === null || due.atMs > nowMs) continue;
      const lane = this.#do(job, due, nowMs).finally(() => this.#lanes.delete(job.lane));
      this.#lanes.set(job.lane, lane);
    }
  }

  #missedAt(nowMs: number): Missed[] {
    return this.#jobs.flatMap((job) => {
      const missed = job.missed?.(this.#knowledge, nowMs) ?? null;
      return missed === null ? [] : [{ job: job.name, ...missed }];
    });
  }

  async #noteMissed({ job, dueMs, report }: Missed, nowMs: number): Promise<void> {
    const run = { job, dueMs };
    if ((await beginRun(this.#lease, run, nowMs)) !== null) return;
    await endRun(this.#lease, run, nowMs, { outcome: "missed", report });
    this.#history.note(job, "missed", { dueMs, endedMs: nowMs });
    this.#workplace.log.warn(
      { job, ...report },
      "captures were missed while nobody collected; they cannot be had again",
    );
  }

  #nextMs(nowMs: number): number {
    const times = this.#jobs.map((job) => job.next(this.#knowledge, nowMs)?.atMs ?? Number.POSITIVE_INFINITY);
    return Math.min(...times);
  }

  async #do(job: Job, { dueMs }: Due, nowMs: number): Promise<void> {
    const { log, clock } = this.#workplace;
    const run = { job: job.name, dueMs };
    try {
      const ended = await this.#written(() => beginRun(this.#lease, run, nowMs));
      if (ended !== null) return this.#history.note(job.name, ended.outcome, ended);
      const context = { ...this.#knowledge, lease: this.#lease, dueMs, nowMs, signal: this.#signal, stop: this.#stop };
      const end = await job.run(context).catch((error: unknown) => failedRun(error));
      // A run that was broken off stays open, and is done again.
      if (end === null) return;
      const endedMs = clock.nowMs();
      await this.#written(() => endRun(this.#lease, run, endedMs, end));
      this.#history.note(job.name, end.outcome, { dueMs, endedMs, isUnread: isUnreadReport(end.report) });
      this.#tell(job.name, dueMs, end);
    } catch (error) {
      if (this.#signal.aborted || error instanceof LeaseLost) return;
      log.error({ err: error, job: job.name }, "a run could not be done, and is tried again");
      await shortPause(this.#signal);
    }
  }

  #tell(job: string, dueMs: number, { outcome, report }: RunEnd): void {
    const line = { job, due: new Date(dueMs).toISOString(), outcome, ...report };
    if (outcome === "failed") this.#workplace.log.error(line, "a run has failed");
    else if (outcome === "partly") this.#workplace.log.warn(line, "a run has ended, and some of it failed");
    else this.#workplace.log.info(line, "a run has ended");
  }

  #written<Result>(write: () => Promise<Result>): Promise<Result> {
    return untilWritten(write, this.#signal, (error) =>
      this.#workplace.log.warn({ err: error }, "the database is away; the collector waits for it"),
    );
  }

  /** Does a part of the loop; an outage, or a lease that is lost, must not end the collector. */
  async #patiently(work: () => Promise<void>): Promise<void> {
    try {
      await this.#written(work);
    } catch (error) {
      if (this.#signal.aborted || error instanceof LeaseLost) return;
      this.#workplace.log.error({ err: error }, "the collector could not look what is due, and tries again");
      await shortPause(this.#signal);
    }
  }

  /** Resolves when a lane is free again, or after a moment. */
  async #someLane(): Promise<void> {
    const timer = new AbortController();
    const signal = AbortSignal.any([timer.signal, this.#signal]);
    const moment = pause(lookEveryMs, undefined, { signal }).catch(() => {});
    await Promise.race([...this.#lanes.values(), moment]).finally(() => timer.abort());
  }

  async #endOfLanes(): Promise<void> {
    const timer = new AbortController();
    const limit = pause(lastWordsMs, undefined, { signal: timer.signal }).catch(() => {});
    await Promise.race([Promise.all(this.#lanes.values()), limit]).finally(() => timer.abort());
  }
}

/** @throws what waiting can mend. */
function failedRun(error: unknown): RunEnd {
  if (isAway(error) || error instanceof LeaseLost) throw error;
  return { outcome: "failed", report: { error: error instanceof Error ? error.message : String(error) } };
}

/** The requests that a collector would make in a span of time, by what is known now. */
export async function plannedBy(workplace: Workplace, nowMs: number, untilMs: number): Promise<Planned[]> {
  const games = new KnownGames(workplace.database);
  await games.refresh(nowMs);
  const knowledge = { history: await readHistory(workplace.database), games };
  const planned = jobsOf(workplace).flatMap((job) => job.plan(knowledge, nowMs, untilMs));
  return [...planned.sort((a, b) => a.atMs - b.atMs), ...reserveFor(planned, untilMs)];
}

/** A game that is delayed is captured before its new start too: in a week of baseball in July that took 7% more. */
const movedShare = 0.1;

function reserveFor(planned: readonly Planned[], atMs: number): Planned[] {
  const credits = Math.ceil(movedShare * planned.reduce((sum, each) => sum + each.credits, 0));
  return credits === 0 ? [] : [{ atMs, job: "moved-starts", what: "a reserve for starts that move", credits }];
}
