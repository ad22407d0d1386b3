/** One request to the management page: who is asking, what was sent, and how to answer. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { readAccount } from "../../../access/accounts.ts";
import { type Allowances, openAllowances } from "../../../access/allowances.ts";
import type { Billing } from "../../../access/billing/billing.ts";
import type { Session, SignIn } from "../../../access/people/sign-in.ts";
import { readAssets } from "../../frame/assets.ts";
import type { OperatorLinks } from "../../operator-links.ts";
import type { OperatorPages } from "../../operators/desk.ts";

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
  /** Signs the tokens of forms; the same on every node. */
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
  readonly assets: typeof manageAssets;
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
  readonly session: Session | null;
};

export type MemberVisit = ManageVisit & { readonly session: Session };

export function siteOf(deps: ManageDeps, assets: typeof manageAssets): ManageSite {
  const { pathname, protocol } = new URL(deps.manageUrl);
  const base = pathname.replace(/\/+$/, "");
  return {
    deps,
    assets,
    allowances: deps.allowances ?? openAllowances(),
    base,
    home: base === "" ? "/" : base,
    isHttps: protocol === "https:",
  };
}

/** A field of the form that was sent; empty when it is not there, or there twice. */
export function formValue({ request }: Pick<ManageVisit, "request">, name: string): string {
  const body = request.body as Readonly<Record<string, unknown>> | null | undefined;
  const value = body?.[name];
  return typeof value === "string" ? value : "";
}

/** The server hands queries on as text, so it is read from the URL. */
export function queryValue({ request }: Pick<ManageVisit, "request">, name: string): string {
  const mark = request.url.indexOf("?");
  return mark === -1 ? "" : (new URLSearchParams(request.url.slice(mark)).get(name) ?? "");
}

export function pathValue({ request }: Pick<ManageVisit, "request">, name: string): string {
  return (request.params as Readonly<Record<string, string | undefined>>)[name] ?? "";
}

export function cookieOptions({ home, isHttps }: ManageSite) {
  return { path: home, httpOnly: true, sameSite: "lax", secure: isHttps } as const;
}

export function sendPage(visit: ManageVisit, page: string, status = 200): FastifyReply {
  return visit.reply.code(status).type("text/html; charset=utf-8").send(page);
}

export const manageAssetNames = ["base.css", "manage.css", "site.js", "icon.svg"] as const;

export const manageAssets = readAssets(manageAssetNames);
