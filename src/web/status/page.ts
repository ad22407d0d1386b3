/** The page of status: how new the data is. */

import type { Revision } from "../../contract/lists/changes.ts";
import type { SportRow } from "../../contract/lists/reference.ts";
import type { ProofState } from "../../release/proof/manifests.ts";
import { countText, momentTag } from "../frame/formats.ts";
import { type Html, html, noHtml } from "../ui/html.ts";
import { sportLabels } from "../ui/words.ts";
import type { Status } from "./read.ts";
import { newsOf, statusSentence } from "./sentence.ts";

export const statusDescription =
  "When the data was last updated, at which revision, and which seasons are in progress.";

export function statusBody(status: Status, nowMs: number): Html {
  const { sports, revisions, addedDay, proof } = status;
  const published = sports?.filter(({ seasons }) => seasons.length > 0) ?? [];
  return html`<div class="coverage-head"><h1>Status of the data</h1>
<p class="lead status-line">${statusSentence(status, nowMs)}</p></div>
${published.length === 0 ? "" : sportsTable(published)}
${revisions === null || revisions.length === 0 ? "" : revisionsTable(revisions, addedDay, nowMs)}
${proof === null ? "" : proofCard(proof)}`;
}

function sportsTable(sports: readonly SportRow[]): Html {
  const lines = sports.map(({ sport, name, seasons, last_completed_game }) => {
    const newest = seasons.at(-1);
    const isRunning = newest?.status === "in_progress";
    const all = seasons.reduce((sum, { games }) => sum + games, 0);
    return html`<tr><th scope="row"><a href="/coverage?sport=${sport}"><abbr title="${name}">${sportLabels[sport]}</abbr></a></th><td>${newest?.season ?? ""}</td><td><span class="pill ${isRunning ? html`good` : ""}">${isRunning ? "In progress" : "Complete"}</span></td><td class="number second">${countText(newest?.games ?? 0)}</td><td class="second">${dayTag(last_completed_game)}</td><td class="number second">${countText(all)}</td></tr>`;
  });
  return html`<section class="card" aria-labelledby="sports-title"><div class="card-head"><h2 id="sports-title">Sports</h2></div>
<div class="table" tabindex="0" role="group" aria-labelledby="sports-title"><table class="data status two-lines">
<thead><tr><th scope="col">Sport</th><th scope="col">Newest season</th><th scope="col">State</th><th scope="col" class="number second">Games in it</th><th scope="col" class="second">Last game</th><th scope="col" class="number second">Games of all seasons</th></tr></thead>
<tbody>${lines}</tbody></table></div></section>`;
}

/** A slate date, which is a day in no time zone. */
function dayTag(day: string | null): Html {
  return day === null ? noHtml : html`<time datetime="${day}">${day}</time>`;
}

function proofCard({ revision, fingerprint, commands, why_unsigned: why }: ProofState): Html {
  const lines = commands.map((command) => html`<p class="breakable"><code>${command}</code></p>`);
  const signed = html`<p class="breakable">The key <code>${fingerprint ?? ""}</code> has signed the manifest of revision ${countText(revision)}, which has the SHA-256 of every file. This checks it:</p>
${lines}`;
  const unsigned = html`<p>The manifest of revision ${countText(revision)} is not signed. ${why ?? ""}</p>`;
  return html`<section class="card" aria-labelledby="proof-title"><div class="card-head"><h2 id="proof-title">Proof of the files</h2>
<p class="hint"><a href="/docs/proof">What it proves, and how to check it</a></p></div>
${fingerprint === null ? unsigned : signed}</section>`;
}

function revisionsTable(revisions: readonly Revision[], addedDay: string | null, nowMs: number): Html {
  const lines = revisions.map((revision, index) => {
    const news = newsOf(revision, index === 0 ? addedDay : null, nowMs);
    return html`<tr><th scope="row" class="number">${revision.revision}</th><td>${momentTag(Date.parse(revision.published_at))}</td><td>${news === null ? "" : news[0]?.toUpperCase() + news.slice(1)}</td></tr>`;
  });
  return html`<section class="card" aria-labelledby="revisions-title"><div class="card-head"><h2 id="revisions-title">Newest updates</h2>
<p class="hint"><code>/v1/changes</code> has every value that changed.</p></div>
<div class="table" tabindex="0" role="group" aria-labelledby="revisions-title"><table class="data status">
<thead><tr><th scope="col" class="number">Revision</th><th scope="col">Published</th><th scope="col">With</th></tr></thead>
<tbody>${lines}</tbody></table></div></section>`;
}
