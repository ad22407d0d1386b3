/** The files that browsers and robots expect of any site: an icon, what robots may read, and the list of public pages. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import Negotiator from "negotiator";
import { refuseOtherMethods } from "../http/other-methods.ts";
import { type ServedFile, sendFile, servedFile } from "../http/send.ts";
import { findForm, type SiteFrame } from "./frame/page.ts";
import { sendProblem, sitePolicy } from "./frame/site.ts";
import { html } from "./ui/html.ts";

/**
 * @param apiUrl where callers reach this server, without a slash at its end.
 * @param pages paths of the public pages that search engines shall find.
 */
export function registerSiteFiles(app: FastifyInstance, apiUrl: string, pages: readonly string[]): void {
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
  return `User-agent: *\nAllow: /docs\nAllow: /games/\nDisallow: /manage\nDisallow: /v1\nDisallow: /download/\nDisallow: /start-again\n\nSitemap: ${apiUrl}/sitemap.xml\n`;
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

/** False: a program asks, and the API's own answer is the right one. */
export function sendMissingPage(frame: SiteFrame, request: FastifyRequest, reply: FastifyReply): boolean {
  reply.header("vary", "Accept, Authorization, X-API-Key");
  if (!isBrowser(request)) return false;
  reply.header("content-security-policy", sitePolicy());
  const more = html`<p>There are <a href="/">the explorer</a>, <a href="/slate">the last games</a>, <a href="/team">the teams</a>, <a href="/docs">the docs</a>, <a href="${frame.manageUrl}">keys and accounts</a>, and the API at /v1.</p>
${findForm("")}`;
  sendProblem(reply.code(404), frame, "Page not found", "There is nothing at this address.", more);
  return true;
}

/** A caller who sends a key, or does not ask for HTML by its name, is a program. */
function isBrowser(request: FastifyRequest): boolean {
  const { accept = "", authorization, "x-api-key": apiKey } = request.headers;
  if (authorization !== undefined || apiKey !== undefined || !/(?:^|[,\s])text\/html\b/i.test(accept)) return false;
  return new Negotiator(request.raw).mediaType(["application/json", "text/html"]) === "text/html";
}
