/** The schedules of the days to come, once a day. Everything that is asked during a day follows from them. */
import { hourMs } from "../../domain/durations.ts";
import { slateDate } from "../../domain/slate-date.ts";
import { askResults, plannedAsks, type SlateSpan } from "./ask-results.ts";
import type { Job, Workplace } from "./job.ts";
import { nextSlotRun, plannedSlots, type SlotRule, slotsOf } from "./slot-job.ts";

const name = "calendar";
const rule = { job: name, slots: slotsOf("0 6 * * *"), againMs: hourMs } satisfies SlotRule;
const daysAhead = 8;

export function calendarJob(workplace: Workplace): Job {
  const spansAt = (nowMs: number): SlateSpan[] => {
    const from = slateDate(nowMs);
    const to = Temporal.PlainDate.from(from).add({ days: daysAhead }).toString();
    return workplace.sports.map((sport) => ({ sport, from, to }));
  };
  return {
    name,
    lane: "results",
    next: (knowledge, nowMs) => nextSlotRun(rule, knowledge, nowMs),
    async run(context) {
      const report = await askResults(workplace, name, spansAt(context.nowMs), context);
      return report?.end() ?? null;
    },
    plan: (knowledge, nowMs, untilMs) =>
      plannedSlots(rule, knowledge, nowMs, untilMs).flatMap((atMs) =>
        plannedAsks(workplace, name, spansAt(atMs), atMs),
      ),
  };
}
