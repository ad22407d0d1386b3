/** The management page: its routes, and what all of them have in common. */
import formbody from "@fastify/formbody";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Session } from "../../access/people/sign-in.ts";
import { refuseOtherMethods } from "../../http/other-methods.ts";
import { assetRoutes, registerAssets } from "../frame/assets.ts";
import { registerSite } from "../frame/site.ts";
import { registerOperate } from "../operators/routes.ts";
import { deleteEverything, showDelete, showHome } from "./dashboard.ts";
import { sendError, sendFailure, sendNotFound } from "./errors.ts";
import { checkOrigin, expectTokenOf, formOrigins, registerGuard } from "./guard.ts";
import { answerKeyCreation, answerKeyRename, answerKeyRevoke, showRename, showRevoke } from "./keys.ts";
import { answerBillingPortal, answerSubscribe, beginTrial } from "./plan.ts";
import { askForLink, showLink, showLinkSent, signOut, useLink } from "./sign-in.ts";
import {
  type ManageDeps,
  type ManageSite,
  type ManageVisit,
  type MemberVisit,
  plain,
  seeOther,
  siteOf,
} from "./visit.ts";

type Answer = FastifyReply | Promise<FastifyReply>;

/** Routes for anyone. The first asks whether somebody is signed in. */
const openRoutes: readonly (readonly ["GET" | "POST", string, (visit: ManageVisit) => Answer])[] = [
  ["GET", "/", showHome],
  ["POST", "/sign-in", askForLink],
  ["GET", "/sent", showLinkSent],
  ["GET", "/link", showLink],
  ["POST", "/link", useLink],
];

/** Routes for people who are signed in. */
const memberRoutes: readonly (readonly ["GET" | "POST", string, (visit: MemberVisit) => Answer])[] = [
  ["POST", "/trial", beginTrial],
  ["POST", "/subscribe", answerSubscribe],
  ["POST", "/billing", answerBillingPortal],
  ["POST", "/keys", answerKeyCreation],
  ["GET", "/keys/:id/rename", showRename],
  ["POST", "/keys/:id/rename", answerKeyRename],
  ["GET", "/keys/:id/revoke", showRevoke],
  ["POST", "/keys/:id/revoke", answerKeyRevoke],
  ["POST", "/sign-out", signOut],
  ["GET", "/delete", showDelete],
  ["POST", "/delete", deleteEverything],
];

/** Enough for the longest form, which has an address and a token. */
const formLimitBytes = 16_384;

/** Registers `/manage` and everything below it on the server that already has the API. */
export function registerManage(app: FastifyInstance, deps: ManageDeps): void {
  const site = siteOf(deps);
  registerSite(app, (scope) => registerPages(scope, site), { prefix: "/manage", formsTo: formOrigins(deps) });
}

async function registerPages(scope: FastifyInstance, site: ManageSite): Promise<void> {
  scope.addHook("onRequest", async (_request, reply) => {
    reply.header("cache-control", "no-store");
  });
  registerAssets(scope);
  scope.removeAllContentTypeParsers();
  await scope.register(formbody, { bodyLimit: formLimitBytes });
  await registerGuard(scope, site);

  const visitOf = (request: FastifyRequest, reply: FastifyReply, session: Session | null): ManageVisit => ({
    site,
    request,
    reply,
    session,
    now: site.deps.clock?.() ?? new Date(),
  });
  scope.setErrorHandler((error, request, reply) => sendFailure(visitOf(request, reply, null), error));
  scope.setNotFoundHandler((request, reply) => sendNotFound(visitOf(request, reply, null)));
  const routes = [...openRoutes, ...memberRoutes].map(([method, url]) => [method, url] as const);
  refuseOtherMethods(scope, [...routes, ...assetRoutes], (request, reply) =>
    sendError(visitOf(request, reply, null), "wrong_method"),
  );
  const { operators = null, signIn } = site.deps;
  if (operators !== null) registerOperate(scope, { site, operators, visitOf });

  const sameOrigin = async (request: FastifyRequest) => checkOrigin(request, site);
  for (const [method, url, answer] of openRoutes) {
    scope.route({
      method,
      url,
      preHandler: method === "POST" ? [sameOrigin, scope.csrfProtection] : [],
      handler: async (request, reply) =>
        answer(visitOf(request, reply, url === "/" ? await signIn.sessionOf(request.headers.cookie) : null)),
    });
  }
  const visits = new WeakMap<FastifyRequest, MemberVisit>();
  const mustBeMember = async (request: FastifyRequest, reply: FastifyReply) => {
    const session = await signIn.sessionOf(request.headers.cookie);
    if (session === null) return seeOther(visitOf(request, reply, null), plain("Sign in to see that page."));
    expectTokenOf(request, session);
    visits.set(request, { ...visitOf(request, reply, session), session });
  };
  for (const [method, url, answer] of memberRoutes) {
    scope.route({
      method,
      url,
      preHandler: method === "POST" ? [sameOrigin, mustBeMember, scope.csrfProtection] : [mustBeMember],
      handler: (request) => answer(visits.get(request) as MemberVisit),
    });
  }
}
