/** What a page says about the form before it. The address of a page names one of these, and never says a text itself. */
import { mostKeys } from "../../access/account-keys.ts";

type Notice = { readonly tone: "good" | "bad" | "plain"; readonly text: string };

export const notices = {
  not_an_address: { tone: "bad", text: "That is not an e-mail address. Check it and try again." },
  too_many: { tone: "bad", text: "Too many links were asked for. Wait some minutes and try again." },
  mail_failed: { tone: "bad", text: "The e-mail could not be sent. Try again in a moment." },
  link_expired: { tone: "bad", text: "That sign-in link has expired or was used before. Ask for a new one." },
  sign_in: { tone: "plain", text: "Sign in to see that page." },
  signed_out: { tone: "good", text: "You are signed out." },
  trial_started: { tone: "good", text: "Your trial has begun. Create a key to make the first request." },
  trial_refused: { tone: "bad", text: "This mailbox has had its trial. Subscribe to go on." },
  too_many_trials: {
    tone: "bad",
    text: "Many trials were begun from your network today. Try again tomorrow, or subscribe.",
  },
  no_account: { tone: "bad", text: "There is no plan yet: start the trial or subscribe first." },
  key_limit: { tone: "bad", text: `An account has at most ${mostKeys} active keys. Revoke one first.` },
  key_made: {
    tone: "plain",
    text: "That key was made already, and is shown only once. If you have not stored it, revoke it and create another.",
  },
  key_renamed: { tone: "good", text: "The key was renamed." },
  key_revoked: { tone: "good", text: "The key was revoked. Requests with it are refused from now on." },
  key_gone: { tone: "plain", text: "That key was revoked already." },
  subscribed: { tone: "plain", text: "You have a subscription already. Manage it on the billing page." },
  back: { tone: "plain", text: "Welcome back. A change made on the billing page can take a minute to show here." },
  checkout_done: { tone: "good", text: "Thank you. The subscription shows here as soon as the payment is confirmed." },
  checkout_canceled: { tone: "plain", text: "Nothing was subscribed and nothing was charged." },
  no_billing: { tone: "bad", text: "Billing is not configured on this server." },
  no_customer: { tone: "bad", text: "There is nothing to manage yet: you have no subscription." },
  billing_failed: { tone: "bad", text: "The billing service did not answer. Nothing was changed: try again." },
  delete_mismatch: { tone: "bad", text: "That is not the e-mail address of this account. Nothing was deleted." },
  deleted: { tone: "good", text: "Your account and all its keys are deleted." },
} as const satisfies Readonly<Record<string, Notice>>;

export type NoticeCode = keyof typeof notices;

/** Null: nothing to say, or not one of ours. */
export function noticeOf(code: string): (Notice & { readonly code: NoticeCode }) | null {
  if (!Object.hasOwn(notices, code)) return null;
  return { code: code as NoticeCode, ...notices[code as NoticeCode] };
}
