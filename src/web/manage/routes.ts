/** The management page: its routes, and what all of them have in common. */
import cookie from "@fastify/cookie";
import formbody from "@fastify/formbody";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isDatabaseAway } from "../../access/accounts.ts";
import { refuseOtherMethods } from "../../http/other-methods.ts";
import { sendFile } from "../../http/send.ts";
import { assetFiles } from "../frame/assets.ts";
import { Problem, problem, sendProblem } from "../frame/recipe.ts";
import { registerSite } from "../frame/site.ts";
import { operatorRoutes } from "../operators/pages.ts";
import { html, noHtml } from "../ui/html.ts";
import { askToDelete, deleteEverything, showHome } from "./dashboard.ts";
import { createKey, renameOwnKey, revokeKey, showRename, showRevoke } from "./keys.ts";
import { answerBillingPortal, answerSubscribe, beginTrial } from "./plan.ts";
import { askForLink, showLink, signOut, useLink } from "./sign-in.ts";
import {
  type Answered,
  type ManageDeps,
  ManageVisit,
  type MemberVisit,
  notFound,
  notice,
  send,
  siteOf,
} from "./visit.ts";

type Answer<Visit> = (visit: Visit) => Answered | Promise<Answered>;

const routes: readonly (readonly ["GET" | "POST", string, Answer<ManageVisit>])[] = [
  ["GET", "/", showHome],
  ["POST", "/sign-in", askForLink],
  ["GET", "/link", showLink],
  ["POST", "/link", useLink],
  ["POST", "/trial", ofMembers(beginTrial)],
  ["POST", "/subscribe", ofMembers(answerSubscribe)],
  ["POST", "/billing", ofMembers(answerBillingPortal)],
  ["POST", "/keys", ofMembers(createKey)],
  ["GET", "/keys/:id/rename", ofMembers(showRename)],
  ["POST", "/keys/:id/rename", ofMembers(renameOwnKey)],
  ["GET", "/keys/:id/revoke", ofMembers(showRevoke)],
  ["POST", "/keys/:id/revoke", ofMembers(revokeKey)],
  ["POST", "/sign-out", ofMembers(signOut)],
  ["GET", "/delete", ofMembers(askToDelete)],
  ["POST", "/delete", ofMembers(deleteEverything)],
];

function ofMembers(answer: Answer<MemberVisit>): Answer<ManageVisit> {
  return async (visit) => {
    const member = await visit.member();
    return member === null ? notice("plain", "Sign in to see that page.") : answer(member);
  };
}

/** Enough for the longest form, which has an address and a token. */
const formLimitBytes = 16_384;

/** Some forms are answered with a redirect to Stripe. Browsers apply `form-action` to that redirect too. */
const stripeOrigins = ["https://checkout.stripe.com", "https://billing.stripe.com"];

/** Registers `/manage` and everything below it on the server that already has the API. */
export function registerManage(app: FastifyInstance, deps: ManageDeps): void {
  const site = siteOf(deps);
  const ownHost = new URL(deps.manageUrl).host;
  const register = async (scope: FastifyInstance): Promise<void> => {
    scope.addHook("onRequest", async (_request, reply) => {
      reply.header("cache-control", "no-store");
    });
    scope.removeAllContentTypeParsers();
    await scope.register(formbody, { bodyLimit: formLimitBytes });
    await scope.register(cookie, { secret: deps.cookieSecret });
    const refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
      const { page, ...said } = problemOf(error, request);
      const more = html`${said.status >= 500 ? html`<p class="hint">Request <code>${request.id}</code></p>` : ""}
<p class="actions"><a class="button primary" href="${site.home}">Go to the start</a></p>`;
      return sendProblem(reply, site.frame, { ...said, page: { ...page, body: html`${page.body}${more}` } });
    };
    scope.setErrorHandler(refuse);
    scope.setNotFoundHandler((request, reply) => refuse(notFound, request, reply));
    const files = assetFiles.map(([at]) => ["GET", at] as const);
    const known = [...routes.map(([method, url]) => [method, url] as const), ...files];
    refuseOtherMethods(scope, known, (request, reply) => refuse(wrongMethod, request, reply));
    for (const [at, file] of assetFiles) scope.get(at, (_request, reply) => sendFile(reply, file, "for good"));
    for (const [method, url, answer] of [...routes, ...operatorRoutes]) {
      const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
        if (method === "POST" && !isOwnForm(request, ownHost)) throw foreignForm;
        const visit = new ManageVisit(site, request, reply);
        return send(visit, await answer(visit));
      };
      scope.route({ method, url, handler });
    }
  };
  // The site's search is where the API is.
  const formsTo = [...stripeOrigins, new URL(deps.apiUrl).origin];
  registerSite(app, register, { prefix: "/manage", formsTo });
}

/**
 * Whether one of our own pages sent a form. Browsers say where a form comes from in `Sec-Fetch-Site`
 * (https://www.w3.org/TR/fetch-metadata/), which no page can write, and to addresses without TLS in `Origin`.
 */
function isOwnForm({ headers }: FastifyRequest, ownHost: string): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" || site === "none";
  const host = URL.parse(headers.origin ?? "")?.host;
  // `request.host` would take X-Forwarded-Host from a trusted proxy, so the header is read itself.
  return host !== undefined && (host === ownHost || host === headers.host);
}

const wrongMethod = problem(
  405,
  "This address cannot be opened like that",
  "It only answers the pages and forms of this site. Nothing was changed.",
);
const foreignForm = problem(
  403,
  "This form came from another site",
  "For your safety, forms are only taken from this site's own pages. Nothing was changed. If you meant to do this, do it from the start page.",
);
const tellOperator = "give the operator of this server the number of the request.";

/** The words for a page or a form that went wrong, with what to do. */
function problemOf(error: unknown, { log }: FastifyRequest): Problem {
  if (error instanceof Problem) return error;
  if (isDatabaseAway(error)) {
    log.warn({ reason: (error as Error).message }, "a page needs the database, which cannot be asked");
    const text = `The database behind it does not answer. Try again in a minute; if it stays, ${tellOperator}`;
    // A database that restarts is back after ten seconds.
    return problem(503, "This page cannot be shown right now", text, noHtml, 10);
  }
  const { code = "", statusCode = 500 } = error as { readonly code?: string; readonly statusCode?: number };
  // A form that broke off on its way has no fault of the server, so no error is logged: the caller is gone.
  if (code === "ECONNRESET" || (code.startsWith("FST_") && statusCode < 500)) {
    const text = "Nothing was changed. Go back to the start and try again.";
    return problem(code === "ECONNRESET" ? 400 : statusCode, "This form cannot be read", text);
  }
  log.error({ err: error }, "a page failed");
  const text = `It was written to this server's log. Try again in a moment; if it stays, ${tellOperator}`;
  return problem(500, "Something went wrong on our side", text);
}
