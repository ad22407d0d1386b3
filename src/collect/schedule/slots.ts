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
  const lastAt = (nowMs: number): number => {
    // What croner gives lies before a moment, of which it leaves the milliseconds out.
    const times = cron.previousRuns(2, new Date(nowMs + 1000)).map(Number);
    return known(
      times.find((timeMs) => timeMs <= nowMs),
      pattern,
    );
  };
  const nextAt = (nowMs: number): number => known(cron.nextRun(new Date(nowMs))?.getTime(), pattern);
  const slotsAt = (nowMs: number): Around => ({ lastMs: lastAt(nowMs), nextMs: nextAt(nowMs) });
  // The two are asked for moments of their own, such as now and the start of the next game.
  const [forLast, forNext] = [kept(slotsAt), kept(slotsAt)];
  return { lastMs: (nowMs) => forLast(nowMs).lastMs, nextMs: (nowMs) => forNext(nowMs).nextMs };
}

/** The slots around a moment: at or before it, and after it. */
type Around = { readonly lastMs: number; readonly nextMs: number };

/** Every step of the collector asks for these times, and croner takes half a millisecond to find one. */
function kept(slotsAt: (nowMs: number) => Around): (nowMs: number) => Around {
  let around: Around | null = null;
  return (nowMs) => {
    if (around === null || nowMs < around.lastMs || nowMs >= around.nextMs) around = slotsAt(nowMs);
    return around;
  };
}

function known(timeMs: number | undefined, pattern: string): number {
  if (timeMs === undefined) throw new RangeError(`"${pattern}" is never due`);
  return timeMs;
}
