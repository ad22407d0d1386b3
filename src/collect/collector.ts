/** The collector: it asks providers when something is due, takes the answers, and publishes every night, by itself. */
import { setTimeout as pause } from "node:timers/promises";
import { connectionsFor, type Database } from "../database/engine.ts";
import { sports as allSports, type Sport } from "../domain/sports.ts";
import type { Planned, Workplace } from "./jobs/job.ts";
import { Lease, type LeaseTimes, newHolder, usualLeaseTimes } from "./runs/lease.ts";
import type { CreditLimit } from "./schedule/credit-rule.ts";
import { plannedBy, Shift } from "./shift.ts";

type Needed = Pick<Workplace, "database" | "clock" | "asker" | "resultsClients" | "oddsClient" | "log">;

export type CollectorOptions = Needed & {
  /** Only these are asked for; all otherwise. */
  readonly sports?: readonly Sport[];
  readonly afterPublish?: () => Promise<void>;
  /** No limit otherwise. */
  readonly credits?: CreditLimit;
  /** By the machine's clock. */
  readonly lease?: LeaseTimes;
  /** Names this node in the bookkeeping. */
  readonly holder?: string;
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
  /** Returns the requests that would be made up to a moment. @throws DatabaseError */
  plan(nowMs: number, untilMs: number): Promise<readonly Planned[]>;
};

const unlimited: CreditLimit = { leftAt: () => null, renewsAt: (nowMs) => nowMs };

export function openCollector({ sports, credits, lease, holder, ...needed }: CollectorOptions): Collector {
  const workplace: Workplace = { ...needed, sports: sports ?? allSports, credits: credits ?? unlimited };
  const times = lease ?? usualLeaseTimes;
  const name = holder ?? newHolder();
  const { database, log } = workplace;

  /** Waits for the lease; null when the collector is to end. */
  async function leaseOf(own: Database, stop: AbortSignal): Promise<Lease | null> {
    let isTold = false;
    while (!stop.aborted) {
      try {
        const taken = await Lease.tryTake(own, name, times);
        if (taken !== null) return taken;
        if (!isTold) log.info({ holder: name }, "another node collects; this one waits in case it ends");
        isTold = true;
      } catch (error) {
        log.warn({ err: error }, "whether another node collects cannot be asked now");
      }
      await pause(times.everyMs, undefined, { signal: stop }).catch(() => {});
    }
    return null;
  }

  return {
    async run(stop) {
      const own = await connectionsFor(database, "collecting");
      while (!stop.aborted) {
        const taken = await leaseOf(own, stop);
        if (taken === null) break;
        log.info({ holder: name }, "this node collects from now on");
        try {
          await new Shift(workplace, taken, stop).work();
        } catch (error) {
          log.error({ err: error }, "collecting broke off, and begins again");
        } finally {
          await taken.release();
        }
        if (!stop.aborted) log.warn({ holder: name }, "this node collects no longer");
      }
      await own.close().catch(() => {});
    },
    async runDue(nowMs, stop = new AbortController().signal) {
      const own = await connectionsFor(database, "collecting");
      try {
        const taken = await Lease.tryTake(own, name, times);
        if (taken === null) return false;
        await new Shift(workplace, taken, stop).workOnce(nowMs).finally(() => taken.release());
        return true;
      } finally {
        await own.close().catch(() => {});
      }
    },
    plan: (nowMs, untilMs) => plannedBy(workplace, nowMs, untilMs),
  };
}
