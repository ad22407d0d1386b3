/**
 * Notices: what a page says about the form that was sent before it. The code of a notice is in a cookie that the page after
 * the form takes away again: no address, which anybody can make, says anything.
 */
import type { FastifyReply } from "fastify";
import { mostKeys, mostKeysADay } from "../../../access/keys/account-keys.ts";
import { cookieOptions, type ManageVisit } from "./visit.ts";

type Notice = { readonly tone: "good" | "bad" | "plain"; readonly text: string };

const good = (text: string): Notice => ({ tone: "good", text });
const plain = (text: string): Notice => ({ tone: "plain", text });
const bad = (text: string): Notice => ({ tone: "bad", text });

const notices = {
  not_an_address: bad("That is not an e-mail address. Check it and try again."),
  too_many: bad("Too many links were asked for. Use the newest one that you got, or wait some minutes."),
  mail_failed: bad("The e-mail could not be sent. Try again in a moment."),
  link_expired: bad("That sign-in link has expired or was used before. If you are not signed in, ask for a new one."),
  sign_in: plain("Sign in to see that page."),
  signed_out: good("You are signed out."),
  deleted: good("Your account and all its keys are deleted."),
  trial_started: good("Your trial has begun. Create a key to make the first request."),
  trial_refused: bad("This mailbox has had its trial."),
  too_many_trials: bad("Many trials were begun from your network today. Try again tomorrow."),
  no_account: bad("A key needs a plan, and you have none yet."),
  key_limit: bad(`An account has at most ${mostKeys} active keys. Revoke one first.`),
  key_limit_today: bad(
    `An account makes at most ${mostKeysADay} keys in 24 hours, revoked ones included. Try again later.`,
  ),
  key_made: plain(
    "That key was made already, and is shown only once. If you have not stored it, revoke it and create another.",
  ),
  key_renamed: good("The key was renamed."),
  key_revoked: good("The key was revoked. Requests with it are refused from now on."),
  key_gone: plain("That key was revoked already."),
  subscribed: plain("You have a subscription already. Manage it on the billing page."),
  back: plain("Welcome back. What was paid or changed on the billing page can take a minute to show here."),
  no_billing: bad("Billing is not configured on this server."),
  no_customer: bad("There is nothing to manage yet: you have no subscription."),
  billing_failed: bad("The billing service did not answer. Nothing was changed: try again."),
  delete_mismatch: bad("That is not the e-mail address of this account. Nothing was deleted."),
} as const satisfies Readonly<Record<string, Notice>>;

export type NoticeCode = keyof typeof notices;

const noticeCookie = "gradeline_notice";

/** Back to a page of ours, which tells the notice; a reload sends nothing again. The path is never taken from the request. */
export function seeOther(visit: ManageVisit, notice: NoticeCode | null = null, path = ""): FastifyReply {
  const { base, home } = visit.site;
  if (notice !== null) tellNext(visit, notice);
  return visit.reply.redirect(path === "" ? home : base + path, 303);
}

/** The next page of ours tells it, when it is asked for within this time, in seconds. */
export function tellNext({ reply, site }: ManageVisit, code: NoticeCode, maxAge = 60): void {
  reply.setCookie(noticeCookie, code, { ...cookieOptions(site), maxAge });
}

/** Null when there is nothing to tell, or the cookie has no code of ours. */
export function toldCode({ request }: ManageVisit): NoticeCode | null {
  const code = request.cookies[noticeCookie] ?? "";
  return Object.hasOwn(notices, code) ? (code as NoticeCode) : null;
}

/** Tells it once. */
export function takeNotice(visit: ManageVisit): Notice | null {
  const code = toldCode(visit);
  if (code === null) return null;
  visit.reply.clearCookie(noticeCookie, cookieOptions(visit.site));
  return notices[code];
}
