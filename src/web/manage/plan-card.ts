/** The card of the plan: where the account stands, and what can be done about it. */
import { html } from "ghtml";
import type { Account } from "../../access/accounts.ts";
import type { BillingState } from "../../access/billing/billing.ts";
import { plans, type Standing } from "../../access/plans.ts";
import { countText } from "./formats.ts";
import { csrfField } from "./layout.ts";
import { standingText } from "./standing.ts";

export type PlanCard = {
  readonly base: string;
  readonly csrf: string;
  readonly nowMs: number;
  readonly hasBilling: boolean;
  /** Null: not known, as the billing service did not answer, or there is none. */
  readonly state: BillingState | null;
};

export function planCard(account: Account, card: PlanCard): string {
  const { label, tone, headline, text } = standingText(account, card.state?.cancelsAtMs ?? null, card.nowMs);
  return html`<section class="card plan ${tone}" aria-labelledby="plan-title">
<div class="plan-words">
<p><span class="pill ${tone}">${label}</span></p>
<h2 id="plan-title">${headline}</h2>
<p>!${text}</p>
<p class="hint">${planTerms(account)}</p>
!${card.hasBilling ? "" : noBilling}
</div>
!${planActions(account, card)}
</section>`;
}

function planTerms({ plan, requests, requestsPerMinute }: Account): string {
  const period = plan === "trial" ? "in the trial" : "a month";
  return `${countText(requests)} requests ${period}, ${countText(requestsPerMinute)} a minute for each key`;
}

const noBilling = html`<p class="hint">Billing is not configured on this server: its operator sets plans on the command line.</p>`;

function planActions({ standing }: Account, { base, csrf, hasBilling, state }: PlanCard): string {
  if (!hasBilling) return "";
  const forms: string[] = [];
  if (standing !== "active" && !state?.hasSubscription) forms.push(subscribeForm(base, csrf, standing));
  if (state?.hasCustomer) forms.push(billingForm(base, csrf, standing, state));
  return forms.length === 0 ? "" : html`<div class="plan-actions">!${forms}</div>`;
}

function subscribeForm(base: string, csrf: string, standing: Standing): string {
  // While the trial runs, using it comes first.
  const look = standing === "trialing" ? "" : "primary";
  return html`<form method="post" action="${base}/subscribe">!${csrfField(csrf)}<button class="${look}">${standing === "canceled" ? "Subscribe again" : "Subscribe"}</button></form>`;
}

function billingForm(base: string, csrf: string, standing: Standing, { hasSubscription }: BillingState): string {
  const [label, look] =
    standing === "past_due"
      ? ["Update payment", "primary"]
      : [hasSubscription ? "Manage or cancel subscription" : "Billing history", ""];
  return html`<form method="post" action="${base}/billing">!${csrfField(csrf)}<button class="${look}">${label}</button></form>`;
}

/** For who is signed in and has no plan yet. */
export function choosePlan({ base, csrf, hasBilling }: PlanCard): string {
  return html`<section class="choose" aria-labelledby="choose-title">
<h2 id="choose-title">Choose how to begin</h2>
<div class="offers">
<div class="card offer">
<h3>Trial</h3>
<p class="price">Free <span>for 3 days</span></p>
<ul class="ticks"><li>${countText(plans.trial.requests)} requests</li><li>${plans.trial.requestsPerMinute} requests a minute</li>
<li>All sports, all seasons, JSON and CSV</li><li>No card needed; it ends by itself</li></ul>
<form method="post" action="${base}/trial">!${csrfField(csrf)}<button class="primary wide">Start the 3-day trial</button></form>
</div>
<div class="card offer">
<h3>Standard</h3>
<p class="price">Monthly <span>cancel at any time</span></p>
<ul class="ticks"><li>${countText(plans.standard.requests)} requests a month</li><li>${plans.standard.requestsPerMinute} requests a minute</li>
<li>All sports, all seasons, JSON and CSV</li><li>Commercial use in your own product</li></ul>
!${
    hasBilling
      ? html`<form method="post" action="${base}/subscribe">!${csrfField(csrf)}<button class="wide">Subscribe</button></form>`
      : noBilling
  }
</div>
</div>
</section>`;
}
