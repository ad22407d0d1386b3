/** Accepts a form only when one of our own pages sent it, in the session that the page was made for. */
import cookie from "@fastify/cookie";
import csrfProtection from "@fastify/csrf-protection";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Session } from "../../access/people/sign-in.ts";
import { audienceOf, cookieOptions, formValue, type ManageSite } from "./visit.ts";

/** A form was sent by another site. */
export class ForeignFormError extends Error {
  readonly statusCode = 403;
}

const audiences = new WeakMap<FastifyRequest, string>();

export async function registerGuard(scope: FastifyInstance, site: ManageSite): Promise<void> {
  const { csrfSecret } = site.deps;
  await scope.register(cookie, { secret: csrfSecret });
  await scope.register(csrfProtection, {
    cookieKey: "gradeline_csrf",
    cookieOpts: { ...cookieOptions(site), signed: true },
    csrfOpts: { hmacKey: csrfSecret, userInfo: true },
    getToken: (request) => formValue({ request }, "csrf"),
    getUserInfo: (request) => audiences.get(request) ?? audienceOf(null),
    logLevel: "info",
  });
}

/** Sets the session whose token the form must carry. */
export function expectTokenOf(request: FastifyRequest, session: Session): void {
  audiences.set(request, audienceOf(session));
}

/**
 * Refuses a form that another site sent. Browsers say where a form comes from in `Sec-Fetch-Site`
 * (https://www.w3.org/TR/fetch-metadata/) and in the `Origin` header of Fetch.
 */
export function checkOrigin(request: FastifyRequest, { deps }: ManageSite): void {
  if (!isOwnForm(request, new URL(deps.manageUrl).host)) throw new ForeignFormError("a form came from another site");
}

function isOwnForm(request: FastifyRequest, ownHost: string): boolean {
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" || site === "none";
  const { origin } = request.headers;
  if (origin === undefined) return true;
  // The page of a mailed link sends no referrer, so by Fetch its form has no origin either. The token alone decides.
  if (origin === "null") return /\/link$/.test(request.routeOptions.url ?? "");
  const host = URL.parse(origin)?.host;
  // `request.host` would take X-Forwarded-Host from a trusted proxy, so the header is read itself.
  return host !== undefined && (host === ownHost || host === request.headers.host);
}

/** Some forms are answered with a redirect to Stripe. Browsers apply `form-action` to that redirect too. */
const stripeOrigins = ["https://checkout.stripe.com", "https://billing.stripe.com"];

/** Beside our own: where billing sends browsers, and where the site's search is. */
export function formOrigins({ billingOrigins = stripeOrigins, apiUrl }: ManageSite["deps"]): readonly string[] {
  return [...billingOrigins, new URL(apiUrl).origin];
}
