/**
 * Notices: what a page says about the form that was sent before it. The address of a page holds only the code of a
 * notice, never its text. Because anybody can make such an address, a notice is shown only where it fits.
 */
import type { BillingState } from "../../../access/billing/billing.ts";
import type { ListedKey } from "../../../access/keys/account-keys.ts";
import { mostKeys, mostKeysADay } from "../../../access/keys/own-keys.ts";
import type { Standing } from "../../../access/plans.ts";

/** The page on which a notice would be shown, and what is known there. */
export type NoticeSituation =
  | { readonly page: "sign-in" }
  | { readonly page: "delete" }
  | { readonly page: "operate" }
  | {
      readonly page: "dashboard";
      /** Null when there is no account yet. */
      readonly standing: Standing | null;
      readonly isTrialTaken: boolean;
      readonly keys: readonly ListedKey[];
      readonly hasBilling: boolean;
      /** Null when it is not known. */
      readonly state: BillingState | null;
    };

type Member = Extract<NoticeSituation, { readonly page: "dashboard" }>;
type Notice = {
  readonly tone: "good" | "bad" | "plain";
  readonly text: string;
  /** The text on the dashboard, where somebody is signed in. */
  readonly memberText?: string;
  /** The text on the dashboard of a server without billing, where nobody can subscribe. */
  readonly unbilledText?: string;
  readonly fits: (situation: NoticeSituation) => boolean;
};

const signedOut = ({ page }: NoticeSituation): boolean => page === "sign-in";
const operating = ({ page }: NoticeSituation): boolean => page === "operate";
const mailing = (situation: NoticeSituation): boolean => signedOut(situation) || operating(situation);
const deleting = ({ page }: NoticeSituation): boolean => page === "delete";
const member =
  (fits: (member: Member) => boolean) =>
  (situation: NoticeSituation): boolean =>
    situation.page === "dashboard" && fits(situation);
const billed = member(({ hasBilling }) => hasBilling);
const hasActiveKey = member(({ keys }) => keys.some(({ revokedMs }) => revokedMs === null));
const hasRevokedKey = member(({ keys }) => keys.some(({ revokedMs }) => revokedMs !== null));

export const notices = {
  not_an_address: { tone: "bad", text: "That is not an e-mail address. Check it and try again.", fits: signedOut },
  too_many: {
    tone: "bad",
    text: "Too many links were asked for. Use the newest one that you got, or wait some minutes.",
    fits: mailing,
  },
  mail_failed: { tone: "bad", text: "The e-mail could not be sent. Try again in a moment.", fits: mailing },
  link_expired: {
    tone: "bad",
    text: "That sign-in link has expired or was used before. Ask for a new one.",
    memberText: "That sign-in link has expired or was used before. You are signed in as before.",
    fits: (situation) => signedOut(situation) || situation.page === "dashboard",
  },
  sign_in: { tone: "plain", text: "Sign in to see that page.", fits: signedOut },
  signed_out: { tone: "good", text: "You are signed out.", fits: signedOut },
  deleted: { tone: "good", text: "Your account and all its keys are deleted.", fits: signedOut },
  trial_started: {
    tone: "good",
    text: "Your trial has begun. Create a key to make the first request.",
    fits: member(({ standing }) => standing === "trialing"),
  },
  trial_refused: {
    tone: "bad",
    text: "This mailbox has had its trial. Subscribe to go on.",
    unbilledText: "This mailbox has had its trial. To go on, ask the operator of this server.",
    fits: member(({ standing, isTrialTaken }) => standing === "trial_ended" || (standing === null && isTrialTaken)),
  },
  too_many_trials: {
    tone: "bad",
    text: "Many trials were begun from your network today. Try again tomorrow, or subscribe.",
    unbilledText:
      "Many trials were begun from your network today. Try again tomorrow, or ask the operator of this server.",
    fits: member(({ standing, isTrialTaken }) => standing === null && !isTrialTaken),
  },
  no_account: {
    tone: "bad",
    text: "A key needs a plan, and you have none yet.",
    fits: member(({ standing }) => standing === null),
  },
  key_limit: {
    tone: "bad",
    text: `An account has at most ${mostKeys} active keys. Revoke one first.`,
    fits: member(({ keys }) => keys.filter(({ revokedMs }) => revokedMs === null).length >= mostKeys),
  },
  key_limit_today: {
    tone: "bad",
    text: `An account makes at most ${mostKeysADay} keys in 24 hours, revoked ones included. Try again later.`,
    fits: member(({ keys }) => keys.length >= mostKeysADay),
  },
  key_made: {
    tone: "plain",
    text: "That key was made already, and is shown only once. If you have not stored it, revoke it and create another.",
    fits: member(({ keys }) => keys.length > 0),
  },
  key_renamed: { tone: "good", text: "The key was renamed.", fits: hasActiveKey },
  key_revoked: {
    tone: "good",
    text: "The key was revoked. Requests with it are refused from now on.",
    fits: hasRevokedKey,
  },
  key_gone: { tone: "plain", text: "That key was revoked already.", fits: hasRevokedKey },
  subscribed: {
    tone: "plain",
    text: "You have a subscription already. Manage it on the billing page.",
    fits: member(({ hasBilling, standing }) => hasBilling && standing === "active"),
  },
  back: {
    tone: "plain",
    text: "Welcome back. A change made on the billing page can take a minute to show here.",
    fits: member(({ hasBilling, state }) => hasBilling && state?.hasCustomer !== false),
  },
  checkout_done: {
    tone: "good",
    text: "Thank you. The subscription shows here as soon as the payment is confirmed.",
    fits: billed,
  },
  checkout_canceled: {
    tone: "plain",
    text: "Nothing was subscribed and nothing was charged.",
    fits: member(({ hasBilling, standing, state }) => hasBilling && standing !== "active" && !state?.hasSubscription),
  },
  no_billing: {
    tone: "bad",
    text: "Billing is not configured on this server.",
    fits: member(({ hasBilling }) => !hasBilling),
  },
  no_customer: {
    tone: "bad",
    text: "There is nothing to manage yet: you have no subscription.",
    fits: member(({ hasBilling, state }) => hasBilling && !state?.hasCustomer),
  },
  billing_failed: {
    tone: "bad",
    text: "The billing service did not answer. Nothing was changed: try again.",
    fits: billed,
  },
  op_done: { tone: "good", text: "It is done, and stands in the audit list.", fits: operating },
  op_unchanged: { tone: "plain", text: "It was so already. Nothing was changed.", fits: operating },
  op_gone: {
    tone: "bad",
    text: "There is no such account, active key, or final score. Nothing was changed.",
    fits: operating,
  },
  op_link: {
    tone: "bad",
    text: "That link has expired, was used before, or was asked for in another sign-in. Nothing was changed.",
    fits: operating,
  },
  op_bad: { tone: "bad", text: "A field says nothing that there can be. Nothing was changed.", fits: operating },
  op_note: { tone: "bad", text: "A note must not have a link in it. Nothing was changed.", fits: operating },
  delete_mismatch: {
    tone: "bad",
    text: "That is not the e-mail address of this account. Nothing was deleted.",
    fits: deleting,
  },
} as const satisfies Readonly<Record<string, Notice>>;

export type NoticeCode = keyof typeof notices;

/** Returns null when no notice has this code, or when the notice does not fit the page. */
export function noticeOf(code: string, situation: NoticeSituation): Pick<Notice, "tone" | "text"> | null {
  if (!Object.hasOwn(notices, code)) return null;
  const { tone, text, memberText = text, unbilledText = memberText, fits }: Notice = notices[code as NoticeCode];
  if (!fits(situation)) return null;
  if (situation.page !== "dashboard") return { tone, text };
  return { tone, text: situation.hasBilling ? memberText : unbilledText };
}
