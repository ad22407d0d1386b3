/** What browsers need and are told: headers of every answer of the API, and the preflight of a cross-origin request. */
import type { FastifyCorsOptions } from "@fastify/cors";
import type { FastifyRequest } from "fastify";

/** Headers that a page of another origin may read besides the few that the Fetch standard always allows. */
const exposed = [
  "X-Request-Id",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "X-Quota-Limit",
  "X-Quota-Remaining",
  "X-Quota-Reset",
  "X-Next-Cursor",
  "X-Dataset",
  "ETag",
  "Retry-After",
  "Content-Disposition",
];

/**
 * The same for everyone, errors included: who may read is decided by the key, which a browser sends only when the page
 * says so. Written out here: the plugins would make the same headers anew for every request. Strict-Transport-Security
 * is the TLS proxy's to send; RFC 6797 7.2 forbids it over plain HTTP.
 */
export const apiHeaders: Readonly<Record<string, string>> = Object.freeze({
  "access-control-allow-origin": "*",
  "access-control-expose-headers": exposed.join(", "),
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
});

/** The question that a browser asks before a request with a key; it cannot carry the key itself. */
export function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === "OPTIONS" && headers.origin !== undefined && headers["access-control-request-method"] !== undefined;
}

/** For the plugin that answers preflights. It takes any OPTIONS for one, so nothing else may come to it. */
export const preflightOptions: FastifyCorsOptions = {
  origin: "*",
  methods: "GET, HEAD",
  allowedHeaders: "Authorization, X-API-Key, If-None-Match, Accept",
  maxAge: 86_400,
  // RFC 9110 8.6 forbids the Content-Length that the plugin adds to a 204.
  optionsSuccessStatus: 200,
};
