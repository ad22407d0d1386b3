/** One request to the management page: who is asking, what was sent, and how to answer. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { readAccount } from "../../access/accounts.ts";
import { type Allowances, openAllowances } from "../../access/allowances.ts";
import type { Billing } from "../../access/billing/billing.ts";
import type { Session, SignIn } from "../../access/people/sign-in.ts";
import { noLinks, type OperatorLinks, type PublicPage, renderSitePage, type SiteFrame } from "../frame/page.ts";
import type { OperatorPages } from "../operators/desk.ts";
import { type Html, html, noHtml } from "../ui/html.ts";

export type ManageDeps = {
  readonly access: Parameters<typeof readAccount>[0];
  readonly signIn: SignIn;
  /** Whether what is served now is a sample. */
  readonly isInvented: () => boolean;
  /** Null: plans are set by the operator. */
  readonly billing: Billing | null;
  /** The price of Standard in words; null where the operator does not say. */
  readonly planPrice?: string | null;
  readonly links?: OperatorLinks;
  /** As browsers see the page; the server itself answers at /manage. */
  readonly manageUrl: string;
  /** Where the API and its docs are, for links and curl lines. */
  readonly apiUrl: string;
  /** Whether a link that is not mailed is shown to whoever asks for it: then whoever asks can be anybody. */
  readonly showsLinks: boolean;
  /** Signs cookies and the tokens of forms; the same on every node. */
  readonly csrfSecret: string;
  /** Where billing sends browsers; a form may lead there. */
  readonly billingOrigins?: readonly string[];
  readonly clock?: () => Date;
  /** Limits trials by network; they are counted here when it is not given. */
  readonly allowances?: Allowances;
  /** The pages for operators; without it there are none. */
  readonly operators?: OperatorPages | null;
};

export type ManageSite = {
  readonly deps: ManageDeps;
  readonly frame: SiteFrame;
  readonly allowances: Allowances;
  /** Path of the manageUrl without a slash at its end: empty at the root of a host. */
  readonly base: string;
  readonly home: string;
  readonly isHttps: boolean;
};

export type ManageVisit = {
  readonly site: ManageSite;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly now: Date;
  /** Null: nobody is signed in, or the page does not ask. */
  readonly session: Session | null;
};

export type MemberVisit = ManageVisit & { readonly session: Session };

export function siteOf(deps: ManageDeps): ManageSite {
  const { manageUrl, apiUrl, links = noLinks, isInvented: isSample, allowances = openAllowances() } = deps;
  const { pathname, protocol } = new URL(manageUrl);
  const base = pathname.replace(/\/+$/, "");
  const home = base === "" ? "/" : base;
  const frame = { links, manageUrl: home, isSample, root: apiUrl, assetRoot: base };
  return { deps, frame, allowances, base, home, isHttps: protocol === "https:" };
}

/** A field of the form that was sent; empty when it is not there, or there twice. */
export function formValue({ request }: Pick<ManageVisit, "request">, name: string): string {
  const body = request.body as Readonly<Record<string, unknown>> | null | undefined;
  const value = body?.[name];
  return typeof value === "string" ? value : "";
}

/** The server hands queries on as text, so it is read from the URL. */
export function queryValue({ request }: Pick<ManageVisit, "request">, name: string): string {
  return new URLSearchParams(/\?.*/s.exec(request.url)?.[0]).get(name) ?? "";
}

export function cookieOptions({ home, isHttps }: ManageSite) {
  return { path: home, httpOnly: true, sameSite: "lax", secure: isHttps } as const;
}

/** Keeps a value in a signed cookie for some seconds. */
export function keep({ reply, site }: ManageVisit, name: string, value: object, maxAge: number): void {
  const text = Buffer.from(JSON.stringify(value)).toString("base64url");
  reply.setCookie(name, text, { ...cookieOptions(site), signed: true, maxAge });
}

/** The value that was kept. Its members may be anything: another version of this server signs with the same secret. */
export function kept({ request }: ManageVisit, name: string): Readonly<Record<string, unknown>> {
  const { valid, value } = request.unsignCookie(request.cookies[name] ?? "");
  try {
    return valid ? (JSON.parse(Buffer.from(value, "base64url").toString()) ?? {}) : {};
  } catch {
    return {};
  }
}

/** A sentence about the form that was sent before; the next page tells it once. */
export type Told = { readonly tone: "good" | "bad" | "plain"; readonly text: string; readonly field?: string };

export const good = (text: string): Told => ({ tone: "good", text });
export const plain = (text: string): Told => ({ tone: "plain", text });
/** @param field the one that is wrong, by its name. */
export const bad = (text: string, field?: string): Told => ({ tone: "bad", text, ...(field && { field }) });

/** It is in a cookie that only we can sign, because anybody can make an address. */
const toldCookie = "gradeline_notice";

/** The next page of ours tells it, when it is asked for within this time, in seconds. */
export function tellNext(visit: ManageVisit, told: Told, maxAge = 60): void {
  keep(visit, toldCookie, told, maxAge);
}

/** Back to a page of ours; a reload sends nothing again. The path is never taken from the request. */
export function seeOther(visit: ManageVisit, told: Told | null = null, path = ""): FastifyReply {
  const { base, home } = visit.site;
  if (told !== null) tellNext(visit, told);
  return visit.reply.redirect(path === "" ? home : base + path, 303);
}

function toldBefore(visit: ManageVisit): Told | null {
  const { tone, text } = kept(visit, toldCookie);
  return typeof text === "string" && typeof tone === "string"
    ? { tone: tone === "bad" ? tone : (tone as "good"), text }
    : null;
}

/** Whether the form that was sent before had something wrong in a field. */
export function isWrong(visit: ManageVisit, field: string): boolean {
  return kept(visit, toldCookie).field === field;
}

export type ManagePage = Pick<PublicPage, "body" | "width"> & { readonly title: string };

/** Sends a page in the frame of the site; whoever is signed in can sign out on it. */
export function sendPage(visit: ManageVisit, { title, body, width }: ManagePage, status = 200): FastifyReply {
  const { reply, site, session } = visit;
  const told = toldBefore(visit);
  if (told !== null) reply.clearCookie(toldCookie, cookieOptions(site));
  const isBad = told?.tone === "bad";
  const notice =
    told === null
      ? noHtml
      : html`<p class="notice ${told.tone}" role="${isBad ? "alert" : "status"}">${told.text}</p>
`;
  const signOut = html`<form method="post" action="${site.base}/sign-out">${csrfField(visit)}<button class="small">Sign out</button></form>`;
  const page = renderSitePage(site.frame, {
    title: `${isBad ? "Error: " : ""}${title} - Gradeline`,
    description: null,
    current: "/manage",
    account: session === null ? noHtml : signOut,
    body: html`${notice}${body}`,
    styles: ["manage.css"],
    width,
  });
  return reply.code(status).type("text/html; charset=utf-8").send(page);
}

/**
 * In the tokens of forms: the session that the form's page was made for. Forms that anyone may send have none, so that a tab that was
 * opened before a sign-in still works.
 */
export function audienceOf(session: Session | null): string {
  return session?.sessionId ?? "visitor";
}

const tokens = new WeakMap<FastifyReply, string>();

/** The token of the page's forms; a page has one. */
export function csrfField({ reply, session }: ManageVisit): Html {
  const token = tokens.get(reply) ?? reply.generateCsrf({ userInfo: audienceOf(session) });
  tokens.set(reply, token);
  return html`<input type="hidden" name="csrf" value="${token}">`;
}
