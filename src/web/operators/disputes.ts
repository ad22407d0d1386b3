/** Games whose providers disagree, with forms that decide whose record counts. */
import type { FastifyReply } from "fastify";
import { html } from "ghtml";
import { momentTag } from "../frame/formats.ts";
import type { Dispute } from "./desk.ts";
import { csrfOf, deedForm, type OperatorVisit, sendOperate } from "./visit.ts";

/** Games on one page. More than these are not read one by one. */
const mostShown = 50;

export async function showDisputes(visit: OperatorVisit): Promise<FastifyReply> {
  const all = await visit.operators.desk.disputes();
  const inOrder = all.toSorted((one, other) => Number(other.open) - Number(one.open));
  const open = all.filter((each) => each.open).length;
  const csrf = csrfOf(visit);
  const body = html`<h1>Disputes</h1>
<p class="hint">${open} open, ${all.length - open} decided!${all.length > mostShown ? html`; ${mostShown} are shown, <code>gradeline resolve</code> has all` : ""}.
The next publish follows a decision.</p>
!${inOrder.length === 0 ? html`<section class="card"><p>There are no disputes and no decisions.</p></section>` : ""}
!${inOrder.slice(0, mostShown).map((dispute) => card(visit, csrf, dispute))}`;
  return sendOperate(visit, { title: "Disputes", path: "/disputes", body });
}

function card(visit: OperatorVisit, csrf: string, dispute: Dispute): string {
  const { game_id: id, open, published, reason, statements, decision } = dispute;
  const rows = statements.map(
    (each) => html`<tr><th scope="row">${each.provider}</th><td>${each.status}</td>
<td>${each.away} ${each.away_score ?? "–"} at ${each.home} ${each.home_score ?? "–"}</td><td>${each.game_date ?? "no date"}</td></tr>`,
  );
  const finals = statements.filter(({ status }) => status === "final").map(({ provider }) => provider);
  const choices = [...new Set(finals)].map((provider) => html`<option>${provider}</option>`);
  const game = html`<input type="hidden" name="game" value="${id}">`;
  const fields = html`!${game}<div class="field"><label for="${id}-provider">Take the score of</label>
<select id="${id}-provider" name="provider">!${choices}</select></div>`;
  return html`<section class="card" aria-labelledby="${id}"><div class="card-head"><h2 id="${id}">${id}</h2>
<p><span class="pill ${open ? "bad" : "good"}">${open ? "open" : "decided"}</span></p></div>
!${reason === null ? "" : html`<p>${reason}. ${published ? "It stays as it was published." : "It is not published."}</p>`}
!${decision === null ? "" : html`<p>Decided for ${decision.provider} (${decision.stated}), !${momentTag(Date.parse(decision.decided_at))}.</p>`}
<div class="table" tabindex="0" role="group" aria-labelledby="${id}"><table class="data">
<thead><tr><th scope="col">Provider</th><th scope="col">Status</th><th scope="col">Score</th><th scope="col">Date</th></tr></thead>
<tbody>!${rows}</tbody></table></div>
!${choices.length === 0 ? "" : deedForm(visit, { deed: "resolve", csrf, fields, button: html`Decide<span class="hidden"> ${id}</span>`, id })}
!${decision === null ? "" : deedForm(visit, { deed: "resolve undo", csrf, fields: game, button: html`Take the decision back<span class="hidden"> of ${id}</span>`, id: `${id}-undo` })}
</section>`;
}
