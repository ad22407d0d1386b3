/** The plan of what a collector will pay for: a line a job. */
import { countText, minuteText, tableLines } from "./table-text.ts";

type Planned = { readonly atMs: number; readonly job: string; readonly what: string; readonly credits: number };

export function collectPlanLines(planned: readonly Planned[], creditsPerDay: number | null): string[] {
  const jobs = [...Map.groupBy(planned, ({ job }) => job)];
  const rows = jobs.map(([job, runs]) => {
    const times = runs.map(({ atMs }) => atMs);
    return [
      job,
      countText(runs.length),
      costText(runs),
      minuteText(Math.min(...times)),
      minuteText(Math.max(...times)),
    ];
  });
  const columns = ["job", { number: "requests" }, { number: "credits" }, "first (UTC)", "last (UTC)"];
  const budget =
    creditsPerDay === null ? "" : ` of ${countText(creditsPerDay)} that a UTC day may cost (CREDITS_PER_DAY)`;
  return [
    "What costs credits in the next 24 hours, by the games that are known now.",
    ...tableLines(columns, rows),
    `credits: ${costText(planned)}${budget}`,
  ];
}

function costText(planned: readonly Planned[]): string {
  return countText(planned.reduce((sum, { credits }) => sum + credits, 0));
}
