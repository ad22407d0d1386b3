/** Who is signed in, and the form that ends it. */
import type { FastifyReply } from "fastify";
import { html } from "ghtml";
import { listSessions } from "../../access/people/sessions.ts";
import { momentTag } from "../frame/formats.ts";
import { csrfOf, deedForm, type OperatorVisit, sendOperate, tableCard } from "./visit.ts";

const mostSessions = 100;

export async function showSignIns(visit: OperatorVisit): Promise<FastifyReply> {
  const sessions = await listSessions(visit.site.deps.access, mostSessions, visit.now);
  const rows = sessions.map(
    ({ email, sinceMs, untilMs }) =>
      html`<tr><th scope="row">${email}</th><td>!${momentTag(sinceMs)}</td><td>!${momentTag(untilMs)}</td></tr>`,
  );
  const fields = html`<div class="field"><label for="email">Address</label>
<input id="email" name="email" type="email" maxlength="254" autocomplete="off" required></div>`;
  const body = html`<h1>Sign-ins</h1>
<section class="card" aria-labelledby="end-title"><div class="card-head"><h2 id="end-title">Sign somebody out everywhere</h2></div>
!${deedForm(visit, { deed: "sign-ins end", csrf: csrfOf(visit), fields, button: "End all sign-ins", id: "end" })}</section>
!${tableCard(`The newest sign-ins, ${mostSessions} at most`, {
    id: "sign-ins-title",
    columns: ["Address", "Signed in", "Good until"],
    rows,
    none: "Nobody is signed in.",
  })}`;
  return sendOperate(visit, { title: "Sign-ins", path: "/sign-ins", body });
}
