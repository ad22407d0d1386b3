/** The requests per day. What draws them is loaded when somebody looks at them. */
import * as Plot from "@observablehq/plot";
import type { Usage } from "../../access/usage.ts";
import { ink } from "../pictures/draw.ts";
import { chart } from "../ui/chart.ts";
import { type Html, html } from "../ui/html.ts";
import { countText, dayTag, dayText } from "../ui/words.ts";

type Days = Usage["days"];

/** The requests per day as bars and as a table. */
export function usageChart(days: Days): Html {
  const total = days.reduce((sum, { requests }) => sum + requests, 0);
  const most = Math.max(...days.map(({ requests }) => requests));
  const busiest = days.find(({ requests }) => requests === most)?.day ?? "";
  const top = scaleTop(most);
  const today = days.at(-1)?.day;
  const named = [days[0], days[Math.floor(days.length / 2)], days.at(-1)].map((each) => each?.day ?? "");
  const dayName = (day: string) => (day === today ? "Today" : dayText(day));
  const title = ({ day, requests }: Days[number]) =>
    `${dayText(day)}${day === today ? " (today)" : ""}: ${countText(requests)} requests`;
  const drawn = chart({
    name: "Requests per day",
    caption: `${countText(total)} in ${days.length} days, counted in UTC`,
    says: `Bar chart of requests per day over ${days.length} days: ${countText(total)} in total, most on ${dayText(busiest)} with ${countText(most)}.`,
    x: { type: "band", domain: days.map(({ day }) => day), padding: 0.3, ticks: named, tickFormat: dayName },
    y: { domain: [0, top], ticks: [0, top / 2, top], tickFormat: countText },
    marks: [
      Plot.barY(days, {
        x: "day",
        y: "requests",
        rx: 2,
        fill: ink.accent,
        // Today is not over.
        fillOpacity: ({ day }: Days[number]) => (day === today ? 0.55 : 1),
      }),
      // A day without requests is pointed at too, wherever one points in its column.
      Plot.barY(days, { x: "day", y: () => top, fill: ink.text, fillOpacity: 0, inset: -3, title }),
    ],
    table: {
      columns: ["Day", { head: "Requests", look: "number" }],
      rows: days.toReversed().map(({ day, requests }) => [dayTag(day), countText(requests)]),
    },
    isWide: true,
    instead:
      total === 0
        ? html`<p class="hint">No requests in the last 30 days. They show up here as they are made.</p>`
        : null,
  });
  return html`<section class="card">${drawn}</section>`;
}

/** Returns the next round number that is even, because the scale shows its half too. */
function scaleTop(most: number): number {
  const step = 10 ** Math.floor(Math.log10(Math.max(most, 1)));
  return [1, 2, 3, 4, 5, 6, 8, 10].map((each) => each * step).find((each) => each >= most && each % 2 === 0) ?? most;
}
