/** Draws the requests per day as bars, on the server, and shows the same numbers as a table. */

import * as Plot from "@observablehq/plot";
import type { Usage } from "../../../access/usage.ts";
import { countText, dayTag, dayText } from "../../frame/formats.ts";
import { drawnForWindows, drawPicture, ink } from "../../pictures/draw.ts";
import { type Html, html } from "../../ui/html.ts";

type Days = Usage["days"];

export function usageChart(days: Days): Html {
  const total = days.reduce((sum, { requests }) => sum + requests, 0);
  return html`<section class="card usage" aria-labelledby="usage-title">
<div class="card-head"><h2 id="usage-title">Requests per day</h2>
<p class="hint"><strong>${countText(total)}</strong> in ${days.length} days, counted in UTC</p></div>
${total === 0 ? nothingYet : html`<div class="picture">${drawnForWindows((width) => draw(days, total, width))}</div>`}
<details><summary>Show as a table</summary>${table(days)}</details>
</section>`;
}

const nothingYet = html`<div class="empty small"><p>No requests in the last 30 days. They show up here as they are made.</p></div>`;

function draw(days: Days, total: number, width: number): Html {
  const top = scaleTop(Math.max(...days.map(({ requests }) => requests)));
  const today = days.at(-1)?.day;
  const named = [days[0], days[Math.floor(days.length / 2)], days.at(-1)].map((each) => each?.day ?? "");
  const title = ({ day, requests }: Days[number]) =>
    `${dayText(day)}${day === today ? " (today)" : ""}: ${countText(requests)} requests`;
  return drawPicture(
    {
      width,
      height: 210,
      marginLeft: 52,
      marginRight: 28,
      marginTop: 12,
      marginBottom: 26,
      x: { type: "band", domain: days.map(({ day }) => day), padding: 0.3, axis: null },
      y: { domain: [0, top], axis: null },
      marks: [
        Plot.gridY([0, top / 2, top], { stroke: ink.grid, strokeOpacity: 1 }),
        Plot.axisY([0, top / 2, top], { tickFormat: countText, tickSize: 0, label: null }),
        Plot.axisX(named, {
          tickFormat: (day: string) => (day === today ? "Today" : dayText(day)),
          tickSize: 0,
          label: null,
        }),
        Plot.barY(days, {
          x: "day",
          y: "requests",
          rx: 2,
          // Today is not over.
          fill: ink.accent,
          fillOpacity: ({ day }: Days[number]) => (day === today ? 0.55 : 1),
        }),
        // A day without requests is pointed at too, wherever one points in its column.
        Plot.barY(days, { x: "day", y: () => top, fill: ink.text, fillOpacity: 0, inset: -3, title }),
      ],
    },
    { title: describe(days, total), description: "The table below has every number." },
  );
}

function describe(days: Days, total: number): string {
  const busiest = days.reduce((most, each) => (each.requests > most.requests ? each : most));
  return `Bar chart of requests per day over ${days.length} days: ${countText(total)} in total, most on ${dayText(busiest.day)} with ${countText(busiest.requests)}.`;
}

function table(days: Days): Html {
  const rows = days
    .toReversed()
    .map(({ day, requests }) => html`<tr><th scope="row">${dayTag(day)}</th><td>${countText(requests)}</td></tr>`);
  return html`<table class="numbers"><caption class="hidden">Requests per day, newest first</caption>
<thead><tr><th scope="col">Day</th><th scope="col">Requests</th></tr></thead><tbody>${rows}</tbody></table>`;
}

/** Returns the next round number that is even, because the scale shows its half too. */
function scaleTop(most: number): number {
  const step = 10 ** Math.floor(Math.log10(Math.max(most, 1)));
  return [1, 2, 3, 4, 5, 6, 8, 10].map((each) => each * step).find((each) => each >= most && each % 2 === 0) ?? most;
}
