/** The times at which jobs are due by the calendar, in New York, where a night of games ends. */
import { Cron } from "croner";
import { newYork } from "../../domain/slate-date.ts";

export type Slots = {
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
