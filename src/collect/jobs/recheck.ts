/**
 * A second look at the last days, before a publish: corrected scores, and details that were not there yet. After a time
 * in which nobody collected, it goes back to the last look, and so catches up with finals that were missed.
 */
import { dayMs, hourMs } from "../../domain/durations.ts";
import { slateDate } from "../../domain/slate-date.ts";
import { askResults, plannedAsks, type SlateSpan } from "./ask-results.ts";
import type { Job, Knowledge, Workplace } from "./job.ts";
import { nextSlotRun, plannedSlots, type SlotRule, slotsOf } from "./slot-job.ts";

const name = "recheck";
const rule = { job: name, slots: slotsOf("30 4 * * *"), againMs: hourMs } satisfies SlotRule;
const daysBack = 7;
/** More than this is a back-fill, which an operator orders. */
const mostDaysBack = 60;

export function recheckJob(workplace: Workplace): Job {
  const spansAt = ({ history }: Pick<Knowledge, "history">, nowMs: number): SlateSpan[] => {
    const today = Temporal.PlainDate.from(slateDate(nowMs));
    const last = history.last(name, "done", "partly");
    const sinceLast = last === null ? 0 : Math.ceil((nowMs - last.dueMs) / dayMs);
    const days = Math.min(mostDaysBack, Math.max(daysBack, sinceLast));
    const from = today.subtract({ days }).toString();
    return workplace.sports.map((sport) => ({ sport, from, to: today.toString() }));
  };
  return {
    name,
    lane: "results",
    next: (knowledge, nowMs) => nextSlotRun(rule, knowledge, nowMs),
    async run(context) {
      const spans = spansAt(context, context.nowMs);
      // A night that failed in part is done again, and what costs is paid for once.
      const mayCost = rule.slots.lastMs(context.dueMs) === context.dueMs;
      const report = await askResults(workplace, name, spans, context, mayCost);
      if (report === null) return null;
      const { from = null, to = null } = spans[0] ?? {};
      return report.end({ from, to, left_out_for_credits: report.leftOut });
    },
    plan: (knowledge, nowMs, untilMs) =>
      plannedSlots(rule, knowledge, nowMs, untilMs).flatMap((atMs) =>
        plannedAsks(workplace, name, spansAt(knowledge, atMs), atMs),
      ),
  };
}
