/** The dashboard: plan and standing, limits, keys, use, and the deletion of the account. */
import { deleteAccount, hasTakenTrial } from "../../access/accounts.ts";
import { listKeys } from "../../access/keys/account-keys.ts";
import { normalEmail } from "../../access/people/email.ts";
import { type Usage, usageOf } from "../../access/usage.ts";
import { type Hole, type Html, html, noHtml } from "../ui/html.ts";
import { textField } from "../ui/parts.ts";
import { countText, dateTag, durationText, momentTag } from "../ui/words.ts";
import { keysCard } from "./keys.ts";
import { billingFailed, billingStateOf, offers, planCard } from "./plan.ts";
import { showSignIn } from "./sign-in.ts";
import {
  type Answered,
  type ManagePage,
  type ManageVisit,
  type MemberVisit,
  type Notice,
  notice,
  question,
} from "./visit.ts";

export async function showHome(visit: ManageVisit): Promise<Answered> {
  const member = await visit.member();
  return member === null ? showSignIn(visit) : showDashboard(member);
}

async function showDashboard(visit: MemberVisit): Promise<ManagePage> {
  const { site, session, now } = visit;
  const { access, operators } = site.deps;
  const [usage, keys, isTrialTaken, state] = await Promise.all([
    usageOf(access, session.email, now),
    listKeys(access, session.email),
    hasTakenTrial(access.kysely, session.email),
    billingStateOf(visit),
  ]);
  // The code that draws pictures is loaded when somebody looks at one: it would be a third of what a start links.
  const { usageChart } = await import("./usage-chart.ts");
  const use =
    usage === null
      ? offers(visit, isTrialTaken)
      : html`<h1>Dashboard</h1>
${planCard(visit, usage.account, state)}
${usageMeters(usage, now.getTime())}
${keysCard(visit, keys)}
${usageChart(usage.days)}`;
  const since = usage === null ? "" : html` <span class="hint">since ${dateTag(usage.account.createdMs)}</span>`;
  const toDelete = html`<a class="button danger" href="${site.base}/delete">Delete account</a>`;
  const account = linkCard("Account", html`${session.email}${since}`, toDelete);
  const toOperate = html`<a class="button" href="${site.base}/operate">Open</a>`;
  const work = "Nights, alarms, disputes, accounts and the audit list.";
  // Only an operator sees that there are pages for operators.
  const isOperator = operators?.emails.includes(session.email) === true;
  const operate = isOperator ? linkCard("For operators", work, toOperate) : noHtml;
  return { title: "Dashboard", body: html`${use}${account}${operate}`, width: "wide" };
}

function linkCard(title: string, text: Hole, link: Html): Html {
  return html`<section class="card sides"><div><h2>${title}</h2><p>${text}</p></div>${link}</section>`;
}

/** How much of the limits is used, in this minute and in this period, and when the period ends. */
function usageMeters(usage: Usage, nowMs: number): Html {
  const { requestsPerMinute, requests, requestsUsed, plan } = usage.account;
  // Each key has the minute's limit for itself, so the meter shows the key that is nearest to it.
  const byAll = `last 60 seconds; ${countText(usage.thisMinute)} by all keys`;
  const period = plan === "trial" ? "Requests this trial" : "Requests this month";
  return html`<div class="tiles">
${meter("minute", "This minute, busiest key", usage.fullestKeyThisMinute, requestsPerMinute, byAll)}
${meter("period", period, requestsUsed, requests, `${countText(Math.max(0, requests - requestsUsed))} left`)}
${periodTile(usage.account, nowMs)}
</div>
<p class="hint">Requests of the last second may not be among these yet.</p>`;
}

function periodTile({ plan, standing, periodEndMs }: Usage["account"], nowMs: number): Html {
  const ends = momentTag(periodEndMs);
  if (standing === "trial_ended") return tile("Trial", "Ended", ends);
  if (standing !== "trialing" && standing !== "active")
    return tile("Period", "Paused", "nothing resets until the account is active");
  return tile(plan === "trial" ? "Trial ends in" : "Resets in", durationText(periodEndMs - nowMs), ends);
}

function tile(title: Hole, figure: Hole, hint: Hole): Html {
  return html`<div class="card tile"><h3 class="hint">${title}</h3><p class="figure">${figure}</p><p class="hint">${hint}</p></div>`;
}

/** Its colour warns from four fifths of the limit on. */
function meter(id: string, title: string, used: number, limit: number, text: string): Html {
  const words = `${countText(used)} of ${countText(limit)} requests`;
  return tile(
    html`<span id="meter-${id}">${title}</span>`,
    html`${countText(used)} <span>of ${countText(limit)}</span>`,
    html`<meter aria-labelledby="meter-${id}" aria-valuetext="${words}" max="${Math.max(1, limit)}" low="${Math.ceil(0.8 * limit) - 1}" high="${limit - 1}" optimum="0" value="${limit === 0 ? 1 : used}"></meter>
${text}`,
  );
}

/** @param notice what was wrong with the address that was typed; null: nothing was typed yet. */
export function askToDelete(visit: MemberVisit, notice: Notice | null = null): ManagePage {
  const { home, deps } = visit.site;
  const address = textField(
    "email",
    html`Type ${visit.session.email} to confirm`,
    { type: "email", autocomplete: "off", autocapitalize: "none", spellcheck: "false", required: "" },
    notice === null ? null : "It has to be the address that you are signed in with.",
  );
  return question(visit, {
    title: "Delete account",
    path: "/delete",
    notice,
    body: html`<h1>Delete your account?</h1>
<p>At once, and for good:</p>
<ul class="points"><li>every API key stops working</li><li>your usage history is deleted</li>
${deps.billing === null ? "" : html`<li>a subscription is canceled, without a refund of the current month</li>`}
<li>you are signed out everywhere</li></ul>
<p class="hint">What stays is a digest of your address, so that a mailbox has one trial.</p>`,
    form: html`${address}
<div class="actions"><button class="primary danger">Delete account</button><a class="button" href="${home}">Keep my account</a></div>`,
  });
}

export async function deleteEverything(visit: MemberVisit): Promise<Answered> {
  const { access, billing, signIn } = visit.site.deps;
  const { email } = visit.session;
  if (normalEmail(visit.field("email")) !== normalEmail(email))
    return askToDelete(visit, notice("bad", "That is not the e-mail address of this account. Nothing was deleted."));
  // The subscription is canceled first, so that nobody goes on paying for an account that was deleted.
  try {
    await billing?.cancelAtOnce(email, visit.now);
  } catch (error) {
    visit.request.log.error({ err: error }, "a subscription could not be canceled, so the account was not deleted");
    return billingFailed;
  }
  await deleteAccount(access, email);
  const setCookies = await signIn.signOut(visit.request.headers.cookie);
  visit.reply.header("set-cookie", [...setCookies]);
  return notice("good", "Your account and all its keys are deleted.");
}
