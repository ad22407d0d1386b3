/** The management page: its routes, and what all of them have in common. */
import cookie from "@fastify/cookie";
import formbody from "@fastify/formbody";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isDatabaseAway } from "../../access/accounts.ts";
import { wasUnreadable } from "../../http/address.ts";
import { refuseOtherMethods } from "../../http/other-methods.ts";
import { assetRoutes, registerAssets } from "../frame/assets.ts";
import { registerSite, sendProblem } from "../frame/site.ts";
import { operatorRoutes } from "../operators/pages.ts";
import { html } from "../ui/html.ts";
import { deleteEverything, showDelete, showHome } from "./dashboard.ts";
import { createKey, renameOwnKey, revokeKey, showRename, showRevoke } from "./keys.ts";
import { answerBillingPortal, answerSubscribe, beginTrial } from "./plan.ts";
import { askForLink, showLink, signOut, useLink } from "./sign-in.ts";
import { type ManageDeps, type ManageVisit, type MemberVisit, plain, Refused, seeOther, siteOf } from "./visit.ts";

type Answer<Visit> = (visit: Visit) => FastifyReply | Promise<FastifyReply>;

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
  ["GET", "/delete", ofMembers(showDelete)],
  ["POST", "/delete", ofMembers(deleteEverything)],
];

function ofMembers(answer: Answer<MemberVisit>): Answer<ManageVisit> {
  return async (visit) => {
    const session = await visit.site.deps.signIn.sessionOf(visit.request.headers.cookie);
    return session === null ? seeOther(visit, plain("Sign in to see that page.")) : answer({ ...visit, session });
  };
}

/** Enough for the longest form, which has an address and a token. */
const formLimitBytes = 16_384;

/** Some forms are answered with a redirect to Stripe. Browsers apply `form-action` to that redirect too. */
const stripeOrigins = ["https://checkout.stripe.com", "https://billing.stripe.com"];

/** Registers `/manage` and everything below it on the server that already has the API. */
export function registerManage(app: FastifyInstance, deps: ManageDeps): void {
  const site = siteOf(deps);
  const visitOf = (request: FastifyRequest, reply: FastifyReply): ManageVisit => ({
    ...{ site, request, reply, now: deps.clock(), session: null },
  });
  const register = async (scope: FastifyInstance): Promise<void> => {
    scope.addHook("onRequest", async (_request, reply) => {
      reply.header("cache-control", "no-store");
    });
    registerAssets(scope);
    scope.removeAllContentTypeParsers();
    await scope.register(formbody, { bodyLimit: formLimitBytes });
    await scope.register(cookie, { secret: deps.cookieSecret });
    const refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      sendRefusal(visitOf(request, reply), error);
    scope.setErrorHandler(refuse);
    scope.setNotFoundHandler((request, reply) =>
      refuse(new Refused(wasUnreadable(request) ? "unreadable" : "not_found"), request, reply),
    );
    const known = [...routes.map(([method, url]) => [method, url] as const), ...assetRoutes];
    refuseOtherMethods(scope, known, (request, reply) => refuse(new Refused("wrong_method"), request, reply));
    for (const [method, url, answer] of [...routes, ...operatorRoutes]) {
      scope.route({
        ...{ method, url },
        async handler(request, reply) {
          if (method === "POST" && !isOwnForm(request, new URL(deps.manageUrl).host)) throw new Refused("foreign_form");
          return answer(visitOf(request, reply));
        },
      });
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

/** Seconds until the browser may try again. A database that restarts is back by then. */
const awayRetryS = 10;

/** What went wrong with a page or a form, and what to do. */
function sendRefusal({ reply, request, site }: ManageVisit, error: unknown): FastifyReply {
  const { said, statusCode } = refusalOf(error, request);
  const [, title, text] = said;
  if (statusCode === 503) reply.header("retry-after", awayRetryS);
  const more = html`${statusCode >= 500 ? html`<p class="hint">Request <code>${request.id}</code></p>` : ""}
<p class="actions"><a class="button primary" href="${site.home}">Go to the start</a></p>`;
  return sendProblem(reply.code(statusCode), site.frame, title, text, more);
}

function refusalOf(error: unknown, { log }: FastifyRequest): Refused {
  if (error instanceof Refused) return error;
  if (isDatabaseAway(error)) {
    log.warn({ reason: (error as Error).message }, "a page needs the database, which cannot be asked");
    return new Refused("away");
  }
  const { code = "", statusCode = 500 } = error as { readonly code?: string; readonly statusCode?: number };
  // The form broke off on its way: the caller is gone, and the server did nothing wrong, so no error is logged.
  if (code === "ECONNRESET") return new Refused("bad_form");
  if (code.startsWith("FST_") && statusCode < 500) return new Refused("bad_form", statusCode);
  log.error({ err: error }, "a page failed");
  return new Refused("failed");
}
