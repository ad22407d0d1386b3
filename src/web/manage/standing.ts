/** The plan and its standing in words. */
import { html } from "ghtml";
import type { Account } from "../../access/accounts.ts";
import { durationText, momentTag } from "./formats.ts";

export type StandingText = {
  readonly label: string;
  readonly tone: "good" | "warn" | "bad" | "plain";
  readonly headline: string;
  /** HTML. */
  readonly text: string;
};

const keysStay = "Your keys stay as they are and work again at once.";

/** @param cancelsAtMs when a subscription ends that was canceled for the end of its period. */
export function standingText(account: Account, cancelsAtMs: number | null, nowMs: number): StandingText {
  const { periodEndMs } = account;
  switch (account.standing) {
    case "trialing":
      return {
        label: "Trial",
        tone: "good",
        headline: `${durationText(periodEndMs - nowMs)} left in your trial`,
        text: html`It ends on !${momentTag(periodEndMs)}. Subscribe before that and your keys go on working without a gap.`,
      };
    case "trial_ended":
      return {
        label: "Trial ended",
        tone: "warn",
        headline: "Your trial has ended",
        text: html`It ended on !${momentTag(periodEndMs)}, and requests are refused since. Subscribe to go on. ${keysStay}`,
      };
    case "active":
      if (cancelsAtMs !== null) {
        return {
          label: "Ends soon",
          tone: "warn",
          headline: "Standard plan, until it ends",
          text: html`You canceled the subscription. It ends on !${momentTag(cancelsAtMs)}; until then nothing changes.`,
        };
      }
      return {
        label: "Active",
        tone: "good",
        headline: "Standard plan",
        text: html`The month renews and its requests reset on !${momentTag(periodEndMs)}.`,
      };
    case "past_due":
      return {
        label: "Past due",
        tone: "bad",
        headline: "The last payment did not go through",
        text: html`Requests are refused until it does. Update the payment method to go on. ${keysStay}`,
      };
    case "canceled":
      return {
        label: "Canceled",
        tone: "plain",
        headline: "Your subscription was canceled",
        text: html`Requests are refused. Subscribe again to go on. ${keysStay}`,
      };
  }
}
