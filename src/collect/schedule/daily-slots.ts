/** The moments of a time of day in New York, where a night of games ends. */
import { newYorkInstantMs, slateDate } from "../../domain/times.ts";

/** The last slot at or before a moment, and the first one after it. */
export type Slots = (nowMs: number) => { readonly lastMs: number; readonly nextMs: number };

/** @param time not before 04:00, when a slate's day begins. */
export function dailySlots(time: string): Slots {
  // Most questions are about the same span between two slots, and time zones take long to work out.
  let span = { lastMs: 0, nextMs: 0 };
  return (nowMs) => {
    if (nowMs >= span.lastMs && nowMs < span.nextMs) return span;
    const day = Temporal.PlainDate.from(slateDate(nowMs));
    const at = (days: number) => newYorkInstantMs(day.add({ days }).toString(), time);
    const today = at(0);
    span = today <= nowMs ? { lastMs: today, nextMs: at(1) } : { lastMs: at(-1), nextMs: today };
    return span;
  };
}
