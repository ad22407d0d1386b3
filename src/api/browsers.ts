/** The parts of the API that browsers need: the headers of every answer, and the answer to the preflight of a cross-origin request. */
import type { FastifyCorsOptions } from "@fastify/cors";
import type { FastifyRequest } from "fastify";
import { limitHeaders } from "./limit-headers.ts";

/** Headers that a page of another origin may read besides the few that the Fetch standard always allows. */
const exposed = [
  "X-Request-Id",
  ...limitHeaders,
  "X-Next-Cursor",
  "X-Revision",
  "X-Archive",
  "X-Dataset",
  "X-Note",
  "X-Sets-Today",
  "ETag",
  "Retry-After",
  "Content-Disposition",
];

/**
 * Every answer carries these headers, errors included. They let every origin read, because the key decides who may read,
 * and a browser sends a key only when the page says so. They are written out here because the plugins would make the same
 * headers anew for every request. Strict-Transport-Security is not among them: the TLS proxy sends it, and RFC 6797 7.2
 * forbids it over plain HTTP.
 */
export const apiHeaders: Readonly<Record<string, string>> = Object.freeze({
  "access-control-allow-origin": "*",
  "access-control-expose-headers": exposed.join(", "),
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
});

/** Whether a request is the question that a browser asks before a request with a key. It cannot carry the key itself. */
export function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === "OPTIONS" && headers.origin !== undefined && headers["access-control-request-method"] !== undefined;
}

/** Options of the plugin that answers preflights. It takes any OPTIONS for one, so no other OPTIONS may reach it. */
export const preflightOptions: FastifyCorsOptions = {
  origin: "*",
  methods: "GET, HEAD",
  allowedHeaders: "Authorization, X-API-Key, If-None-Match, Accept",
  maxAge: 86_400,
  // RFC 9110 8.6 forbids the Content-Length that the plugin adds to a 204.
  optionsSuccessStatus: 200,
};
