/** The shape of a job, when it is due and what it does then; and the rule of jobs that are due at a time of the day. */
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import { DatabaseError, DatabaseOutage, isDamage } from "../../database/database-error.ts";
import type { Database } from "../../database/engine.ts";
import type { Sport } from "../../domain/sports.ts";
import { hourMs } from "../../domain/times.ts";
import type { Asker, Clock } from "../asking/ask.ts";
import type { OddsClient, ResultsClient } from "../clients/client.ts";
import type { Leader } from "../leader.ts";
import { type History, type RunEnd, unreadUntil } from "../runs.ts";
import type { Slots } from "../schedule/daily-slots.ts";
import type { KnownGames } from "../schedule/known-games.ts";

/**
 * Jobs of one lane are done one after another, in the order of the table of jobs. The captures have a lane of their own,
 * because a slow provider of results must not make the last capture before a start late.
 */
export type Lane = "results" | "captures" | "event-captures";

export type Workplace = {
  readonly database: Database;
  readonly clock: Clock;
  readonly asker: Asker;
  readonly sports: readonly Sport[];
  readonly resultsClients: readonly ResultsClient[];
  readonly oddsClient: OddsClient | null;
  /** Returns how many credits of the UTC day of a moment may still be spent; infinity: there is no limit. */
  readonly creditsLeft: (nowMs: number) => Promise<number>;
  readonly log: Pick<Logger, "info" | "warn" | "error">;
  /** Done after each publish, such as telling a webhook of alarms. It never rejects. */
  readonly afterPublish?: () => Promise<void>;
};

/** The knowledge of the leader: what was done before, and which games there are. */
export type Knowledge = { readonly history: History; readonly games: KnownGames };

export type RunContext = Knowledge & {
  readonly leader: Leader;
  readonly dueMs: number;
  /** The moment at which the run began, by the clock. */
  readonly nowMs: number;
  /** Aborted when the collector ends, or another node has taken over. */
  readonly signal: AbortSignal;
  /** Aborted when the collector ends. What was received is written even when another node has taken over. */
  readonly stop: AbortSignal;
};

export type Job = {
  readonly name: string;
  readonly lane: Lane;
  /** The due moment, which names the run: at once, when it has passed. Null when nothing is known for which it would be due. */
  next(knowledge: Knowledge, nowMs: number): number | null;
  /** Null when the run was broken off, so that it stays open. @throws DatabaseError */
  run(context: RunContext): Promise<RunEnd | null>;
};

type SlotRule = {
  readonly job: string;
  readonly slots: Slots;
  /** A run of which something failed is followed by another one after this time; null: by the next slot. */
  readonly againMs: number | null;
};

/** A provider that is down for longer is left to the next slot, so that the others are not asked again all day. */
const againForMs = 4 * hourMs;

/**
 * A job that is due at a time of the day. The last slot is due when no run for it has ended: at the first start, and after a time in
 * which nobody collected. Of several missed slots only the last is made up for, because its run does the work of all of them.
 */
export function slotJob({ job, slots, againMs }: SlotRule, run: Job["run"]): Job {
  return {
    name: job,
    lane: "results",
    run,
    next({ history }, nowMs) {
      const { lastMs, nextMs } = slots(nowMs);
      const last = history.last(job, "done", "partly", "failed", "skipped");
      if (last === null || last.dueMs < lastMs) return lastMs;
      // Nothing is captured without a schedule, so a schedule that could not be read is asked for until it can be.
      if (last.isUnread) return unreadUntil(last);
      if (againMs === null || last.outcome === "done") return nextMs;
      const atMs = last.endedMs + againMs;
      return atMs > lastMs + againForMs ? nextMs : Math.min(nextMs, atMs);
    },
  };
}

/** By the machine's clock: a database that is restarted knows nothing of a simulated one. */
const againMs = 1_000;

/** Whether doing it again later may help: damage is still there later. */
export function isAway(error: unknown): error is DatabaseError {
  if (error instanceof DatabaseOutage) return true;
  return error instanceof DatabaseError && !isDamage(error);
}

/** A moment in which a database may come back. */
export async function shortPause(signal: AbortSignal): Promise<void> {
  await pause(againMs, undefined, { signal }).catch(() => {});
}

/**
 * Waits for a database that is away: what was received meanwhile is in memory, and is written when it is back.
 * Tries until the database has done it, or the signal is aborted; then throws the last failure.
 */
export async function untilWritten<Result>(
  { log }: Pick<Workplace, "log">,
  signal: AbortSignal,
  write: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (!isAway(error) || signal.aborted) throw error;
      if (attempt === 1) log.warn({ err: error }, "the database is away; the collector waits for it");
    }
    await shortPause(signal);
  }
}
