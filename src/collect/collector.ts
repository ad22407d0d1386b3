/**
 * The collector: it asks providers when something is due, takes the answers, and publishes every night, by itself. One node of several
 * does so, the leader; its lanes work side by side, each job of a lane after the other.
 */
import { setTimeout as pause } from "node:timers/promises";
import { connectionsFor, type Database } from "../database/engine.ts";
import { sports as allSports, type Sport } from "../domain/sports.ts";
import { minuteMs } from "../domain/times.ts";
import { isAway, type Job, type Knowledge, type Lane, shortPause, untilWritten, type Workplace } from "./jobs/job.ts";
import { capturesJob, eventCapturesJob } from "./jobs/odds.ts";
import { publishJob } from "./jobs/publish-night.ts";
import { calendarJob, finalsJob, recheckJob } from "./jobs/results.ts";
import { Leader, LeadLost, lookEveryMs as lookForLeadMs, within } from "./leader.ts";
import { beginRun, endRun, History, isUnreadReport, type RunEnd, readHistory } from "./runs.ts";
import { KnownGames } from "./schedule/known-games.ts";

export type CollectorOptions = Omit<Workplace, "sports" | "creditsLeft"> & {
  /** Only these are asked for; all otherwise. */
  readonly sports?: readonly Sport[];
  /** No limit otherwise. */
  readonly creditsLeft?: Workplace["creditsLeft"];
};

export type Collector = {
  /** Collects whenever this node is the one to do it, until the signal says so. It never rejects. */
  run(stop: AbortSignal): Promise<void>;
  /**
   * Does what is due at a moment, once.
   * @returns false when another node collects, and nothing was done.
   * @throws DatabaseError when the database cannot be asked at all.
   */
  runDue(nowMs: number, stop?: AbortSignal): Promise<boolean>;
};

/** In a lane, what stands first is done first: a publish comes after the finals that it publishes. */
function jobsOf(workplace: Workplace): readonly Job[] {
  const { oddsClient, resultsClients, sports } = workplace;
  const free = resultsClients.find(({ hasLines }) => hasLines) ?? null;
  const hasLines = oddsClient !== null || free !== null;
  return [
    ...[calendarJob, recheckJob, finalsJob, publishJob].map((jobOf) => jobOf(workplace)),
    ...(hasLines ? sports.map((sport) => capturesJob(workplace, free, sport)) : []),
    ...(oddsClient === null ? [] : sports.map((sport) => eventCapturesJob(workplace, oddsClient, sport))),
  ];
}

export function openCollector(options: CollectorOptions): Collector {
  const workplace = { sports: allSports, creditsLeft: async () => Number.POSITIVE_INFINITY, ...options };
  const { database, log } = workplace;

  /** Waits until this node may lead; null when the collector is to end. */
  async function leadOf(own: Database, stop: AbortSignal): Promise<Leader | null> {
    let isLogged = false;
    while (!stop.aborted) {
      try {
        const taken = await Leader.tryTake(own);
        if (taken !== null) return taken;
        if (!isLogged) log.info("another node collects; this one waits in case it ends");
        isLogged = true;
      } catch (error) {
        log.warn({ err: error }, "whether another node collects cannot be asked now");
      }
      await pause(lookForLeadMs, undefined, { signal: stop }).catch(() => {});
    }
    return null;
  }

  return {
    async run(stop) {
      const own = await connectionsFor(database, "collecting");
      while (!stop.aborted) {
        const taken = await leadOf(own, stop);
        if (taken === null) break;
        log.info("this node collects from now on");
        try {
          await new Shift(workplace, taken, stop).work(null);
        } catch (error) {
          log.error({ err: error }, "collecting broke off, and begins again");
        } finally {
          await taken.release();
        }
        if (!stop.aborted) log.warn("this node collects no longer");
      }
      await own.close().catch(() => {});
    },
    async runDue(nowMs, stop = new AbortController().signal) {
      const own = await connectionsFor(database, "collecting");
      try {
        const taken = await Leader.tryTake(own);
        if (taken === null) return false;
        await new Shift(workplace, taken, stop).work(nowMs).finally(() => taken.release());
        return true;
      } finally {
        await own.close().catch(() => {});
      }
    },
  };
}

/** An import beside the collector may bring other starts: they are seen after this time at most. */
const longestSleepMs = 5 * minuteMs;
/** While a lane works, the others are looked after this often by the machine's clock. */
const lookEveryMs = 500;
/** Work that is open when the collector ends is given so long by the machine's clock. */
const lastWordsMs = 4_000;

/** One node's time as the leader: it does what is due, and sleeps until the next moment. */
class Shift {
  readonly #workplace: Workplace;
  readonly #jobs: readonly Job[];
  readonly #leader: Leader;
  readonly #stop: AbortSignal;
  readonly #signal: AbortSignal;
  readonly #games: KnownGames;
  readonly #lanes = new Map<Lane, Promise<void>>();
  #history = new History();

  constructor(workplace: Workplace, leader: Leader, stop: AbortSignal) {
    this.#workplace = workplace;
    this.#jobs = jobsOf(workplace);
    this.#leader = leader;
    this.#stop = stop;
    this.#signal = AbortSignal.any([stop, leader.lost]);
    this.#games = new KnownGames(workplace.database);
  }

  get #knowledge(): Knowledge {
    return { history: this.#history, games: this.#games };
  }

  /**
   * Works until the signal is aborted or the lead is lost.
   * @param onceMs does everything that is due at this moment, and what becomes due by that, and returns; null: goes on.
   */
  async work(onceMs: number | null): Promise<void> {
    const { clock } = this.#workplace;
    await this.#patiently(async () => {
      this.#history = await readHistory(this.#workplace.database);
    });
    while (!this.#signal.aborted) {
      const nowMs = onceMs ?? clock.nowMs();
      await this.#patiently(() => this.#begin(nowMs));
      if (this.#lanes.size > 0) {
        // A simulated clock stands still while something is asked, so that an answer takes no time there.
        await within(Promise.race(this.#lanes.values()), lookEveryMs, this.#signal);
        continue;
      }
      if (onceMs !== null) break;
      await clock.sleep(Math.max(0, Math.min(this.#nextMs(nowMs) - nowMs, longestSleepMs)), this.#signal);
    }
    await within(Promise.all(this.#lanes.values()), lastWordsMs);
  }

  /** Begins what is due in lanes that are free. */
  async #begin(nowMs: number): Promise<void> {
    await this.#games.refresh(nowMs);
    this.#history.forgetAfter(nowMs);
    for (const job of this.#jobs) {
      if (this.#lanes.has(job.lane) || this.#signal.aborted) continue;
      const dueMs = job.next(this.#knowledge, nowMs);
      if (dueMs === null || dueMs > nowMs) continue;
      const lane = this.#do(job, dueMs, nowMs).finally(() => this.#lanes.delete(job.lane));
      this.#lanes.set(job.lane, lane);
    }
  }

  #nextMs(nowMs: number): number {
    return Math.min(...this.#jobs.map((job) => job.next(this.#knowledge, nowMs) ?? Number.POSITIVE_INFINITY));
  }

  async #do(job: Job, dueMs: number, nowMs: number): Promise<void> {
    const { log, clock } = this.#workplace;
    const run = { job: job.name, dueMs };
    try {
      const ended = await this.#written(() => beginRun(this.#leader, run, nowMs));
      if (ended !== null) return this.#history.note(ended);
      const about = { leader: this.#leader, dueMs, nowMs, signal: this.#signal, stop: this.#stop };
      const end = await job.run({ ...this.#knowledge, ...about }).catch((error: unknown) => failedRun(error));
      // A run that was broken off stays open, and is done again.
      if (end === null) return;
      const endedMs = clock.nowMs();
      await this.#written(() => endRun(this.#leader, run, endedMs, end));
      this.#history.note({ ...run, endedMs, outcome: end.outcome, isUnread: isUnreadReport(end.report) });
      this.#tell(job.name, dueMs, end);
    } catch (error) {
      if (this.#signal.aborted || error instanceof LeadLost) return;
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
    return untilWritten(this.#workplace, this.#signal, write);
  }

  /** Does a part of the loop; an outage, or a lead that is lost, must not end the collector. */
  async #patiently(work: () => Promise<void>): Promise<void> {
    try {
      await this.#written(work);
    } catch (error) {
      if (this.#signal.aborted || error instanceof LeadLost) return;
      this.#workplace.log.error({ err: error }, "the collector could not look what is due, and tries again");
      await shortPause(this.#signal);
    }
  }
}

/** @throws what waiting can mend. */
function failedRun(error: unknown): RunEnd {
  if (isAway(error) || error instanceof LeadLost) throw error;
  return { outcome: "failed", report: { error: error instanceof Error ? error.message : String(error) } };
}
