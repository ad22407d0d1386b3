/** Who may send a form: a page of ours, in the session that it was made for. */
import cookie from "@fastify/cookie";
import csrfProtection from "@fastify/csrf-protection";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Session } from "../../access/sign-in.ts";
import { field, type Site } from "./visit.ts";

/** A form came from elsewhere. */
export class ForeignFormError extends Error {
  readonly statusCode = 403;
}

/** Forms that anyone may send have tokens of their own, so that a tab from before a sign-in still works. */
const visitor = "visitor";
const audiences = new WeakMap<FastifyRequest, string>();

export async function registerGuard(scope: FastifyInstance, site: Site): Promise<void> {
  const { csrfSecret } = site.deps;
  await scope.register(cookie, { secret: csrfSecret });
  await scope.register(csrfProtection, {
    cookieKey: "gradeline_csrf",
    cookieOpts: { ...cookieOptions(site), signed: true },
    csrfOpts: { hmacKey: csrfSecret, userInfo: true },
    getToken: (request) => field({ request }, "csrf"),
    getUserInfo: (request) => audiences.get(request) ?? visitor,
    logLevel: "info",
  });
}

export function cookieOptions({ home, isHttps }: Site) {
  return { path: home, httpOnly: true, sameSite: "lax", secure: isHttps } as const;
}

/** The token for the forms of a page; null: for forms that anyone may send. */
export function csrfToken(reply: FastifyReply, session: Session | null): string {
  return reply.generateCsrf({ userInfo: session?.sessionId ?? visitor });
}

/** Whose token the form must carry. */
export function expectTokenOf(request: FastifyRequest, session: Session | null): void {
  audiences.set(request, session?.sessionId ?? visitor);
}

/** Browsers tell where a form comes from: https://www.w3.org/TR/fetch-metadata/ and the Origin header of Fetch. */
export function checkOrigin(request: FastifyRequest, { deps }: Site): void {
  if (!isOwnForm(request, new URL(deps.manageUrl).host)) throw new ForeignFormError("a form came from another site");
}

function isOwnForm(request: FastifyRequest, ownHost: string): boolean {
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" || site === "none";
  const { origin } = request.headers;
  if (origin === undefined) return true;
  // The page of a link sends no referrer, and by Fetch its form then has no origin either; the token decides.
  if (origin === "null") return request.routeOptions.url?.endsWith("/link") === true;
  const host = URL.parse(origin)?.host;
  // Not `request.host`, which believes a trusted proxy's X-Forwarded-Host.
  return host !== undefined && (host === ownHost || host === request.headers.host);
}
