/** The pages that people see before they are signed in. */

import { plans } from "../../../access/plans.ts";
import { copyButton, copyStatus, countText } from "../../frame/formats.ts";
import { type Html, html } from "../../ui/html.ts";
import { csrfField, manageLayout } from "../frame/layout.ts";
import { toldCode } from "../frame/notices.ts";
import type { ManageVisit } from "../frame/visit.ts";

const facts = [
  ["Open and close", "Moneyline, spread and total, book by book, with a consensus you can recompute."],
  ["Graded for you", "Final and period scores, each book's bets graded against its own close."],
  ["JSON and CSV", "Stable ids, cursors and ETags: straight into pandas, a spreadsheet or your app."],
] as const;

/** Shows what the API knows of a game. The game is invented, and the caption says so. */
const example = html`<table class="card example"><caption>Home 27, Away 24 <small>an invented game</small></caption>
<thead><tr><td></td><th scope="col">Open</th><th scope="col">Close</th><th scope="col">Result</th></tr></thead>
<tbody><tr><th scope="row">Moneyline</th><td>−140</td><td>−165</td><td><span class="pill good">Home won</span></td></tr>
<tr><th scope="row">Spread</th><td>−2.5</td><td>−3.5</td><td><span class="pill good">Away covered</span></td></tr>
<tr><th scope="row">Total</th><td>47.5</td><td>49</td><td><span class="pill good">Over</span></td></tr></tbody></table>`;

export function signInPage(visit: ManageVisit, csrf: string, email: string, price: string | null): string {
  const { base } = visit.site;
  const isWrong = toldCode(visit) === "not_an_address";
  const body = html`<div class="welcome">
<div class="pitch">
<p class="sports">MLB · NFL · NCAAF · NBA · NHL</p>
<h1>Every final, every line, already graded.</h1>
<p class="lead">Gradeline is the betting history of American sports behind one API: what the books opened at, where they
closed, and how it turned out.</p>
</div>
<section class="card sign-in" aria-labelledby="sign-in-title">
<h2 id="sign-in-title">Sign in or sign up</h2>
<p class="hint">We e-mail you a link. There is no password, and a new address starts a new account.</p>
<form method="post" action="${base}/sign-in">${csrfField(csrf)}
<label for="email">E-mail address</label>
<input id="email" name="email" type="email" autocomplete="email" inputmode="email" required maxlength="254"
 value="${email}" placeholder="you@example.com"${isWrong ? html` aria-invalid="true" aria-describedby="email-wrong"` : ""}>
${isWrong ? html`<p id="email-wrong" class="field-wrong">Enter an address like you@example.com.</p>` : ""}
<button class="primary wide">Send sign-in link</button>
</form>
<dl class="terms">
<div><dt>Trial</dt><dd><strong>3 days free</strong> ${countText(plans.trial.requests)} requests, ${plans.trial.requestsPerMinute} a minute</dd></div>
<div id="price"><dt>Standard</dt><dd><strong>${price ?? (visit.site.deps.billing === null ? "On request" : "Monthly")}</strong> ${countText(plans.standard.requests)} requests, ${plans.standard.requestsPerMinute} a minute</dd></div>
</dl>
</section>
<div class="pitch more">
${example}
<ul class="facts">${facts.map(([name, text]) => html`<li><strong>${name}</strong><span>${text}</span></li>`)}</ul>
</div>
</div>`;
  return manageLayout(visit, { title: "Sign in", body, member: null, width: "wide" });
}

type Sent = { readonly email: string; readonly isMailed: boolean; readonly link: string | null };

export function linkSentPage(visit: ManageVisit, { email, isMailed, link }: Sent): string {
  const body = html`<section class="card question">
<span class="emblem" aria-hidden="true"><svg width="28" height="28" viewBox="0 0 24 24"><path class="stroke" d="M3.5 6.5h17v11h-17zM4 7l8 6.5L20 7"/></svg></span>
${isMailed ? mailedText(email) : unmailedText(email, link)}
<p class="hint">The link works once and for 15 minutes.</p>
<p class="actions"><a class="button" href="${visit.site.home}">Use another address</a></p>
</section>`;
  return manageLayout(visit, {
    title: isMailed ? "Check your e-mail" : "Your sign-in link",
    body,
    member: null,
    width: "narrow",
  });
}

function mailedText(email: string): Html {
  return html`<h1>Check your e-mail</h1>
<p>A sign-in link is on its way to <strong class="breakable">${email}</strong>. If it does not arrive within some minutes,
look in the spam folder or ask for another.</p>`;
}

function unmailedText(email: string, link: string | null): Html {
  if (link === null) {
    return html`<h1>Ask the operator for your link</h1>
<p>This server is not configured to send mail, so nothing was sent to <strong class="breakable">${email}</strong>. The
link was written to the server's log, where its operator finds it.</p>`;
  }
  return html`<h1>Your sign-in link</h1>
<p>This server is not configured to send mail, so the link for <strong class="breakable">${email}</strong> was written to
its log. It is shown here too because the server's operator has it so: whoever asks is shown anybody's link.</p>
<p><a class="button primary wide" href="${link}">Open sign-in link</a></p>
<div class="snippet"><code id="link">${link}</code>${copyButton("link", "Copy link")}</div>${copyStatus}`;
}

type Link = { readonly token: string; readonly email: string };

export function confirmLinkPage(visit: ManageVisit, csrf: string, { token, email }: Link): string {
  const body = html`<section class="card question">
<span class="emblem" aria-hidden="true"><svg width="28" height="28" viewBox="0 0 24 24"><path class="stroke" d="M14 4h5.5v16H14M4 12h11M11 8l4 4-4 4"/></svg></span>
<h1>Sign in to Gradeline</h1>
<p>As <strong class="breakable">${email}</strong>.</p>
<p>One more step, so that a program which only reads your mail cannot use the link up.</p>
<form method="post" action="${visit.site.base}/link">${csrfField(csrf)}
<input type="hidden" name="token" value="${token}">
<button class="primary wide">Sign in</button></form>
<p class="hint">You did not ask for this? Close the page: nothing happens.</p>
</section>`;
  return manageLayout(visit, { title: "Sign in", body, member: null, width: "narrow" });
}
