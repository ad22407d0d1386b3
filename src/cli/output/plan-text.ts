/** The plan of a collector for a person: a line a job, and what it costs. */
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
    "The next 24 hours, by the games that are known now. Details of finals are asked for besides, one request a game.",
    ...tableLines(columns, rows),
    `credits: ${costText(planned)}${budget}`,
  ];
}

function costText(planned: readonly Planned[]): string {
  return countText(planned.reduce((sum, { credits }) => sum + credits, 0));
}
