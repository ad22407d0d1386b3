/** The dashboard: plan and standing, limits, keys, use, and the deletion of the account. */

import type { FastifyReply } from "fastify";
import { deleteAccount, hasTakenTrial } from "../../access/accounts.ts";
import { listKeys } from "../../access/keys/account-keys.ts";
import { normalEmail } from "../../access/people/email.ts";
import { usageOf } from "../../access/usage.ts";
import { dateTag } from "../frame/formats.ts";
import { type Html, html } from "../ui/html.ts";
import { csrfField, manageLayout } from "./frame/layout.ts";
import { seeOther, toldCode } from "./frame/notices.ts";
import { formValue, type ManageVisit, type MemberVisit, sendPage } from "./frame/visit.ts";
import { memberOf } from "./keys/key-actions.ts";
import { keysCard } from "./keys/keys.ts";
import { billingStateOf } from "./plan/billing.ts";
import { offersPage, planCard } from "./plan/plan-card.ts";
import { showSignIn } from "./sign-in/sign-in.ts";
import { usageMeters } from "./usage/meters.ts";

export function showHome(visit: ManageVisit): FastifyReply | Promise<FastifyReply> {
  const { session } = visit;
  return session === null ? showSignIn(visit) : showDashboard({ ...visit, session });
}

async function showDashboard(visit: MemberVisit): Promise<FastifyReply> {
  const { site, session, now } = visit;
  const { access, billing, operators, planPrice: price = null } = site.deps;
  const [usage, keys, isTrialTaken, state] = await Promise.all([
    usageOf(access, session.email, now),
    listKeys(access, session.email),
    hasTakenTrial(access.kysely, session.email),
    billingStateOf(visit),
  ]);
  const member = memberOf(visit);
  // What draws pictures is loaded when somebody looks at one: it would be a third of what a start links.
  const { usageChart } = await import("./usage/usage-chart.ts");
  const common = { base: site.base, csrf: member.csrf, nowMs: now.getTime() };
  const hasBilling = billing !== null;
  const activeKeys = keys.filter(({ revokedMs }) => revokedMs === null).length;
  const body =
    usage === null
      ? html`${offersPage({ ...common, email: session.email, hasBilling, isTrialTaken, price })}
${accountCard(site.base, session.email, null)}`
      : html`<h1>Dashboard</h1>
${planCard(usage.account, { ...common, hasBilling, state, price })}
${usageMeters(usage, activeKeys, now.getTime())}
${keysCard({ ...common, keys })}
${usageChart(usage.days)}
${accountCard(site.base, session.email, usage.account.createdMs)}`;
  const isOperator = operators?.emails.includes(session.email) === true;
  const whole = isOperator ? html`${body}${operatorCard(site.base)}` : body;
  return sendPage(visit, manageLayout(visit, { title: "Dashboard", body: whole, member, width: "wide" }));
}

/** Only an operator is told that there are pages for operators. */
function operatorCard(base: string): Html {
  return html`<section class="card account" aria-labelledby="operators-title"><div><h2 id="operators-title">For operators</h2>
<p>Nights, alarms, disputes, accounts and the audit list.</p></div><a class="button" href="${base}/operate">Open</a></section>`;
}

function accountCard(base: string, email: string, createdMs: number | null): Html {
  return html`<section class="card account" aria-labelledby="account-title">
<div><h2 id="account-title">Account</h2>
<p><span class="breakable">${email}</span>${createdMs === null ? "" : html`<span class="hint"> since ${dateTag(createdMs)}</span>`}</p></div>
<a class="button danger" href="${base}/delete">Delete account</a>
</section>`;
}

export function showDelete(visit: MemberVisit): FastifyReply {
  const { base, home, deps } = visit.site;
  const member = memberOf(visit);
  const isWrong = toldCode(visit) === "delete_mismatch";
  const body = html`<section class="card question">
<h1>Delete your account?</h1>
<p>At once, and for good:</p>
<ul class="plain-list"><li>every API key stops working</li><li>your usage history is deleted</li>
${deps.billing === null ? "" : html`<li>a subscription is canceled, without a refund of the current month</li>`}
<li>you are signed out everywhere</li></ul>
<p class="hint">What stays is a digest of your address, so that a mailbox has one trial.</p>
<form method="post" action="${base}/delete">${csrfField(member.csrf)}
<label for="email">Type <span class="breakable">${member.email}</span> to confirm</label>
<input id="email" name="email" type="email" autocomplete="off" autocapitalize="none" spellcheck="false" required${isWrong ? html` aria-invalid="true" aria-describedby="email-wrong"` : ""}>
${isWrong ? html`<p id="email-wrong" class="field-wrong">It has to be the address that you are signed in with.</p>` : ""}
<div class="actions"><button class="primary danger">Delete account</button><a class="button" href="${home}">Keep my account</a></div>
</form></section>`;
  return sendPage(visit, manageLayout(visit, { title: "Delete account", body, member, width: "narrow" }));
}

export async function deleteEverything(visit: MemberVisit): Promise<FastifyReply> {
  const { access, billing, signIn } = visit.site.deps;
  const { email } = visit.session;
  if (normalEmail(formValue(visit, "email")) !== normalEmail(email))
    return seeOther(visit, "delete_mismatch", "/delete");
  // The subscription is canceled first, so that nobody goes on paying for an account that was deleted.
  try {
    await billing?.cancelAtOnce(email, visit.now);
  } catch (error) {
    visit.request.log.error({ err: error }, "a subscription could not be canceled, so the account was not deleted");
    return seeOther(visit, "billing_failed");
  }
  await deleteAccount(access, email);
  const setCookies = await signIn.signOut(visit.request.headers.cookie);
  visit.reply.header("set-cookie", [...setCookies]);
  return seeOther(visit, "deleted");
}
