/** The plans to choose from, for who is signed in and has none yet. */
import { html } from "ghtml";
import { plans } from "../../../access/plans.ts";
import { countText } from "../../frame/formats.ts";
import { csrfField } from "../frame/layout.ts";
import { noBilling, type PlanCard } from "./plan-card.ts";

/** `isTrialTaken`: by an account that was deleted since, or under another spelling of the mailbox. */
export type Offers = Pick<PlanCard, "base" | "csrf" | "hasBilling" | "price"> & {
  readonly email: string;
  readonly isTrialTaken: boolean;
};

export function offersPage(offers: Offers): string {
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
!${trialOffer(offers)}
!${standardOffer(offers)}
</div>
</section>`;
}

function trialOffer({ base, csrf, isTrialTaken }: Offers): string {
  return html`<div class="card offer${isTrialTaken ? "" : " first"}">
<h3>Trial</h3>
<p class="price">!${isTrialTaken ? "Used up <span>one for each mailbox</span>" : "Free <span>for 3 days</span>"}</p>
<ul class="ticks"><li>${countText(plans.trial.requests)} requests</li><li>${plans.trial.requestsPerMinute} requests a minute</li>
<li>All sports, all seasons, JSON and CSV</li><li>No card needed; it ends by itself</li></ul>
!${
    isTrialTaken
      ? html`<p class="hint">This mailbox has had its trial, be it with an account that was deleted or with another spelling of the address.</p>`
      : html`<form method="post" action="${base}/trial">!${csrfField(csrf)}<button class="primary wide">Start the 3-day trial</button></form>`
  }
</div>`;
}

function standardOffer({ base, csrf, hasBilling, isTrialTaken, price }: Offers): string {
  return html`<div class="card offer${isTrialTaken && hasBilling ? " first" : ""}">
<h3>Standard</h3>
<p class="price">!${hasBilling ? html`${price ?? "Monthly"} <span>cancel at any time</span>` : html`${price ?? "On request"} <span>from the operator of this server</span>`}</p>
<ul class="ticks"><li>${countText(plans.standard.requests)} requests a month</li><li>${plans.standard.requestsPerMinute} requests a minute</li>
<li>All sports, all seasons, JSON and CSV</li><li>Commercial use in your own product</li></ul>
!${
    hasBilling
      ? html`<form method="post" action="${base}/subscribe">!${csrfField(csrf)}<button class="${isTrialTaken ? "primary " : ""}wide">Subscribe</button></form>`
      : noBilling
  }
</div>`;
}
