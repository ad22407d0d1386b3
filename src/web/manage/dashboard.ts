/** The dashboard: plan and standing, limits, keys, use, and the deletion of the account. */
import type { FastifyReply } from "fastify";
import { deleteAccount, hasTakenTrial } from "../../access/accounts.ts";
import { listKeys } from "../../access/keys/account-keys.ts";
import { normalEmail } from "../../access/people/email.ts";
import { usageOf } from "../../access/usage.ts";
import { dateTag } from "../frame/formats.ts";
import { textField } from "../ui/field.ts";
import { type Hole, type Html, html, noHtml } from "../ui/html.ts";
import { keysCard } from "./keys.ts";
import { billingFailed, billingStateOf, offersPage, planCard } from "./plan.ts";
import { showSignIn } from "./sign-in.ts";
import { usageMeters } from "./usage.ts";
import {
  bad,
  csrfField,
  formValue,
  good,
  isWrong,
  type ManageVisit,
  type MemberVisit,
  seeOther,
  sendPage,
} from "./visit.ts";

export function showHome(visit: ManageVisit): FastifyReply | Promise<FastifyReply> {
  const { session } = visit;
  return session === null ? showSignIn(visit) : showDashboard({ ...visit, session });
}

async function showDashboard(visit: MemberVisit): Promise<FastifyReply> {
  const { site, session, now } = visit;
  const { access, operators } = site.deps;
  const [usage, keys, isTrialTaken, state] = await Promise.all([
    usageOf(access, session.email, now),
    listKeys(access, session.email),
    hasTakenTrial(access.kysely, session.email),
    billingStateOf(visit),
  ]);
  // What draws pictures is loaded when somebody looks at one: it would be a third of what a start links.
  const { usageChart } = await import("./usage-chart.ts");
  const activeKeys = keys.filter(({ revokedMs }) => revokedMs === null).length;
  const use =
    usage === null
      ? offersPage(visit, isTrialTaken)
      : html`<h1>Dashboard</h1>
${planCard(visit, usage.account, state)}
${usageMeters(usage, activeKeys, now.getTime())}
${keysCard(visit, keys)}
${usageChart(usage.days)}`;
  const since = usage === null ? "" : html` <span class="hint">since ${dateTag(usage.account.createdMs)}</span>`;
  const account = linkCard(
    "Account",
    html`${session.email}${since}`,
    `${site.base}/delete`,
    "Delete account",
    "danger",
  );
  // Only an operator is told that there are pages for operators.
  const operate =
    operators?.emails.includes(session.email) !== true
      ? noHtml
      : linkCard(
          "For operators",
          "Nights, alarms, disputes, accounts and the audit list.",
          `${site.base}/operate`,
          "Open",
        );
  return sendPage(visit, { title: "Dashboard", body: html`${use}${account}${operate}`, width: "wide" });
}

function linkCard(title: string, text: Hole, path: string, button: string, look = ""): Html {
  return html`<section class="card sides"><div><h2>${title}</h2><p>${text}</p></div><a class="button ${look}" href="${path}">${button}</a></section>`;
}

export function showDelete(visit: MemberVisit): FastifyReply {
  const { base, home, deps } = visit.site;
  const address = textField(
    "email",
    html`Type ${visit.session.email} to confirm`,
    { type: "email", autocomplete: "off", autocapitalize: "none", spellcheck: "false", required: "" },
    isWrong(visit, "email") ? "It has to be the address that you are signed in with." : null,
  );
  const body = html`<section class="card question">
<h1>Delete your account?</h1>
<p>At once, and for good:</p>
<ul class="points"><li>every API key stops working</li><li>your usage history is deleted</li>
${deps.billing === null ? "" : html`<li>a subscription is canceled, without a refund of the current month</li>`}
<li>you are signed out everywhere</li></ul>
<p class="hint">What stays is a digest of your address, so that a mailbox has one trial.</p>
<form method="post" action="${base}/delete">${csrfField(visit)}
${address}
<div class="actions"><button class="primary danger">Delete account</button><a class="button" href="${home}">Keep my account</a></div>
</form></section>`;
  return sendPage(visit, { title: "Delete account", body, width: "narrow" });
}

export async function deleteEverything(visit: MemberVisit): Promise<FastifyReply> {
  const { access, billing, signIn } = visit.site.deps;
  const { email } = visit.session;
  if (normalEmail(formValue(visit, "email")) !== normalEmail(email)) {
    const told = bad("That is not the e-mail address of this account. Nothing was deleted.", "email");
    return seeOther(visit, told, "/delete");
  }
  // The subscription is canceled first, so that nobody goes on paying for an account that was deleted.
  try {
    await billing?.cancelAtOnce(email, visit.now);
  } catch (error) {
    visit.request.log.error({ err: error }, "a subscription could not be canceled, so the account was not deleted");
    return seeOther(visit, billingFailed);
  }
  await deleteAccount(access, email);
  const setCookies = await signIn.signOut(visit.request.headers.cookie);
  visit.reply.header("set-cookie", [...setCookies]);
  return seeOther(visit, good("Your account and all its keys are deleted."));
}
