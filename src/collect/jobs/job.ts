/** The shape of a job, when it is due and what it does then; and the rule of jobs that are due at times of the day. */

import { setTimeout as pause } from "node:timers/promises";
import { Cron } from "croner";
import type { Logger } from "pino";
import { DatabaseError, DatabaseOutage, isDamage } from "../../database/database-error.ts";
import type { Database } from "../../database/engine.ts";
import { hourMs } from "../../domain/durations.ts";
import { newYork } from "../../domain/slate-date.ts";
import type { Sport } from "../../domain/sports.ts";
import type { Asker, Clock } from "../asking/ask.ts";
import type { CreditsLeft } from "../asking/memory.ts";
import type { OddsClient, ResultsClient } from "../clients/client.ts";
import type { Leader, RunOutcome } from "../runs/leader.ts";
import { type History, type RunEnd, unreadUntil } from "../runs/runs.ts";
import type { KnownGames } from "../schedule/known-games.ts";

/**
 * Jobs of one lane are done one after another, in the order of the table of jobs. The captures have a lane of their own,
 * because a slow provider of results must not make the last capture before a start late.
 */
export type Lane = "results" | "captures" | "event-captures";

/** The things that jobs work with. */
export type Workplace = {
  readonly database: Database;
  readonly clock: Clock;
  readonly asker: Asker;
  readonly sports: readonly Sport[];
  readonly resultsClients: readonly ResultsClient[];
  readonly oddsClient: OddsClient | null;
  readonly creditsLeft: CreditsLeft;
  readonly log: Pick<Logger, "info" | "warn" | "error">;
  /** Done after each publish, such as telling a webhook of alarms. It never rejects. */
  readonly afterPublish?: () => Promise<void>;
};

/** The knowledge of the leader: what was done before, and which games there are. */
export type Knowledge = { readonly history: History; readonly games: KnownGames };

export type Due = {
  /** Names the run. It lies in the past when the run is late. */
  readonly dueMs: number;
  /** The moment from which it may be done; at or before now: at once. */
  readonly atMs: number;
};

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
  /** Null when nothing is known for which it would be due. */
  next(knowledge: Knowledge, nowMs: number): Due | null;
  /** Null when the run was broken off, so that it stays open. @throws DatabaseError */
  run(context: RunContext): Promise<RunEnd | null>;
};

const ended = ["done", "partly", "failed", "skipped"] as const satisfies readonly RunOutcome[];

type SlotRule = {
  readonly job: string;
  readonly slots: Slots;
  /** A run of which something failed is followed by another one after this time; null: by the next slot. */
  readonly againMs: number | null;
};

/** A provider that is down for longer is left to the next slot, so that the others are not asked again all day. */
const againForMs = 4 * hourMs;

/**
 * The last slot is due when no run for it has ended: at the first start, and after a time in which nobody collected. Of
 * several missed slots only the last is made up for, because its run does the work of all of them.
 */
function nextSlotRun({ job, slots, againMs }: SlotRule, { history }: Knowledge, nowMs: number): Due {
  const slotMs = slots.lastMs(nowMs);
  const last = history.last(job, ...ended);
  if (last === null || last.dueMs < slotMs) return { dueMs: slotMs, atMs: slotMs };
  const nextMs = slots.nextMs(nowMs);
  // Nothing is captured without a schedule, so a schedule that could not be read is asked for until it can be.
  if (last.isUnread) return { dueMs: unreadUntil(last), atMs: unreadUntil(last) };
  const againAtMs = againMs === null || last.outcome === "done" ? nextMs : last.endedMs + againMs;
  const atMs = againAtMs > slotMs + againForMs ? nextMs : Math.min(nextMs, againAtMs);
  return { dueMs: atMs, atMs };
}

/** A job that is due at times of the day. */
export function slotJob(rule: SlotRule, run: Job["run"]): Job {
  return { name: rule.job, lane: "results", next: (knowledge, nowMs) => nextSlotRun(rule, knowledge, nowMs), run };
}

/** The times at which a job is due by the calendar, in New York, where a night of games ends. */
type Slots = {
  /** The last time at or before a moment. */
  lastMs(nowMs: number): number;
  /** The first time after a moment. */
  nextMs(nowMs: number): number;
};

/** @param pattern minute, hour, day, month, weekday; New York's clocks. */
export function slotsOf(pattern: string): Slots {
  const cron = new Cron(pattern, { timezone: newYork, paused: true });
  // Most questions are about the same span between two slots, and time zones take long to work out.
  let span = { lastMs: 0, nextMs: 0 };
  function spanAt(nowMs: number): typeof span {
    if (nowMs >= span.lastMs && nowMs < span.nextMs) return span;
    // The runs that croner gives lie before a moment, of which it leaves the milliseconds out.
    const before = cron.previousRuns(2, new Date(nowMs + 1000)).map(Number);
    const last = before.find((timeMs) => timeMs <= nowMs);
    span = { lastMs: known(last, pattern), nextMs: known(cron.nextRun(new Date(nowMs))?.getTime(), pattern) };
    return span;
  }
  return { lastMs: (nowMs) => spanAt(nowMs).lastMs, nextMs: (nowMs) => spanAt(nowMs).nextMs };
}

function known(timeMs: number | undefined, pattern: string): number {
  if (timeMs === undefined) throw new RangeError(`"${pattern}" is never due`);
  return timeMs;
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
 * @param onWait is told once, with the first failure.
 */
export async function untilWritten<Result>(
  write: () => Promise<Result>,
  signal: AbortSignal,
  onWait: (error: DatabaseError) => void,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (!isAway(error) || signal.aborted) throw error;
      if (attempt === 1) onWait(error);
    }
    await shortPause(signal);
  }
}
