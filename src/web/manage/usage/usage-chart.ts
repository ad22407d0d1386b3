/** Draws the requests per day as bars, on the server, and shows the same numbers as a table. */
import { html } from "ghtml";
import type { Usage } from "../../../access/usage.ts";
import { countText, dayTag, dayText } from "../frame/formats.ts";

type Days = Usage["days"];

export function usageChart(days: Days): string {
  const total = days.reduce((sum, { requests }) => sum + requests, 0);
  return html`<section class="card usage" aria-labelledby="usage-title">
<div class="card-head"><h2 id="usage-title">Requests per day</h2>
<p class="hint"><strong>${countText(total)}</strong> in ${days.length} days, counted in UTC</p></div>
!${total === 0 ? nothingYet : chart(days, total)}
<details><summary>Show as a table</summary>!${table(days)}</details>
</section>`;
}

const nothingYet = html`<div class="empty small"><p>No requests in the last 30 days. They show up here as they are made.</p></div>`;

function chart(days: Days, total: number): string {
  const top = scaleTop(Math.max(...days.map(({ requests }) => requests)));
  const slot = 100 / days.length;
  const bars = days.map(({ day, requests }, index) => {
    const height = requests === 0 ? 0 : Math.max(1, (requests / top) * 100);
    const isToday = index === days.length - 1;
    // The transparent `day-room` covers the day's whole column, so that the title appears wherever one points in it.
    return html`<g class="day"><title>${dayText(day)}${isToday ? " (today)" : ""}: ${countText(requests)} requests</title>
<rect class="day-room" x="${percent(index * slot)}" y="0" width="${percent(slot)}" height="100%"/>
<rect class="day-bar${isToday ? " today" : ""}" x="${percent(index * slot + slot * 0.15)}" y="${percent(100 - height)}" width="${percent(slot * 0.7)}" height="${percent(height)}" rx="2"/></g>`;
  });
  const lines = [0, 50, 100].map(
    (y) => html`<line class="grid" x1="0" x2="100%" y1="${y}%" y2="${y}%" shape-rendering="crispEdges"/>`,
  );
  const middle = days[Math.floor(days.length / 2)];
  return html`<figure class="chart">
<div class="scale" aria-hidden="true"><span>${countText(top)}</span><span>${countText(top / 2)}</span><span>0</span></div>
<svg role="img" aria-label="${describe(days, total)}" width="100%" height="180" overflow="visible">!${lines}!${bars}</svg>
<div class="dates" aria-hidden="true"><span>${dayText(days[0]?.day ?? "")}</span><span>${dayText(middle?.day ?? "")}</span><span>Today</span></div>
</figure>`;
}

function describe(days: Days, total: number): string {
  const busiest = days.reduce((most, each) => (each.requests > most.requests ? each : most));
  return `Bar chart of requests per day over ${days.length} days: ${countText(total)} in total, most on ${dayText(busiest.day)} with ${countText(busiest.requests)}. The table below has every number.`;
}

function table(days: Days): string {
  const rows = days
    .toReversed()
    .map(({ day, requests }) => html`<tr><th scope="row">!${dayTag(day)}</th><td>${countText(requests)}</td></tr>`);
  return html`<table class="numbers"><caption class="hidden">Requests per day, newest first</caption>
<thead><tr><th scope="col">Day</th><th scope="col">Requests</th></tr></thead><tbody>!${rows}</tbody></table>`;
}

function percent(share: number): string {
  return `${Number(share.toFixed(3))}%`;
}

/** Returns the next round number that is even, because the scale shows its half too. */
function scaleTop(most: number): number {
  const step = 10 ** Math.floor(Math.log10(Math.max(most, 1)));
  return [1, 2, 3, 4, 5, 6, 8, 10].map((each) => each * step).find((each) => each >= most && each % 2 === 0) ?? most;
}
