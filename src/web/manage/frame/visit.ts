/** One request to the management page: the session that it belongs to, what was sent, and how to answer. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { readAccount } from "../../../access/accounts.ts";
import type { Billing } from "../../../access/billing/billing.ts";
import type { Session, SignIn } from "../../../access/people/sign-in.ts";
import { type TrialsFromAddresses, trialsFromAddresses } from "../../../access/trials.ts";
import type { ManageAssets } from "./assets.ts";
import type { NoticeCode } from "./notices.ts";

export type ManageDeps = {
  readonly access: Parameters<typeof readAccount>[0];
  readonly signIn: SignIn;
  /** Null when billing is not configured: then the operator sets plans. */
  readonly billing: Billing | null;
  /** The address of the management page as browsers see it. The server itself answers at /manage. */
  readonly manageUrl: string;
  /** The address of the API and its docs, for links and curl lines. */
  readonly apiUrl: string;
  /** Whether the page shows a sign-in link that is not mailed. Then everyone who asks can sign in as anybody. */
  readonly showsLinks: boolean;
  /** The secret that signs the tokens of forms. Every node must have the same. */
  readonly csrfSecret: string;
  /** The origins of billing's pages, to which a form may redirect. Stripe's when left out. */
  readonly billingOrigins?: readonly string[];
  readonly clock?: () => Date;
};

export type Site = {
  readonly deps: ManageDeps;
  readonly assets: ManageAssets;
  readonly trials: TrialsFromAddresses;
  /** The path of `manageUrl` without a slash at its end; empty at the root of a host. */
  readonly base: string;
  readonly home: string;
  readonly isHttps: boolean;
};

export type Visit = {
  readonly site: Site;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly now: Date;
  readonly session: Session | null;
};

export type MemberVisit = Visit & { readonly session: Session };

export function siteOf(deps: ManageDeps, assets: ManageAssets): Site {
  const { pathname, protocol } = new URL(deps.manageUrl);
  const base = pathname.replace(/\/+$/, "");
  return {
    deps,
    assets,
    trials: trialsFromAddresses(),
    base,
    home: base === "" ? "/" : base,
    isHttps: protocol === "https:",
  };
}

/** Returns a field of the form that was sent; an empty text when the field is missing or there twice. */
export function field({ request }: Pick<Visit, "request">, name: string): string {
  const body = request.body as Readonly<Record<string, unknown>> | null | undefined;
  const value = body?.[name];
  return typeof value === "string" ? value : "";
}

/** Reads a query parameter from the URL, because the server does not parse queries. Empty when it is missing. */
export function queryValue({ request }: Pick<Visit, "request">, name: string): string {
  const mark = request.url.indexOf("?");
  return mark === -1 ? "" : (new URLSearchParams(request.url.slice(mark)).get(name) ?? "");
}

export function pathValue({ request }: Pick<Visit, "request">, name: string): string {
  return (request.params as Readonly<Record<string, string | undefined>>)[name] ?? "";
}

/** Redirects to one of our pages, so that a reload does not send the form again. The request never chooses the path. */
export function seeOther(visit: Visit, notice: NoticeCode | null = null, path = ""): FastifyReply {
  const { base, home } = visit.site;
  const target = path === "" ? home : base + path;
  return visit.reply.redirect(notice === null ? target : `${target}?notice=${notice}`, 303);
}

export function sendPage(visit: Visit, page: string, status = 200): FastifyReply {
  return visit.reply.code(status).type("text/html; charset=utf-8").send(page);
}
