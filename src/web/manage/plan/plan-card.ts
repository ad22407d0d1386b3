/** The card of the plan: where the account stands, and what can be done about it. */

import type { Account } from "../../../access/accounts.ts";
import type { BillingState } from "../../../access/billing/billing.ts";
import { plans } from "../../../access/plans.ts";
import { countText } from "../../frame/formats.ts";
import { type Html, html, noHtml } from "../../ui/html.ts";
import { csrfField } from "../frame/layout.ts";
import { isQuotaSpent, standingText } from "./standing.ts";

type PlanCard = {
  readonly base: string;
  readonly csrf: string;
  readonly nowMs: number;
  readonly hasBilling: boolean;
  /** Null: not known, as the billing service did not answer, or there is none. */
  readonly state: BillingState | null;
  /** The price says in words what Standard costs; it is null when that is not known. */
  readonly price: string | null;
};

export function planCard(account: Account, card: PlanCard): Html {
  const { label, tone, headline, text } = standingText(account, {
    ...card,
    cancelsAtMs: card.state?.cancelsAtMs ?? null,
  });
  return html`<section class="card plan ${tone}" aria-labelledby="plan-title">
<div class="plan-words">
<p><span class="pill ${tone}">${label}</span></p>
<h2 id="plan-title">${headline}</h2>
<p>${text}</p>
<p class="hint">${planTerms(account)}</p>
${card.hasBilling ? "" : noBilling}
</div>
${planActions(account, card)}
</section>`;
}

function planTerms({ plan, requests, requestsPerMinute }: Account): string {
  const period = plan === "trial" ? "in the trial" : "a month";
  return `${countText(requests)} requests ${period}, ${countText(requestsPerMinute)} a minute for each key`;
}

const noBilling = html`<p class="hint">Billing is not configured on this server: its operator sets plans on the command line.</p>`;

function planActions(account: Account, { base, csrf, hasBilling, state, price }: PlanCard): Html {
  if (!hasBilling) return noHtml;
  const forms: Html[] = [];
  if (account.standing !== "active" && !state?.hasSubscription) forms.push(subscribeForm(base, csrf, account, price));
  if (state?.hasCustomer) forms.push(billingForm(base, csrf, account, state));
  return forms.length === 0 ? noHtml : html`<div class="plan-actions">${forms}</div>`;
}

function subscribeForm(base: string, csrf: string, account: Account, price: string | null): Html {
  // While the trial runs, using it comes first.
  const look = account.standing === "trialing" && !isQuotaSpent(account) ? "" : "primary";
  return html`<form method="post" action="${base}/subscribe">${csrfField(csrf)}<button class="${look}">${account.standing === "canceled" ? "Subscribe again" : "Subscribe"}</button>${price === null ? "" : html`<p class="hint">${price}</p>`}</form>`;
}

function billingForm(base: string, csrf: string, { standing }: Account, { hasSubscription }: BillingState): Html {
  const [label, look] =
    standing === "past_due"
      ? ["Update payment", "primary"]
      : [hasSubscription ? "Manage or cancel subscription" : "Billing history", ""];
  return html`<form method="post" action="${base}/billing">${csrfField(csrf)}<button class="${look}">${label}</button></form>`;
}

/** `isTrialTaken`: by an account that was deleted since, or under another spelling of the mailbox. */
type Offers = Pick<PlanCard, "base" | "csrf" | "hasBilling" | "price"> & {
  readonly email: string;
  readonly isTrialTaken: boolean;
};

export function offersPage(offers: Offers): Html {
  const { email, hasBilling, isTrialTaken } = offers;
  const next = isTrialTaken
    ? hasBilling
      ? "Subscribe to create a key."
      : "To create a key, ask the operator of this server for a plan."
    : "Pick a plan to create your first key.";
  return html`<h1>Welcome to Gradeline</h1>
<p class="lead">You are signed in as <strong class="breakable">${email}</strong>. ${next}</p>
<section class="choose" aria-labelledby="choose-title">
<h2 id="choose-title">${isTrialTaken ? "How to go on" : "Choose how to begin"}</h2>
<div class="offers">
${trialOffer(offers)}
${standardOffer(offers)}
</div>
</section>`;
}

function trialOffer({ base, csrf, isTrialTaken }: Offers): Html {
  return html`<div class="card offer${isTrialTaken ? "" : " first"}">
<h3>Trial</h3>
<p class="price">${isTrialTaken ? html`Used up <span>one for each mailbox</span>` : html`Free <span>for 3 days</span>`}</p>
<ul class="ticks"><li>${countText(plans.trial.requests)} requests</li><li>${plans.trial.requestsPerMinute} requests a minute</li>
<li>All sports, all seasons, JSON and CSV</li><li>No card needed; it ends by itself</li></ul>
${
  isTrialTaken
    ? html`<p class="hint">This mailbox has had its trial, be it with an account that was deleted or with another spelling of the address.</p>`
    : html`<form method="post" action="${base}/trial">${csrfField(csrf)}<button class="primary wide">Start the 3-day trial</button></form>`
}
</div>`;
}

function standardOffer({ base, csrf, hasBilling, isTrialTaken, price }: Offers): Html {
  return html`<div class="card offer${isTrialTaken && hasBilling ? " first" : ""}">
<h3>Standard</h3>
<p class="price">${hasBilling ? html`${price ?? "Monthly"} <span>cancel at any time</span>` : html`${price ?? "On request"} <span>from the operator of this server</span>`}</p>
<ul class="ticks"><li>${countText(plans.standard.requests)} requests a month</li><li>${plans.standard.requestsPerMinute} requests a minute</li>
<li>All sports, all seasons, JSON and CSV</li><li>Commercial use in your own product</li></ul>
${
  hasBilling
    ? html`<form method="post" action="${base}/subscribe">${csrfField(csrf)}<button class="${isTrialTaken ? "primary " : ""}wide">Subscribe</button></form>`
    : noBilling
}
</div>`;
}
