/** The plan of a collector for a person: a line a job, and what it costs. */
import { countText, tableLines } from "./table-text.ts";

type Planned = { readonly atMs: number; readonly job: string; readonly what: string; readonly credits: number };

export function planLines(planned: readonly Planned[], creditsPerDay: number | null): string[] {
  const jobs = [...Map.groupBy(planned, ({ job }) => job)];
  const rows = jobs.map(([job, runs]) => {
    const times = runs.map(({ atMs }) => atMs);
    return [job, countText(runs.length), costText(runs), timeText(Math.min(...times)), timeText(Math.max(...times))];
  });
  const columns = [
    { title: "job" },
    { title: "requests", isNumber: true } as const,
    { title: "credits", isNumber: true } as const,
    { title: "first (UTC)" },
    { title: "last (UTC)" },
  ];
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

function timeText(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 16).replace("T", " ");
}
