/** The page of status: how new the data is. */

import type { Revision } from "../../contract/lists/changes.ts";
import type { SportRow } from "../../contract/lists/reference.ts";
import type { ProofState } from "../../release/proof/manifests.ts";
import { capitalized, countText, momentTag } from "../frame/formats.ts";
import { card } from "../ui/card.ts";
import { type Html, html } from "../ui/html.ts";
import { table } from "../ui/table.ts";
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
  const rows = sports.map(({ sport, name, seasons, last_completed_game: last }) => {
    const newest = seasons.at(-1);
    const isRunning = newest?.status === "in_progress";
    return [
      html`<a href="/coverage?sport=${sport}"><abbr title="${name}">${sportLabels[sport]}</abbr></a>`,
      newest?.season ?? "",
      html`<span class="pill ${isRunning ? "good" : ""}">${isRunning ? "In progress" : "Complete"}</span>`,
      countText(newest?.games ?? 0),
      // A slate date, which is a day in no time zone.
      last === null ? "" : html`<time datetime="${last}">${last}</time>`,
      countText(seasons.reduce((sum, { games }) => sum + games, 0)),
    ];
  });
  const columns = [
    ...[{ head: "Sport" }, { head: "Newest season" }, { head: "State" }],
    { head: "Games in it", look: "number second" },
    { head: "Last game", look: "second" },
    { head: "Games of all seasons", look: "number second" },
  ];
  return card(
    { id: "sports-title", title: "Sports" },
    table({ name: "Sports", look: "status two-lines", columns, rows }),
  );
}

function proofCard({ revision, fingerprint, commands, why_unsigned: why }: ProofState): Html {
  const lines = commands.map((command) => html`<p class="breakable"><code>${command}</code></p>`);
  const signed = html`<p class="breakable">The key <code>${fingerprint ?? ""}</code> has signed the manifest of revision ${countText(revision)}, which has the SHA-256 of every file. This checks it:</p>
${lines}`;
  const unsigned = html`<p>The manifest of revision ${countText(revision)} is not signed. ${why ?? ""}</p>`;
  const hint = html`<a href="/docs/files#proof">What it proves, and how to check it</a>`;
  return card({ id: "proof-title", title: "Proof of the files", hint }, fingerprint === null ? unsigned : signed);
}

function revisionsTable(revisions: readonly Revision[], addedDay: string | null, nowMs: number): Html {
  const rows = revisions.map((revision, index) => {
    const news = newsOf(revision, index === 0 ? addedDay : null, nowMs) ?? "";
    return [revision.revision, momentTag(Date.parse(revision.published_at)), capitalized(news)];
  });
  const columns = [{ head: "Revision", look: "number" }, { head: "Published" }, { head: "With" }];
  const hint = html`<code>/v1/changes</code> has every value that changed.`;
  const title = "Newest updates";
  return card({ id: "revisions-title", title, hint }, table({ name: title, look: "status", columns, rows }));
}
