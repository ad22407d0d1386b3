/** Prepares a deed, mails the link that confirms it, and does it when the link is used; and asks for a new sign-in. */
import type { FastifyReply } from "fastify";
import { html } from "ghtml";
import { makeDeedLink, readDeedLink, takeDeedLink } from "../../access/people/deed-links.ts";
import { networkOf } from "../../access/people/networks.ts";
import { csrfField } from "../manage/frame/layout.ts";
import { formValue, queryValue } from "../manage/frame/visit.ts";
import { doDeed, factsOf, hasSubject, listPageOf, type PageDeed, pageOf, readDeed, sentenceOf } from "./deeds.ts";
import { csrfOf, type OperatorVisit, operatePath, pathOf, sendOperate, toOperate } from "./visit.ts";

export async function askForDeed(visit: OperatorVisit): Promise<FastifyReply> {
  const { site, session, now, request, operators } = visit;
  const deed = readDeed(visit);
  const listed = listPageOf(formValue(visit, "deed"));
  if (typeof deed === "string") return toOperate(visit, listed, deed);
  if (!(await hasSubject(visit, deed))) return toOperate(visit, listed, "op_gone");
  // Counted with the links that sign in.
  const { allowances } = site;
  const isAllowed =
    (await allowances.may("linksFromNetwork", networkOf(request.ip))) &&
    (await allowances.may("linksToMailbox", session.email));
  if (!isAllowed) return toOperate(visit, pageOf(deed), "too_many");
  const prepared = { deed: JSON.stringify(deed), about: factsOf(deed) };
  const token = await makeDeedLink(site.deps.access, session, prepared, now);
  const link = `${site.deps.manageUrl}${operatePath}/confirm?token=${token}`;
  try {
    await operators.sendDeedLink(session.email, link, sentenceOf(deed));
  } catch (error) {
    request.log.error({ err: error }, "the mail that confirms an operator's deed could not be sent");
    return toOperate(visit, pageOf(deed), "mail_failed");
  }
  return toOperate(visit, "/asked");
}

export function showAsked(visit: OperatorVisit): FastifyReply {
  const body = html`<section class="card question"><h1>Check your e-mail</h1>
<p>Nothing is changed yet. A link is on its way to <strong class="breakable">${visit.session.email}</strong>, which shows what you asked for
and does it when you confirm.</p>
<p class="hint">It works once, for 15 minutes, in this browser, as long as you stay signed in.</p></section>`;
  return sendOperate(visit, { title: "Check your e-mail", path: null, body, width: "narrow" });
}

/** Shows what a link confirms. It does not use the link up, because mail scanners follow links. */
export async function showDeed(visit: OperatorVisit): Promise<FastifyReply> {
  const { site, session, now, reply } = visit;
  const token = queryValue(visit, "token");
  const text = await readDeedLink(site.deps.access, session, token, now);
  if (text === null) return toOperate(visit, "", "op_link");
  const deed = JSON.parse(text) as PageDeed;
  // The address has the token in it. The form's origin is then unknown, and its token alone decides.
  reply.header("referrer-policy", "no-referrer");
  const body = html`<section class="card question"><h1>Confirm the change</h1>
<p class="breakable">${sentenceOf(deed)}</p>
!${deed.note === "" ? "" : html`<p class="hint breakable">Why: ${deed.note}</p>`}
<form method="post" action="${pathOf(visit, "/confirm")}">!${csrfField(csrfOf(visit))}
<input type="hidden" name="token" value="${token}">
<div class="actions"><button class="primary">Confirm</button><a class="button" href="${pathOf(visit)}">Leave it</a></div></form></section>`;
  return sendOperate(visit, { title: "Confirm the change", path: null, body, width: "narrow" });
}

const noticeOf = { done: "op_done", unchanged: "op_unchanged", missing: "op_gone" } as const;

export async function confirmDeed(visit: OperatorVisit): Promise<FastifyReply> {
  const { site, session, now } = visit;
  const taken = await takeDeedLink(site.deps.access, session, formValue(visit, "token"), now);
  if (taken === null) return toOperate(visit, "", "op_link");
  const deed = JSON.parse(taken.deed) as PageDeed;
  try {
    return toOperate(visit, pageOf(deed), noticeOf[await doDeed(visit, deed)]);
  } catch (error) {
    // The database may be away for a moment: then the same link can be used again.
    await taken.giveBack();
    throw error;
  }
}

/** The page of a sign-in that is too old for operators. */
export function showSignInAgain(visit: OperatorVisit): FastifyReply {
  const body = html`<section class="card question"><h1>Sign in again</h1>
<p>You signed in more than 30 minutes ago. The pages for operators ask for a new link.</p>
<form method="post" action="${pathOf(visit, "/sign-in-again")}">!${csrfField(csrfOf(visit))}
<button class="primary">Send sign-in link</button></form></section>`;
  return sendOperate(visit, { title: "Sign in again", path: null, body, width: "narrow", status: 403 });
}

export async function signInAgain(visit: OperatorVisit): Promise<FastifyReply> {
  const { outcome } = await visit.site.deps.signIn.requestLink(visit.session.email, visit.request.ip);
  if (outcome === "sent") {
    const body = html`<section class="card question"><h1>Check your e-mail</h1>
<p>A sign-in link is on its way to <strong class="breakable">${visit.session.email}</strong>.</p></section>`;
    return sendOperate(visit, { title: "Check your e-mail", path: null, body, width: "narrow" });
  }
  return toOperate(visit, "", outcome === "not_an_address" ? "mail_failed" : outcome);
}
