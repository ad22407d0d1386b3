/** Signs people in and out: the form that asks for a link, the page that the link opens, and the end of a session. */
import { plans } from "../../access/plans.ts";
import { html } from "../ui/html.ts";
import { snippet, textField } from "../ui/parts.ts";
import { countText } from "../ui/words.ts";
import { type Answered, type ManagePage, type ManageVisit, type MemberVisit, narrowCard, notice } from "./visit.ts";

const isExpired = notice(
  "bad",
  "That sign-in link has expired or was used before. If you are not signed in, ask for a new one.",
);

const refusals = {
  not_an_address: "That is not an e-mail address. Check it and try again.",
  too_many: "Too many links were asked for. Use the newest one that you got, or wait some minutes.",
  mail_failed: "The e-mail could not be sent. Try again in a moment.",
} as const;

/** The address that was typed, and what became of it. */
type Asked = { readonly email: string; readonly outcome: keyof typeof refusals };

export async function askForLink(visit: ManageVisit): Promise<Answered> {
  const { signIn, showsLinks } = visit.site.deps;
  const email = visit.field("email").trim();
  const { outcome, link } = await signIn.requestLink(email, visit.request.ip);
  if (outcome !== "sent") return showSignIn(visit, { email, outcome });
  // The operator's setting alone decides [D-50]: what a request says of where it comes from may be made up.
  const text = link === null ? mailed(email) : showsLinks ? shown(email, link) : logged(email);
  const body = html`
${text}
<p class="hint">The link works once and for 15 minutes.</p>
<p class="actions"><a class="button" href="${visit.site.home}">Use another address</a></p>
`;
  return narrowCard({ title: link === null ? "Check your e-mail" : "Your sign-in link" }, body);
}

export function showSignIn(visit: ManageVisit, asked: Asked | null = null): ManagePage {
  const { base, deps } = visit.site;
  const price = deps.planPrice ?? (deps.billing === null ? "On request" : "Monthly");
  const email = textField(
    "email",
    "E-mail address",
    {
      type: "email",
      autocomplete: "email",
      inputmode: "email",
      required: "",
      maxlength: 254,
      value: asked?.email ?? "",
      placeholder: "you@example.com",
    },
    asked?.outcome === "not_an_address" ? "Enter an address like you@example.com." : null,
  );
  const { trial, standard } = plans;
  const body = html`<h1>Every final, every line, already graded.</h1>
<p class="lead">Gradeline is the betting history of American sports behind one API: what the books opened at, where they
closed, and how it turned out, for MLB, NFL, NCAAF, NBA and NHL.</p>
<section class="card question" aria-labelledby="sign-in-title">
<h2 id="sign-in-title">Sign in or sign up</h2>
<p class="hint">We e-mail you a link. There is no password, and a new address starts a new account.</p>
<form method="post" action="${base}/sign-in">
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
  return {
    title: "Sign in",
    body,
    width: "narrow",
    ...(asked !== null && { notice: notice("bad", refusals[asked.outcome]) }),
  };
}

const mailed = (email: string) => html`<h1>Check your e-mail</h1>
<p>A sign-in link is on its way to <strong>${email}</strong>. If it does not arrive within some minutes,
look in the spam folder or ask for another.</p>`;

const logged = (email: string) => html`<h1>Ask the operator for your link</h1>
<p>This server is not configured to send mail, so nothing was sent to <strong>${email}</strong>. The
link was written to the server's log, where its operator finds it.</p>`;

const shown = (email: string, link: string) => html`<h1>Your sign-in link</h1>
<p>This server is not configured to send mail, so the link for <strong>${email}</strong> was written to
its log. It is shown here too because the server's operator has it so: whoever asks is shown anybody's link.</p>
<p><a class="button primary wide" href="${link}">Open sign-in link</a></p>
${snippet("link", "link", link)}`;

/** Shows the page that a link opens. It does not use the link up, because mail scanners follow links. */
export async function showLink(visit: ManageVisit): Promise<Answered> {
  const token = visit.asked("token");
  const email = token === "" ? null : await visit.site.deps.signIn.emailOfLink(token);
  if (email === null) return isExpired;
  const body = html`
<h1>Sign in to Gradeline</h1>
<p>As <strong>${email}</strong>.</p>
<p>One more step, so that a program which only reads your mail cannot use the link up.</p>
<form method="post" action="${visit.site.base}/link">
<input type="hidden" name="token" value="${token}">
<button class="primary wide">Sign in</button></form>
<p class="hint">You did not ask for this? Close the page: nothing happens.</p>
`;
  return narrowCard({ title: "Sign in" }, body);
}

export async function useLink(visit: ManageVisit): Promise<Answered> {
  const used = await visit.site.deps.signIn.useLink(visit.field("token"));
  if (used === null) return isExpired;
  visit.reply.header("set-cookie", [...used.setCookies]);
  return null;
}

export async function signOut(visit: MemberVisit): Promise<Answered> {
  const setCookies = await visit.site.deps.signIn.signOut(visit.request.headers.cookie);
  visit.reply.header("set-cookie", [...setCookies]);
  return notice("good", "You are signed out.");
}
