/** One request to the management page: who is asking, what was sent, and how it is answered. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { readAccount } from "../../access/accounts.ts";
import type { Allowances } from "../../access/allowances.ts";
import type { Billing } from "../../access/billing/billing.ts";
import type { Session, SignIn } from "../../access/people/sign-in.ts";
import { type OperatorLinks, type PublicPage, renderSitePage, type SiteFrame } from "../frame/page.ts";
import { problem } from "../frame/recipe.ts";
import type { OperatorPages } from "../operators/questions.ts";
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
  /** Whether a link that is not mailed is shown to everybody who asks for it: then the one who asks can be anybody. */
  readonly showsLinks: boolean;
  /** Signs cookies; the same on every node. */
  readonly cookieSecret: string;
  readonly clock: () => Date;
  /** Limits trials by network. */
  readonly allowances: Allowances;
  /** Null: there are no pages for operators. */
  readonly operators: OperatorPages | null;
};

export type ManageSite = ReturnType<typeof siteOf>;

export class ManageVisit {
  readonly site: ManageSite;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly now: Date;
  /** Null: nobody is signed in, or the page does not ask. */
  session: Session | null = null;

  constructor(site: ManageSite, request: FastifyRequest, reply: FastifyReply) {
    this.site = site;
    this.request = request;
    this.reply = reply;
    this.now = site.deps.clock();
  }

  /** The same visit, with the member who is signed in; null: nobody is. */
  async member(): Promise<MemberVisit | null> {
    this.session = await this.site.deps.signIn.sessionOf(this.request.headers.cookie);
    return this.session === null ? null : (this as MemberVisit);
  }

  /** A field of the form that was sent; empty when it is not there, or there twice. */
  field(name: string): string {
    const value = (this.request.body as Readonly<Record<string, unknown>> | null | undefined)?.[name];
    return typeof value === "string" ? value : "";
  }

  /** The server hands queries on as text, so it is read from the URL. */
  asked(name: string): string {
    return new URLSearchParams(/\?.*/s.exec(this.request.url)?.[0]).get(name) ?? "";
  }
}

export type MemberVisit = ManageVisit & { readonly session: Session };

export function siteOf(deps: ManageDeps) {
  const { manageUrl, apiUrl, links, isInvented: isSample } = deps;
  // The path of manageUrl without a slash at its end: empty at the root of a host.
  const base = new URL(manageUrl).pathname.replace(/\/+$/, "");
  const home = base === "" ? "/" : base;
  const frame: SiteFrame = { links, manageUrl: home, isSample, root: apiUrl, assetRoot: base };
  return { deps, frame, base, home };
}

export const notFound = problem(404, "Page not found", "There is nothing at this address, or it is not yours to see.");

/** A sentence about the form that was sent; the start page tells it once. */
export type Notice = {
  readonly tone: "good" | "bad" | "plain";
  readonly text: string;
  /** A page of the billing service that comes before the start page. */
  readonly leaveFor?: string;
};

export function notice(tone: Notice["tone"], text: string): Notice {
  return { tone, text };
}

export type ManagePage = Pick<PublicPage, "title" | "body" | "width"> & {
  /** About the form that this page answers; without it, that of the form before. */
  readonly notice?: Notice | null;
  readonly status?: number;
};

/** Null: the start page, which has nothing to tell. */
export type Answered = ManagePage | Notice | null;

/** Sends a page, or leads to the start, so that a reload sends nothing again. The path is never taken from the request. */
export function send(visit: ManageVisit, answered: Answered): FastifyReply {
  if (answered !== null && "body" in answered) return sendPage(visit, answered);
  if (answered !== null) tellNext(visit, answered);
  return visit.reply.redirect(answered?.leaveFor ?? visit.site.home, 303);
}

/** Sends a page in the frame of the site; a member who is signed in can sign out on it. */
function sendPage(visit: ManageVisit, page: ManagePage): FastifyReply {
  const { reply, site, session } = visit;
  const { title, body, width, notice = noticeBefore(visit), status = 200 } = page;
  const isBad = notice?.tone === "bad";
  const shown =
    notice === null
      ? noHtml
      : html`<p class="notice ${notice.tone}" role="${isBad ? "alert" : "status"}">${notice.text}</p>
`;
  const signOut = html`<form method="post" action="${site.base}/sign-out"><button class="small">Sign out</button></form>`;
  const rendered = renderSitePage(site.frame, {
    title: `${isBad ? "Error: " : ""}${title} - Gradeline`,
    description: null,
    current: "/manage",
    account: session === null ? noHtml : signOut,
    body: html`${shown}${body}`,
    styles: ["manage.css"],
    width,
  });
  return reply.code(status).type("text/html; charset=utf-8").send(rendered);
}

/** It is in a cookie that only we can sign, because anybody can make an address. */
const noticeCookie = "gradeline_notice";
/** Seconds. A person who takes longer over paying finds the standing on the page all the same. */
const [soon, longestAway] = [60, 3600];

function cookieOptions({ home, deps }: ManageSite) {
  return { path: home, httpOnly: true, sameSite: "lax", secure: deps.manageUrl.startsWith("https:") } as const;
}

function tellNext({ reply, site }: ManageVisit, { tone, text, leaveFor }: Notice): void {
  const value = Buffer.from(JSON.stringify({ tone, text })).toString("base64url");
  const maxAge = leaveFor === undefined ? soon : longestAway;
  reply.setCookie(noticeCookie, value, { ...cookieOptions(site), signed: true, maxAge });
}

/** Another version of this server signs with the same secret, so its members may be anything. */
function noticeBefore({ request, reply, site }: ManageVisit): Notice | null {
  const { valid, value } = request.unsignCookie(request.cookies[noticeCookie] ?? "");
  if (!valid) return null;
  reply.clearCookie(noticeCookie, cookieOptions(site));
  try {
    const { tone, text } = JSON.parse(Buffer.from(value, "base64url").toString());
    return typeof text === "string" && typeof tone === "string" ? { tone: tone as Notice["tone"], text } : null;
  } catch {
    return null;
  }
}

type Question = Pick<ManagePage, "title" | "notice"> & {
  /** The heading, and what is to be known before. */
  readonly body: Html;
  /** Where its form leads, below the management page. */
  readonly path: string;
  /** The fields of the form, and its buttons. */
  readonly form: Html;
};

/** A page that asks one question, whose answer is a form. */
export function question({ site }: ManageVisit, { body, path, form, ...page }: Question): ManagePage {
  return narrowCard(
    page,
    html`${body}
<form method="post" action="${site.base}${path}">${form}</form>`,
  );
}

/** A page of one card. */
export function narrowCard(page: Pick<ManagePage, "title" | "notice">, body: Html): ManagePage {
  return { ...page, body: html`<section class="card question">${body}</section>`, width: "narrow" };
}
