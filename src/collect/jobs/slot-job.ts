/** Jobs that are due at times of the day. */
import { Cron } from "croner";
import { hourMs } from "../../domain/durations.ts";
import { newYork } from "../../domain/slate-date.ts";
import type { RunOutcome } from "../runs/tables.ts";
import type { Due, Knowledge } from "./job.ts";
import { unreadUntil } from "./unread.ts";

const ended = ["done", "partly", "failed", "skipped", "missed"] as const satisfies readonly RunOutcome[];

export type SlotRule = {
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
export function nextSlotRun({ job, slots, againMs }: SlotRule, { history }: Knowledge, nowMs: number): Due {
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

/** When a job will run in a span, its beginning included. */
export function plannedSlots(rule: SlotRule, knowledge: Knowledge, nowMs: number, untilMs: number): number[] {
  const { atMs } = nextSlotRun(rule, knowledge, nowMs);
  const first = Math.max(nowMs, atMs);
  return first > untilMs ? [] : [first, ...slotsBetween(rule.slots, first, untilMs)];
}

/** The slots of a span, after its beginning. */
export function slotsBetween(slots: Slots, fromMs: number, untilMs: number): number[] {
  const times: number[] = [];
  for (let atMs = slots.nextMs(fromMs); atMs <= untilMs; atMs = slots.nextMs(atMs)) times.push(atMs);
  return times;
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
