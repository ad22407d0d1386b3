/** The plan and its standing in words. */

import type { Account } from "../../../access/accounts.ts";
import { countText, durationText, momentTag } from "../../frame/formats.ts";
import { type Html, html } from "../../ui/html.ts";

export type StandingText = {
  readonly label: string;
  readonly tone: "good" | "warn" | "bad" | "plain";
  readonly headline: string;
  readonly text: Html;
};

export type StandingOf = {
  readonly nowMs: number;
  /** Whether people can subscribe. Without billing, the operator sets plans. */
  readonly hasBilling: boolean;
  /** The end of a subscription that was canceled but runs until then. Null when it was not canceled. */
  readonly cancelsAtMs: number | null;
};

const keysStay = "Your keys stay as they are and work again at once.";
const askOperator = "ask the operator of this server";

/** Whether the quota is used up, so that requests are refused until the period ends. */
export function isQuotaSpent({ standing, requestsUsed, requests }: Account): boolean {
  return (standing === "trialing" || standing === "active") && requestsUsed >= requests;
}

export function standingText(account: Account, of: StandingOf): StandingText {
  const { periodEndMs } = account;
  const { hasBilling, cancelsAtMs, nowMs } = of;
  if (isQuotaSpent(account)) return quotaSpentText(account, of);
  switch (account.standing) {
    case "trialing":
      return {
        label: "Trial",
        tone: "good",
        headline: `${durationText(periodEndMs - nowMs)} left in your trial`,
        text: html`It ends on ${momentTag(periodEndMs)}. ${
          hasBilling
            ? "Subscribe before that and your keys go on working without a gap."
            : `To go on after that, ${askOperator}.`
        }`,
      };
    case "trial_ended":
      return {
        label: "Trial ended",
        tone: "warn",
        headline: "Your trial has ended",
        text: html`It ended on ${momentTag(periodEndMs)}, and requests are refused since. ${hasBilling ? "Subscribe to go on." : `To go on, ${askOperator}.`} ${keysStay}`,
      };
    case "active":
      if (cancelsAtMs !== null) {
        return {
          label: "Ends soon",
          tone: "warn",
          headline: "Standard plan, until it ends",
          text: html`You canceled the subscription. It ends on ${momentTag(cancelsAtMs)}; until then nothing changes.`,
        };
      }
      return {
        label: "Active",
        tone: "good",
        headline: "Standard plan",
        text: html`The month renews and its requests reset on ${momentTag(periodEndMs)}.`,
      };
    case "past_due":
      return {
        label: "Past due",
        tone: "bad",
        headline: hasBilling ? "The last payment did not go through" : "Your plan is past due",
        text: html`Requests are refused until ${hasBilling ? "it does. Update the payment method to go on." : `it is settled. To go on, ${askOperator}.`} ${keysStay}`,
      };
    case "canceled":
      return {
        label: "Canceled",
        tone: "plain",
        headline: hasBilling ? "Your subscription was canceled" : "Your plan was canceled",
        text: html`Requests are refused. ${hasBilling ? "Subscribe again to go on." : `To go on, ${askOperator}.`} ${keysStay}`,
      };
  }
}

function quotaSpentText(
  { plan, requests, periodEndMs }: Account,
  { hasBilling, cancelsAtMs }: StandingOf,
): StandingText {
  const spent = { label: "Quota used up", tone: "bad" } as const;
  const all = `All ${countText(requests)} are made`;
  if (plan === "trial") {
    return {
      ...spent,
      headline: "The requests of your trial are used up",
      text: html`${all}, and a trial's requests do not reset. ${hasBilling ? "Subscribe to go on." : `To go on, ${askOperator}.`} ${keysStay}`,
    };
  }
  const headline = "The requests of this month are used up";
  if (cancelsAtMs === null) {
    return {
      ...spent,
      headline,
      text: html`${all}; more are refused until they reset on ${momentTag(periodEndMs)}.`,
    };
  }
  // A subscription that ends with this month has no next month in which its requests would reset.
  const ends = html`You canceled the subscription: it ends on ${momentTag(cancelsAtMs)}.`;
  const text =
    cancelsAtMs <= periodEndMs
      ? html`${all}, and no more will come. ${ends}`
      : html`${all}; more are refused until they reset on ${momentTag(periodEndMs)}. ${ends}`;
  return { ...spent, headline, text };
}
