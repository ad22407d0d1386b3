/** Signs people in and out: the form that asks for a link, the page that the link opens, and the end of a session. */
import type { FastifyReply } from "fastify";
import { plans } from "../../access/plans.ts";
import { countText } from "../frame/formats.ts";
import { textField } from "../ui/field.ts";
import { type Html, html } from "../ui/html.ts";
import { snippet } from "../ui/samples.ts";
import {
  bad,
  cookieOptions,
  csrfField,
  formValue,
  good,
  isWrong,
  keep,
  kept,
  type ManageVisit,
  type MemberVisit,
  queryValue,
  seeOther,
  sendPage,
} from "./visit.ts";

/** The content of the page after the form. It is kept in a signed cookie, so that a reload does not send the form again. */
type Sent = {
  readonly email: string;
  readonly isMailed: boolean;
  /** Null unless the operator has set `SHOW_SIGN_IN_LINKS`. */
  readonly link: string | null;
};

const sentCookie = "gradeline_sent";
const sentSeconds = 900;

const isExpired = bad("That sign-in link has expired or was used before. If you are not signed in, ask for a new one.");

const refusals = {
  not_an_address: bad("That is not an e-mail address. Check it and try again.", "email"),
  too_many: bad("Too many links were asked for. Use the newest one that you got, or wait some minutes."),
  mail_failed: bad("The e-mail could not be sent. Try again in a moment."),
} as const;

export async function askForLink(visit: ManageVisit): Promise<FastifyReply> {
  const { site, request } = visit;
  const email = formValue(visit, "email").trim();
  const { outcome, link } = await site.deps.signIn.requestLink(email, request.ip);
  // The operator's setting alone decides [D-50]: what a request says of where it comes from may be made up.
  const sent: Sent = { email, isMailed: link === null, link: site.deps.showsLinks ? link : null };
  keep(visit, sentCookie, sent, sentSeconds);
  return outcome === "sent" ? seeOther(visit, null, "/sent") : seeOther(visit, refusals[outcome]);
}

function readSent(visit: ManageVisit): Sent | null {
  const { email, isMailed, link } = kept(visit, sentCookie);
  const isLink = link === null || typeof link === "string";
  return typeof email === "string" && typeof isMailed === "boolean" && isLink ? { email, isMailed, link } : null;
}

export function showSignIn(visit: ManageVisit): FastifyReply {
  const { base, deps } = visit.site;
  const price = deps.planPrice ?? (deps.billing === null ? "On request" : "Monthly");
  const email = textField(
    "email",
    "E-mail address",
    {
      ...{ type: "email", autocomplete: "email", inputmode: "email", required: "", maxlength: 254 },
      ...{ value: readSent(visit)?.email ?? "", placeholder: "you@example.com" },
    },
    isWrong(visit, "email") ? "Enter an address like you@example.com." : null,
  );
  const { trial, standard } = plans;
  const body = html`<h1>Every final, every line, already graded.</h1>
<p class="lead">Gradeline is the betting history of American sports behind one API: what the books opened at, where they
closed, and how it turned out, for MLB, NFL, NCAAF, NBA and NHL.</p>
<section class="card question" aria-labelledby="sign-in-title">
<h2 id="sign-in-title">Sign in or sign up</h2>
<p class="hint">We e-mail you a link. There is no password, and a new address starts a new account.</p>
<form method="post" action="${base}/sign-in">${csrfField(visit)}
${email}
<button class="primary wide">Send sign-in link</button>
</form>
</section>
<dl class="tiles">
<div><dt>Trial</dt><dd><strong>3 days free</strong>, ${countText(trial.requests)} requests, ${trial.requestsPerMinute} a minute</dd></div>
<div id="price"><dt>Standard</dt><dd><strong>${price}</strong>, ${countText(standard.requests)} requests, ${standard.requestsPerMinute} a minute</dd></div>
</dl>
<ul class="points">
<li>Moneyline, spread and total at open and close, book by book, with a consensus you can recompute.</li>
<li>Final and period scores, each book's bets graded against its own close.</li>
<li>JSON and CSV with stable ids, cursors and ETags: straight into pandas, a spreadsheet or your app.</li>
</ul>`;
  return sendPage(visit, { title: "Sign in", body, width: "narrow" });
}

export function showLinkSent(visit: ManageVisit): FastifyReply {
  const sent = readSent(visit);
  if (sent === null) return seeOther(visit);
  const { email, isMailed } = sent;
  // The operator may have taken the setting back since the cookie was made.
  const link = visit.site.deps.showsLinks ? sent.link : null;
  const body = html`<section class="card question">
${isMailed ? mailedText(email) : unmailedText(email, link)}
<p class="hint">The link works once and for 15 minutes.</p>
<p class="actions"><a class="button" href="${visit.site.home}">Use another address</a></p>
</section>`;
  return sendPage(visit, { title: isMailed ? "Check your e-mail" : "Your sign-in link", body, width: "narrow" });
}

function mailedText(email: string): Html {
  return html`<h1>Check your e-mail</h1>
<p>A sign-in link is on its way to <strong>${email}</strong>. If it does not arrive within some minutes,
look in the spam folder or ask for another.</p>`;
}

function unmailedText(email: string, link: string | null): Html {
  if (link === null) {
    return html`<h1>Ask the operator for your link</h1>
<p>This server is not configured to send mail, so nothing was sent to <strong>${email}</strong>. The
link was written to the server's log, where its operator finds it.</p>`;
  }
  return html`<h1>Your sign-in link</h1>
<p>This server is not configured to send mail, so the link for <strong>${email}</strong> was written to
its log. It is shown here too because the server's operator has it so: whoever asks is shown anybody's link.</p>
<p><a class="button primary wide" href="${link}">Open sign-in link</a></p>
${snippet("link", "link", link)}`;
}

/** Shows the page that a link opens. It does not use the link up, because mail scanners follow links. */
export async function showLink(visit: ManageVisit): Promise<FastifyReply> {
  const token = queryValue(visit, "token");
  const email = token === "" ? null : await visit.site.deps.signIn.emailOfLink(token);
  if (email === null) return seeOther(visit, isExpired);
  visit.reply.header("referrer-policy", "no-referrer");
  const body = html`<section class="card question">
<h1>Sign in to Gradeline</h1>
<p>As <strong>${email}</strong>.</p>
<p>One more step, so that a program which only reads your mail cannot use the link up.</p>
<form method="post" action="${visit.site.base}/link">${csrfField(visit)}
<input type="hidden" name="token" value="${token}">
<button class="primary wide">Sign in</button></form>
<p class="hint">You did not ask for this? Close the page: nothing happens.</p>
</section>`;
  return sendPage(visit, { title: "Sign in", body, width: "narrow" });
}

export async function useLink(visit: ManageVisit): Promise<FastifyReply> {
  const used = await visit.site.deps.signIn.useLink(formValue(visit, "token"));
  if (used === null) return seeOther(visit, isExpired);
  visit.reply.clearCookie(sentCookie, cookieOptions(visit.site));
  visit.reply.header("set-cookie", [...used.setCookies]);
  return seeOther(visit);
}

export async function signOut(visit: MemberVisit): Promise<FastifyReply> {
  const setCookies = await visit.site.deps.signIn.signOut(visit.request.headers.cookie);
  visit.reply.header("set-cookie", [...setCookies]);
  return seeOther(visit, good("You are signed out."));
}
