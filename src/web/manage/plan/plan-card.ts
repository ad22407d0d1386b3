/** The card of the plan: where the account stands, and what can be done about it. */
import { html } from "ghtml";
import type { Account } from "../../../access/accounts.ts";
import type { BillingState } from "../../../access/billing/billing.ts";
import { countText } from "../../frame/formats.ts";
import { csrfField } from "../frame/layout.ts";
import { isQuotaSpent, standingText } from "./standing.ts";

export type PlanCard = {
  readonly base: string;
  readonly csrf: string;
  readonly nowMs: number;
  readonly hasBilling: boolean;
  /** Null: not known, as the billing service did not answer, or there is none. */
  readonly state: BillingState | null;
  /** The price says in words what Standard costs; it is null when that is not known. */
  readonly price: string | null;
};

export function planCard(account: Account, card: PlanCard): string {
  const { label, tone, headline, text } = standingText(account, {
    ...card,
    cancelsAtMs: card.state?.cancelsAtMs ?? null,
  });
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

export const noBilling = html`<p class="hint">Billing is not configured on this server: its operator sets plans on the command line.</p>`;

function planActions(account: Account, { base, csrf, hasBilling, state, price }: PlanCard): string {
  if (!hasBilling) return "";
  const forms: string[] = [];
  if (account.standing !== "active" && !state?.hasSubscription) forms.push(subscribeForm(base, csrf, account, price));
  if (state?.hasCustomer) forms.push(billingForm(base, csrf, account, state));
  return forms.length === 0 ? "" : html`<div class="plan-actions">!${forms}</div>`;
}

function subscribeForm(base: string, csrf: string, account: Account, price: string | null): string {
  // While the trial runs, using it comes first.
  const look = account.standing === "trialing" && !isQuotaSpent(account) ? "" : "primary";
  return html`<form method="post" action="${base}/subscribe">!${csrfField(csrf)}<button class="${look}">${account.standing === "canceled" ? "Subscribe again" : "Subscribe"}</button>!${price === null ? "" : html`<p class="hint">${price}</p>`}</form>`;
}

function billingForm(base: string, csrf: string, { standing }: Account, { hasSubscription }: BillingState): string {
  const [label, look] =
    standing === "past_due"
      ? ["Update payment", "primary"]
      : [hasSubscription ? "Manage or cancel subscription" : "Billing history", ""];
  return html`<form method="post" action="${base}/billing">!${csrfField(csrf)}<button class="${look}">${label}</button></form>`;
}
