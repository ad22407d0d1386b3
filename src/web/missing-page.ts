/** The page for a wrong address outside the API. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import Negotiator from "negotiator";
import { renderSitePage, type SiteFrame } from "./frame/page.ts";

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Answers browsers that came to a path outside the API which does not exist: with a page that says where to go. False: no
 * browser asks, and the API's own answer is the right one.
 */
export function sendMissingPage(frame: SiteFrame, request: FastifyRequest, reply: FastifyReply): boolean {
  reply.header("vary", "Accept");
  const accepted = new Negotiator(request.raw).mediaType(["application/json", "text/html"]);
  if (accepted !== "text/html") return false;
  reply
    .code(404)
    .headers({ "cache-control": "no-store", "content-security-policy": policy })
    .type("text/html; charset=utf-8")
    .send(
      renderSitePage(frame, {
        title: "Page not found - Gradeline",
        description: null,
        current: null,
        body: html`<h1>Page not found</h1>
<p>There is nothing at this address. There are <a href="/docs">the docs</a>, <a href="${frame.manageUrl}">keys and accounts</a>, and the API at /v1.</p>`,
        width: "narrow",
      }),
    );
  return true;
}
