/** One request to the management page: who is asking, what was sent, and how to answer. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { readAccount } from "../../access/accounts.ts";
import type { Allowances } from "../../access/allowances.ts";
import type { Billing } from "../../access/billing/billing.ts";
import type { Session, SignIn } from "../../access/people/sign-in.ts";
import { type OperatorLinks, type PublicPage, renderSitePage, type SiteFrame } from "../frame/page.ts";
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
  readonly planPrice: string | null;
  readonly links: OperatorLinks;
  /** As browsers see the page; the server itself answers at /manage. */
  readonly manageUrl: string;
  /** Where the API and its docs are, for links and curl lines. */
  readonly apiUrl: string;
  /** Whether a link that is not mailed is shown to whoever asks for it: then whoever asks can be anybody. */
  readonly showsLinks: boolean;
  /** Signs cookies; the same on every node. */
  readonly cookieSecret: string;
  readonly clock: () => Date;
  /** Limits trials by network. */
  readonly allowances: Allowances;
  /** Null: there are no pages for operators. */
  readonly operators: OperatorPages | null;
};

export type ManageSite = {
  readonly deps: ManageDeps;
  readonly frame: SiteFrame;
  /** Path of the manageUrl without a slash at its end: empty at the root of a host. */
  readonly base: string;
  readonly home: string;
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
  const { manageUrl, apiUrl, links, isInvented: isSample } = deps;
  const base = new URL(manageUrl).pathname.replace(/\/+$/, "");
  const home = base === "" ? "/" : base;
  return { deps, frame: { links, manageUrl: home, isSample, root: apiUrl, assetRoot: base }, base, home };
}

/** A field of the form that was sent; empty when it is not there, or there twice. */
export function formValue({ request }: ManageVisit, name: string): string {
  const value = (request.body as Readonly<Record<string, unknown>> | null | undefined)?.[name];
  return typeof value === "string" ? value : "";
}

/** The server hands queries on as text, so it is read from the URL. */
export function queryValue({ request }: ManageVisit, name: string): string {
  return new URLSearchParams(/\?.*/s.exec(request.url)?.[0]).get(name) ?? "";
}

/** What is wrong with a request to the management page. The page of each says what to do. */
const refusals = {
  not_found: [404, "Page not found", "There is nothing at this address, or it is not yours to see."],
  unreadable: [
    400,
    "This address cannot be read",
    "There is a percent sign in it that stands for nothing. If you typed or copied the address, check it.",
  ],
  wrong_method: [
    405,
    "This address cannot be opened like that",
    "It only answers the pages and forms of this site. Nothing was changed.",
  ],
  foreign_form: [
    403,
    "This form came from another site",
    "For your safety, forms are only taken from this site's own pages. Nothing was changed. If you meant to do this, do it from the start page.",
  ],
  bad_form: [400, "This form cannot be read", "Nothing was changed. Go back to the start and try again."],
  away: [
    503,
    "This page cannot be shown right now",
    "The database behind it does not answer. Try again in a minute; if it stays, give the operator of this server the number of the request.",
  ],
  failed: [
    500,
    "Something went wrong on our side",
    "It was written to this server's log. Try again in a moment; if it stays, give the operator of this server the number of the request.",
  ],
} as const satisfies Readonly<Record<string, readonly [status: number, title: string, text: string]>>;

export class Refused extends Error {
  readonly said: (typeof refusals)[keyof typeof refusals];
  /** Of the answer, where it is another one than usual. */
  readonly statusCode: number;

  constructor(name: keyof typeof refusals, statusCode: number = refusals[name][0]) {
    super(name);
    this.said = refusals[name];
    this.statusCode = statusCode;
  }
}

/** A sentence about the form that was sent before; the next page tells it once. */
export type Told = { readonly tone: "good" | "bad" | "plain"; readonly text: string };

export const good = (text: string): Told => ({ tone: "good", text });
export const plain = (text: string): Told => ({ tone: "plain", text });
export const bad = (text: string): Told => ({ tone: "bad", text });

/** It is in a cookie that only we can sign, because anybody can make an address. */
const toldCookie = "gradeline_notice";

function cookieOptions({ home, deps }: ManageSite) {
  return { path: home, httpOnly: true, sameSite: "lax", secure: deps.manageUrl.startsWith("https:") } as const;
}

/** The next page of ours tells it, when it is asked for within this time, in seconds. */
export function tellNext({ reply, site }: ManageVisit, told: Told, maxAge = 60): void {
  const text = Buffer.from(JSON.stringify(told)).toString("base64url");
  reply.setCookie(toldCookie, text, { ...cookieOptions(site), signed: true, maxAge });
}

/** Another version of this server signs with the same secret, so its members may be anything. */
function toldBefore({ request, reply, site }: ManageVisit): Told | null {
  const { valid, value } = request.unsignCookie(request.cookies[toldCookie] ?? "");
  if (!valid) return null;
  reply.clearCookie(toldCookie, cookieOptions(site));
  try {
    const { tone, text } = JSON.parse(Buffer.from(value, "base64url").toString());
    return typeof text === "string" && typeof tone === "string" ? { tone: tone as Told["tone"], text } : null;
  } catch {
    return null;
  }
}

/** Back to the start; a reload sends nothing again. The path is never taken from the request. */
export function seeOther(visit: ManageVisit, told: Told | null = null): FastifyReply {
  if (told !== null) tellNext(visit, told);
  return visit.reply.redirect(visit.site.home, 303);
}

type ManagePage = Pick<PublicPage, "body" | "width"> & {
  readonly title: string;
  /** About the form that this page answers; without it, what the form before told. */
  readonly told?: Told | null;
};

/** Sends a page in the frame of the site; whoever is signed in can sign out on it. */
export function sendPage(visit: ManageVisit, page: ManagePage, status = 200): FastifyReply {
  const { reply, site, session } = visit;
  const { title, body, width, told = toldBefore(visit) } = page;
  const isBad = told?.tone === "bad";
  const notice =
    told === null
      ? noHtml
      : html`<p class="notice ${told.tone}" role="${isBad ? "alert" : "status"}">${told.text}</p>
`;
  const signOut = html`<form method="post" action="${site.base}/sign-out"><button class="small">Sign out</button></form>`;
  const rendered = renderSitePage(site.frame, {
    title: `${isBad ? "Error: " : ""}${title} - Gradeline`,
    description: null,
    current: "/manage",
    account: session === null ? noHtml : signOut,
    body: html`${notice}${body}`,
    styles: ["manage.css"],
    width,
  });
  return reply.code(status).type("text/html; charset=utf-8").send(rendered);
}

type Question = {
  readonly title: string;
  /** The heading, and what is to be known before. */
  readonly body: Html;
  /** Where its form leads, below the management page. */
  readonly path: string;
  /** The fields of the form, and its buttons. */
  readonly form: Html;
  readonly told?: Told | null;
};

/** Sends a page that asks one question, whose answer is a form. */
export function sendQuestion(visit: MemberVisit, { title, body, path, form, told }: Question): FastifyReply {
  const asked = html`<section class="card question">${body}
<form method="post" action="${visit.site.base}${path}">${form}</form></section>`;
  return sendPage(visit, { title, body: asked, width: "narrow", ...(told !== undefined && { told }) });
}
