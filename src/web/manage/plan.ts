/** The plan: where the account stands, what can be done about it, and the ways to the pages of the billing service. */
import { type Account, readAccount, startTrial } from "../../access/accounts.ts";
import type { BillingState } from "../../access/billing/billing.ts";
import { networkOf } from "../../access/people/networks.ts";
import { plans } from "../../access/plans.ts";
import { type Html, html, noHtml } from "../ui/html.ts";
import { countText, durationText, momentTag } from "../ui/words.ts";
import { type Answered, type MemberVisit, type Notice, notice } from "./visit.ts";

export async function beginTrial(visit: MemberVisit): Promise<Answered> {
  const { allowances, access } = visit.site.deps;
  if (!(await allowances.may("trialsFromNetwork", networkOf(visit.request.ip))))
    return notice("bad", "Many trials were begun from your network today. Try again tomorrow.");
  const started = await startTrial(access, visit.session.email, visit.now);
  if (started === null) return notice("bad", "This mailbox has had its trial.");
  return notice("good", "Your trial has begun. Create a key to make the first request.");
}

/** Returns null when there is no billing, or when it did not answer. */
export async function billingStateOf({ site, session, request }: MemberVisit): Promise<BillingState | null> {
  try {
    return (await site.deps.billing?.stateOf(session.email)) ?? null;
  } catch (error) {
    request.log.error({ err: error }, "the state of a subscription could not be read");
    return null;
  }
}

export async function answerSubscribe(visit: MemberVisit): Promise<Answered> {
  const { billing, access, manageUrl } = visit.site.deps;
  const { email } = visit.session;
  const account = await readAccount(access, email, visit.now);
  if (billing !== null && account?.standing === "active")
    return notice("plain", "You have a subscription already. Manage it on the billing page.");
  // A second subscription would not pay the debt of the first one, so the person goes to the first.
  if ((await billingStateOf(visit))?.hasSubscription) return answerBillingPortal(visit);
  return leaveFor(visit, () => billing?.checkoutUrl(email, manageUrl));
}

export function answerBillingPortal(visit: MemberVisit): Promise<Answered> {
  const { billing, manageUrl } = visit.site.deps;
  return leaveFor(visit, () => billing?.portalUrl(visit.session.email, manageUrl));
}

export const billingFailed: Notice = notice(
  "bad",
  "The billing service did not answer. Nothing was changed: try again.",
);

/** @param urlOf undefined where there is no billing, and null where there is nobody to bill. */
async function leaveFor(visit: MemberVisit, urlOf: () => Promise<string | null> | undefined): Promise<Answered> {
  try {
    const url = await urlOf();
    if (url === undefined) return notice("bad", "Billing is not configured on this server.");
    if (url === null) return notice("bad", "There is nothing to manage yet: you have no subscription.");
    const back = "Welcome back. What was paid or changed on the billing page can take a minute to show here.";
    return { ...notice("plain", back), leaveFor: url };
  } catch (error) {
    visit.request.log.error({ err: error }, "the billing service failed");
    return billingFailed;
  }
}

/** Where an account stands, in words. */
type Standing = readonly [label: string, tone: "good" | "warn" | "bad" | "plain", headline: string, text: Html];

const keysStay = "Your keys stay as they are and work again at once.";
const askOperator = "ask the operator of this server";

/** Whether the quota is used up, so that requests are refused until the period ends. */
function isQuotaSpent({ standing, requestsUsed, requests }: Account): boolean {
  return (standing === "trialing" || standing === "active") && requestsUsed >= requests;
}

/** @param cancelsAtMs the end of a subscription that was canceled but runs until then; null: it was not. */
function standingOf(account: Account, hasBilling: boolean, cancelsAtMs: number | null, nowMs: number): Standing {
  const { periodEndMs, plan, requests } = account;
  const ends = momentTag(periodEndMs);
  const goOn = hasBilling ? "Subscribe to go on." : `To go on, ${askOperator}.`;
  const canceled =
    cancelsAtMs === null ? noHtml : html`You canceled the subscription: it ends on ${momentTag(cancelsAtMs)}.`;
  if (isQuotaSpent(account)) {
    const all = `All ${countText(requests)} are made`;
    const [label, tone] = ["Quota used up", "bad"] as const;
    if (plan === "trial") {
      const text = html`${all}, and a trial's requests do not reset. ${goOn} ${keysStay}`;
      return [label, tone, "The requests of your trial are used up", text];
    }
    // A subscription that ends with this month has no next month in which its requests would reset.
    const isLast = cancelsAtMs !== null && cancelsAtMs <= periodEndMs;
    const next = isLast ? ", and no more will come." : html`; more are refused until they reset on ${ends}.`;
    return [label, tone, "The requests of this month are used up", html`${all}${next} ${canceled}`];
  }
  switch (account.standing) {
    case "trialing": {
      const before = hasBilling
        ? "Subscribe before that and your keys go on working without a gap."
        : `To go on after that, ${askOperator}.`;
      const left = durationText(periodEndMs - nowMs);
      return ["Trial", "good", `${left} left in your trial`, html`It ends on ${ends}. ${before}`];
    }
    case "trial_ended": {
      const text = html`It ended on ${ends}, and requests are refused since. ${goOn} ${keysStay}`;
      return ["Trial ended", "warn", "Your trial has ended", text];
    }
    case "active":
      return cancelsAtMs === null
        ? ["Active", "good", "Standard plan", html`The month renews and its requests reset on ${ends}.`]
        : ["Ends soon", "warn", "Standard plan, until it ends", html`${canceled} Until then nothing changes.`];
    case "past_due": {
      const headline = hasBilling ? "The last payment did not go through" : "Your plan is past due";
      const until = hasBilling ? "it does. Update the payment method to go on." : `it is settled. ${goOn}`;
      return ["Past due", "bad", headline, html`Requests are refused until ${until} ${keysStay}`];
    }
    case "canceled": {
      const headline = `Your ${hasBilling ? "subscription" : "plan"} was canceled`;
      const again = hasBilling ? "Subscribe again to go on." : goOn;
      return ["Canceled", "plain", headline, html`Requests are refused. ${again} ${keysStay}`];
    }
  }
}

const noBilling = html`<p class="hint">Billing is not configured on this server: its operator sets plans on the command line.</p>`;

/** @param state null: not known, as the billing service did not answer, or there is none. */
export function planCard(visit: MemberVisit, account: Account, state: BillingState | null): Html {
  const { billing, planPrice: price } = visit.site.deps;
  const { standing, requests, requestsPerMinute, plan } = account;
  const cancelsAtMs = state?.cancelsAtMs ?? null;
  const [label, tone, headline, text] = standingOf(account, billing !== null, cancelsAtMs, visit.now.getTime());
  // While the trial runs, using it comes first.
  const look = standing === "trialing" && !isQuotaSpent(account) ? "" : "primary";
  const subscribe = html`${button(visit, "/subscribe", look, standing === "canceled" ? "Subscribe again" : "Subscribe")}${price ? html`<p class="hint">${price}</p>` : ""}`;
  const toBilling = state?.hasSubscription ? "Manage or cancel subscription" : "Billing history";
  const manage =
    standing === "past_due"
      ? button(visit, "/billing", "primary", "Update payment")
      : button(visit, "/billing", "", toBilling);
  const actions = html`<div class="actions">${standing !== "active" && !state?.hasSubscription ? subscribe : ""}
${state?.hasCustomer ? manage : ""}</div>`;
  return html`<section class="card notice ${tone} sides" aria-labelledby="plan-title">
<div>
<p><span class="pill ${tone}">${label}</span></p>
<h2 id="plan-title">${headline}</h2>
<p>${text}</p>
<p class="hint">${countText(requests)} requests ${plan === "trial" ? "in the trial" : "a month"}, ${countText(requestsPerMinute)} a minute for each key</p>
${billing === null ? noBilling : ""}
</div>
${billing === null ? "" : actions}
</section>`;
}

function button(visit: MemberVisit, path: string, look: string, text: string): Html {
  return html`<form method="post" action="${visit.site.base}${path}"><button class="${look}">${text}</button></form>`;
}

/** The choices of somebody without a plan. @param isTrialTaken by an account that was deleted, or by another spelling of the mailbox. */
export function offers(visit: MemberVisit, isTrialTaken: boolean): Html {
  const { billing, planPrice: price } = visit.site.deps;
  const hasBilling = billing !== null;
  const afterTrial = hasBilling
    ? "Subscribe to create a key."
    : "To create a key, ask the operator of this server for a plan.";
  const trial = isTrialTaken
    ? html`<p class="hint">This mailbox has had its trial, be it with an account that was deleted or with another spelling of the address.</p>`
    : button(visit, "/trial", "primary wide", "Start the 3-day trial");
  const standard = hasBilling
    ? button(visit, "/subscribe", isTrialTaken ? "primary wide" : "wide", "Subscribe")
    : noBilling;
  return html`<h1>Welcome to Gradeline</h1>
<p class="lead">You are signed in as <strong>${visit.session.email}</strong>. ${isTrialTaken ? afterTrial : "Pick a plan to create your first key."}</p>
<h2>${isTrialTaken ? "How to go on" : "Choose how to begin"}</h2>
<div class="tiles">
${offer(
  "Trial",
  isTrialTaken ? html`Used up <span>one for each mailbox</span>` : html`Free <span>for 3 days</span>`,
  [`${countText(plans.trial.requests)} requests`, `${plans.trial.requestsPerMinute} requests a minute`],
  "No card needed; it ends by itself",
  trial,
)}
${offer(
  "Standard",
  html`${price ?? (hasBilling ? "Monthly" : "On request")} <span>${hasBilling ? "cancel at any time" : "from the operator of this server"}</span>`,
  [`${countText(plans.standard.requests)} requests a month`, `${plans.standard.requestsPerMinute} requests a minute`],
  "Commercial use in your own product",
  standard,
)}
</div>`;
}

function offer(name: string, price: Html, limits: readonly string[], own: string, action: Html): Html {
  const points = [...limits, "All sports, all seasons, JSON and CSV", own];
  return html`<div class="card tile"><h3 class="hint">${name}</h3>
<p class="figure">${price}</p>
<ul class="points">${points.map((each) => html`<li>${each}</li>`)}</ul>
${action}</div>`;
}
