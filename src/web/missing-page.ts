/** Wrong addresses outside the API: a browser is told where to go. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import Negotiator from "negotiator";
import { findForm } from "./frame/find-form.ts";
import { renderSitePage, type SiteFrame } from "./frame/page.ts";

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** False: a program asks, and the API's own answer is the right one. */
export function sendMissingPage(frame: SiteFrame, request: FastifyRequest, reply: FastifyReply): boolean {
  reply.header("vary", "Accept, Authorization, X-API-Key");
  if (!isBrowser(request)) return false;
  reply.headers({ "cache-control": "no-store", "content-security-policy": policy });
  reply
    .code(404)
    .type("text/html; charset=utf-8")
    .send(
      renderSitePage(frame, {
        title: "Page not found - Gradeline",
        description: null,
        current: null,
        body: html`<h1>Page not found</h1>
<p>There is nothing at this address. There are <a href="/">the explorer</a>, <a href="/slate">the last games</a>, <a href="/team">the teams</a>, <a href="/docs">the docs</a>, <a href="${frame.manageUrl}">keys and accounts</a>, and the API at /v1.</p>
!${findForm("")}`,
        width: "narrow",
      }),
    );
  return true;
}

/** Whoever sends a key, or does not ask for HTML by its name, is a program. */
function isBrowser(request: FastifyRequest): boolean {
  const { accept = "", authorization, "x-api-key": apiKey } = request.headers;
  if (authorization !== undefined || apiKey !== undefined || !/(?:^|[,\s])text\/html\b/i.test(accept)) return false;
  return new Negotiator(request.raw).mediaType(["application/json", "text/html"]) === "text/html";
}
