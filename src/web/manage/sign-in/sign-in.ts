/** Signs people in and out: sends a link, shows the page that it opens, and ends the session. */
import type { FastifyReply } from "fastify";
import { formerSessionRemoved } from "../../../access/people/sign-in.ts";
import { csrfToken } from "../frame/guard.ts";
import { seeOther } from "../frame/notices.ts";
import { cookieOptions, formValue, type ManageVisit, queryValue, sendPage } from "../frame/visit.ts";
import { confirmLinkPage, linkSentPage, signInPage } from "./sign-in-pages.ts";

/** The content of the page after the form. It is kept in a signed cookie, so that a reload does not send the form again. */
type Sent = {
  readonly email: string;
  readonly isMailed: boolean;
  /** Null unless the operator has set `SHOW_SIGN_IN_LINKS`. */
  readonly link: string | null;
};

const sentCookie = "gradeline_sent";
const sentSeconds = 900;

export function showSignIn(visit: ManageVisit): FastifyReply {
  const price = visit.site.deps.planPrice ?? null;
  return sendPage(visit, signInPage(visit, csrfToken(visit.reply, null), readSent(visit)?.email ?? "", price));
}

export async function askForLink(visit: ManageVisit): Promise<FastifyReply> {
  const { site, request } = visit;
  const email = formValue(visit, "email").trim();
  const { outcome, link } = await site.deps.signIn.requestLink(email, request.ip);
  // The operator's setting alone decides [D-50]: what a request says of where it comes from may be made up.
  rememberSent(visit, { email, isMailed: link === null, link: site.deps.showsLinks ? link : null });
  return outcome === "sent" ? seeOther(visit, null, "/sent") : seeOther(visit, outcome);
}

export function showLinkSent(visit: ManageVisit): FastifyReply {
  const sent = readSent(visit);
  if (sent === null) return seeOther(visit);
  // The operator may have taken the setting back since the cookie was made.
  return sendPage(visit, linkSentPage(visit, { ...sent, link: visit.site.deps.showsLinks ? sent.link : null }));
}

/** Shows the page that a link opens. It does not use the link up, because mail scanners follow links. */
export async function showLink(visit: ManageVisit): Promise<FastifyReply> {
  const token = queryValue(visit, "token");
  const email = token === "" ? null : await visit.site.deps.signIn.emailOfLink(token);
  if (email === null) return seeOther(visit, "link_expired");
  visit.reply.header("referrer-policy", "no-referrer");
  return sendPage(visit, confirmLinkPage(visit, csrfToken(visit.reply, null), { token, email }));
}

export async function useLink(visit: ManageVisit): Promise<FastifyReply> {
  const used = await visit.site.deps.signIn.useLink(formValue(visit, "token"));
  if (used === null) return seeOther(visit, "link_expired");
  visit.reply.clearCookie(sentCookie, cookieOptions(visit.site));
  visit.reply.header("set-cookie", [...formerSessionRemoved(visit.site.deps.manageUrl), ...used.setCookies]);
  return seeOther(visit);
}

export async function signOut(visit: ManageVisit): Promise<FastifyReply> {
  const setCookies = await visit.site.deps.signIn.signOut(visit.request.headers.cookie);
  visit.reply.header("set-cookie", [...formerSessionRemoved(visit.site.deps.manageUrl), ...setCookies]);
  return seeOther(visit, "signed_out");
}

function rememberSent({ reply, site }: ManageVisit, sent: Sent): void {
  const value = Buffer.from(JSON.stringify(sent)).toString("base64url");
  reply.setCookie(sentCookie, value, { ...cookieOptions(site), signed: true, maxAge: sentSeconds });
}

function readSent({ request }: ManageVisit): Sent | null {
  const { valid, value } = request.unsignCookie(request.cookies[sentCookie] ?? "");
  return valid ? sentFrom(Buffer.from(value, "base64url").toString()) : null;
}

/**
 * Reads the cookie's text. Returns null when it has another shape: another version of this server may have put
 * something else there, signed with the same secret.
 */
function sentFrom(text: string): Sent | null {
  try {
    const { email, isMailed, link } = JSON.parse(text) as Readonly<Record<keyof Sent, unknown>>;
    const isLink = link === null || typeof link === "string";
    return typeof email === "string" && typeof isMailed === "boolean" && isLink ? { email, isMailed, link } : null;
  } catch {
    return null;
  }
}
