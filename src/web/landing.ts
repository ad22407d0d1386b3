/** The files that people and their machines expect of any site: an icon, what robots may read, and a page for a wrong address. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import Negotiator from "negotiator";
import { refuseOtherMethods } from "../http/other-methods.ts";
import { type ServedFile, sendFile, servedFile } from "../http/send-file.ts";
import { renderSitePage, type SiteFrame } from "./frame/page.ts";

/**
 * @param apiUrl where callers reach this server, without a slash at its end.
 * @param pages paths of the public pages that search engines shall find.
 */
export function registerLanding(app: FastifyInstance, apiUrl: string, pages: readonly string[]): void {
  const icon = readFileSync(join(import.meta.dirname, "assets/icon.svg"));
  const files: Readonly<Record<string, ServedFile>> = {
    "/favicon.ico": servedFile("image/svg+xml", icon),
    "/robots.txt": servedFile("text/plain; charset=utf-8", Buffer.from(robotsText(apiUrl))),
    "/sitemap.xml": servedFile("application/xml; charset=utf-8", Buffer.from(sitemapText(apiUrl, pages))),
  };
  for (const [path, file] of Object.entries(files)) app.get(path, (_request, reply) => sendFile(reply, file));
  refuseOtherMethods(
    app,
    Object.keys(files).map((path) => ["GET", path] as const),
    (_request, reply) => reply.send(),
  );
}

/** Robots find the explorer, the pages of games and the docs: the API needs a key, and the management page is somebody's own. */
function robotsText(apiUrl: string): string {
  return `User-agent: *\nAllow: /docs\nAllow: /games/\nDisallow: /manage\nDisallow: /v1\nDisallow: /start-again\n\nSitemap: ${apiUrl}/sitemap.xml\n`;
}

/** https://www.sitemaps.org/protocol.html */
function sitemapText(apiUrl: string, pages: readonly string[]): string {
  const locations = pages.map((path) => `<url><loc>${new URL(apiUrl + path).href}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...locations,
    "</urlset>",
    "",
  ].join("\n");
}

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
