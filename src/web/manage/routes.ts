/** The management page: its routes, and what all of them have in common. */
import formbody from "@fastify/formbody";
import helmet from "@fastify/helmet";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Session } from "../../access/people/sign-in.ts";
import { refuseOtherMethods } from "../../http/other-methods.ts";
import { assetRoutes, registerAssets } from "../frame/assets.ts";
import { registerOperate } from "../operators/routes.ts";
import { deleteEverything, showDelete, showHome } from "./dashboard.ts";
import { sendFailure, sendNotFound, sendWrongMethod } from "./frame/errors.ts";
import { checkOrigin, contentSecurityPolicy, expectTokenOf, registerGuard } from "./frame/guard.ts";
import { seeOther } from "./frame/notices.ts";
import {
  type ManageDeps,
  type ManageSite,
  type ManageVisit,
  type MemberVisit,
  manageAssetNames,
  manageAssets,
  siteOf,
} from "./frame/visit.ts";
import { answerKeyCreation, answerKeyRename, answerKeyRevoke, showRename, showRevoke } from "./keys/key-actions.ts";
import { answerBillingPortal, answerSubscribe, beginTrial } from "./plan/billing.ts";
import { askForLink, showLink, showLinkSent, signOut, useLink } from "./sign-in/sign-in.ts";

type Answer = FastifyReply | Promise<FastifyReply>;

/** Routes for anyone, signed in or not. */
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
  const site = siteOf(deps, manageAssets);
  app.register((scope) => registerPages(scope, site), { prefix: "/manage" });
}

async function registerPages(scope: FastifyInstance, site: ManageSite): Promise<void> {
  await scope.register(helmet, {
    contentSecurityPolicy: contentSecurityPolicy(site.deps.billingOrigins),
    // With "no-referrer", a form would be sent without its origin (by Fetch), which the guard needs.
    referrerPolicy: { policy: "same-origin" },
    frameguard: { action: "deny" },
    // This server speaks plain HTTP, where RFC 6797 7.2 forbids the header. The proxy that ends TLS adds it.
    strictTransportSecurity: false,
  });
  scope.addHook("onRequest", async (_request, reply) => {
    reply.header("cache-control", "no-store");
  });
  registerAssets(scope, site.assets);
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

  refuseOtherMethods(
    scope,
    [
      ...[...openRoutes, ...memberRoutes].map(([method, url]) => [method, url] as const),
      ...assetRoutes(manageAssetNames),
    ],
    (request, reply) => sendWrongMethod(visitOf(request, reply, null)),
  );

  const { operators = null } = site.deps;
  if (operators !== null) registerOperate(scope, { site, operators, visitOf });

  const sessions = new WeakMap<FastifyRequest, Session | null>();
  const readSession = async (request: FastifyRequest) => {
    sessions.set(request, await site.deps.signIn.sessionOf(request.headers.cookie));
  };
  const sameOrigin = async (request: FastifyRequest) => checkOrigin(request, site);

  for (const [method, url, answer] of openRoutes) {
    scope.route({
      method,
      url,
      preHandler: method === "POST" ? [sameOrigin, scope.csrfProtection] : [readSession],
      handler: (request, reply) => answer(visitOf(request, reply, sessions.get(request) ?? null)),
    });
  }
  for (const [method, url, answer] of memberRoutes) {
    const mustBeMember = async (request: FastifyRequest, reply: FastifyReply) => {
      const session = sessions.get(request) ?? null;
      if (session === null) return seeOther(visitOf(request, reply, null), "sign_in");
      expectTokenOf(request, session);
    };
    scope.route({
      method,
      url,
      preHandler:
        method === "POST" ? [sameOrigin, readSession, mustBeMember, scope.csrfProtection] : [readSession, mustBeMember],
      handler: (request, reply) => {
        const visit = visitOf(request, reply, sessions.get(request) ?? null);
        return answer(visit as MemberVisit);
      },
    });
  }
}
