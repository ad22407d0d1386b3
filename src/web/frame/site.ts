/** The headers that all pages of the site have on the server. */
import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";

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
