/** How the nights went: what came in, what was published, what is overdue; and the alarms that are on. */
import type { FastifyReply } from "fastify";
import { html } from "ghtml";
import { countText, momentTag } from "../frame/formats.ts";
import type { Nights, Report } from "./desk.ts";
import { type OperatorVisit, sendOperate, tableCard } from "./visit.ts";

const collectingTexts: Readonly<Record<Nights["collecting"], string>> = {
  never: "nobody has ever collected into this database",
  running: "a node collects",
  stopped: "stopped in good order",
  gone: "the process is gone, and no other has taken over",
};

export async function showNights(visit: OperatorVisit): Promise<FastifyReply> {
  const nights = await visit.operators.desk.nights();
  const { revision, unpublishedImports: waiting, failedImports: failed, overdue } = nights;
  const body = html`<h1>Nights</h1>
!${overdue.map(({ what, why, since }) => html`<p class="notice bad"><strong>Overdue: ${what}</strong>, ${why}, since !${momentTag(Date.parse(since))}.</p>`)}
<section class="card" aria-labelledby="now-title"><div class="card-head"><h2 id="now-title">Now</h2></div>
<dl class="facts-list"><div><dt>Last publish</dt><dd>!${timeOf(nights.lastPublishAt)}!${revision === null ? "" : html`, revision ${countText(revision)}`}</dd></div>
<div><dt>Last import</dt><dd>!${timeOf(nights.lastImportAt)}</dd></div>
<div><dt>Not published yet</dt><dd>${importsText(waiting)}</dd></div>
<div><dt>Failed since the last publish</dt><dd>${importsText(failed)}</dd></div>
<div><dt>Collecting</dt><dd>${collectingTexts[nights.collecting]}</dd></div>
<div><dt>Alarms</dt><dd>${nights.alarms.length === 0 ? "none is on" : `${countText(nights.alarms.length)} on`}</dd></div></dl></section>
!${tableCard("Newest imports and publishes", {
    id: "reports-title",
    columns: ["Report", "Began", "Of", "Outcome", "Seconds", "Error"],
    rows: nights.reports.map(reportRow),
    none: "Nothing was imported or published.",
  })}
<p class="hint"><code>gradeline report NUMBER</code> says what a report found.</p>`;
  return sendOperate(visit, { title: "Nights", path: "", body });
}

function importsText(count: number): string {
  return `${countText(count)} ${count === 1 ? "import" : "imports"}`;
}

function timeOf(at: string | null): string {
  return at === null ? "never" : momentTag(Date.parse(at));
}

const tones: Readonly<Record<string, string>> = { changed: "good", refused: "bad", failed: "bad" };

function reportRow({ reportId, source, at, durationMs, outcome, error }: Report): string {
  return html`<tr><th scope="row">${reportId}</th><td>!${momentTag(Date.parse(at))}</td><td>${source}</td>
<td><span class="pill ${tones[outcome] ?? ""}">${outcome}</span></td><td>${(durationMs / 1000).toFixed(1)}</td><td class="words">${error ?? ""}</td></tr>`;
}

export async function showAlarms(visit: OperatorVisit): Promise<FastifyReply> {
  const alarms = await visit.operators.desk.alarms();
  const rows = alarms.map(
    ({ rule, sport, since, count, example }) =>
      html`<tr><th scope="row">${rule}</th><td>${sport}</td><td>!${momentTag(Date.parse(since))}</td><td>${countText(count)}</td><td class="words">${example}</td></tr>`,
  );
  const body = html`<h1>Alarms</h1>
!${tableCard("Alarms that are on", {
    id: "alarms-title",
    columns: ["Rule", "Sport", "Since", "Games", "Such as"],
    rows,
    none: "No alarm is on.",
  })}
<p class="hint">A publish puts an alarm on, and off again when it finds the rule kept.</p>`;
  return sendOperate(visit, { title: "Alarms", path: "/alarms", body });
}
