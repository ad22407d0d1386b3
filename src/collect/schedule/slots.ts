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
  return {
    lastMs(nowMs) {
      // What croner gives lies before a moment, of which it leaves the milliseconds out.
      const times = cron.previousRuns(2, new Date(nowMs + 1000)).map(Number);
      return known(
        times.find((timeMs) => timeMs <= nowMs),
        pattern,
      );
    },
    nextMs: (nowMs) => known(cron.nextRun(new Date(nowMs))?.getTime(), pattern),
  };
}

function known(timeMs: number | undefined, pattern: string): number {
  if (timeMs === undefined) throw new RangeError(`"${pattern}" is never due`);
  return timeMs;
}
