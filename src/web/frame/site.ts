/** All public pages have these headers on the server, and say in the same way that something went wrong. */

import helmet from "@fastify/helmet";
import type { FastifyInstance, FastifyReply } from "fastify";
import { refuseOtherMethods } from "../../http/other-methods.ts";
import { type Html, noHtml } from "../ui/html.ts";
import { assetRoutes, registerAssets } from "./assets.ts";
import { problemPage, renderSitePage, type SiteFrame } from "./page.ts";

/** Pages load from their own server only, and have no inline script or style. Forms ask their own server, and those that are named. */
export const sitePolicy = (...formsTo: readonly string[]): string =>
  `default-src 'none';script-src 'self';style-src 'self';img-src 'self';connect-src 'self';base-uri 'none';form-action ${["'self'", ...formsTo].join(" ")};frame-ancestors 'none'`;

type Scope = {
  /** The path that stands before those of the routes. */
  readonly prefix?: string;
  /** Origins that forms may lead to beside our own. */
  readonly formsTo?: readonly string[];
};

/** Registers routes of pages: `routes` is given a scope with the headers of all pages. */
export function registerSite(
  app: FastifyInstance,
  routes: (scope: FastifyInstance) => void | Promise<void>,
  { prefix = "", formsTo = [] }: Scope = {},
): void {
  const policy = sitePolicy(...formsTo);
  const register = async (scope: FastifyInstance): Promise<void> => {
    scope.addHook("onRequest", async (_request, reply) => {
      reply.header("content-security-policy", policy);
    });
    await scope.register(helmet, {
      contentSecurityPolicy: false,
      frameguard: { action: "deny" },
      // We speak plain HTTP, where RFC 6797 7.2 forbids the header; the proxy that ends TLS adds it.
      strictTransportSecurity: false,
      // With "no-referrer", a form would be sent without its origin (by Fetch).
      referrerPolicy: { policy: "same-origin" },
    });
    await routes(scope);
  };
  app.register(register, { prefix });
}

/** Serves the files of pages below `/assets`. */
export function registerSiteAssets(app: FastifyInstance, frame: SiteFrame): void {
  registerSite(app, (scope) => {
    registerAssets(scope);
    refuseOtherMethods(scope, assetRoutes, (_request, reply) => sendWrongMethod(reply, frame));
  });
}

/** Answers a method that a page does not have; the status and Allow are set. */
export function sendWrongMethod(reply: FastifyReply, frame: SiteFrame): FastifyReply {
  return sendProblem(reply, frame, "Only for reading", "This page is read with GET or HEAD.");
}

/** Pictures are made to be shown by other sites, also by those that isolate themselves. */
export function forOtherSites(reply: FastifyReply): FastifyReply {
  return reply.header("cross-origin-resource-policy", "cross-origin");
}

/**
 * Sends a page that says what is wrong. The status is set already.
 * @param more what leads on.
 */
export function sendProblem(
  reply: FastifyReply,
  frame: SiteFrame,
  title: string,
  text: string,
  more: Html = noHtml,
): FastifyReply {
  return reply
    .header("cache-control", "no-store")
    .type("text/html; charset=utf-8")
    .send(renderSitePage(frame, problemPage(title, text, more)));
}
