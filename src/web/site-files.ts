/** The files that browsers and robots expect of any site: an icon, what robots may read, and the list of public pages. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import Negotiator from "negotiator";
import { refuseOtherMethods } from "../http/other-methods.ts";
import { sendFile, servedFile } from "../http/send.ts";
import { findForm, type SiteFrame } from "./frame/page.ts";
import { problem, sendProblem } from "./frame/recipe.ts";
import { sitePolicy } from "./frame/site.ts";
import { html } from "./ui/html.ts";

/**
 * @param apiUrl where callers reach this server, without a slash at its end.
 * @param pages paths of the public pages that search engines shall find.
 */
export function registerSiteFiles(app: FastifyInstance, apiUrl: string, pages: readonly string[]): void {
  // Robots find the explorer, the pages of games and the docs: the API needs a key, and the management page is somebody's own.
  const robots = `User-agent: *
Allow: /docs
Allow: /games/
Disallow: /manage
Disallow: /v1
Disallow: /download/
Disallow: /start-again

Sitemap: ${apiUrl}/sitemap.xml
`;
  // https://www.sitemaps.org/protocol.html
  const sitemap = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${pages.map((path) => `<url><loc>${new URL(apiUrl + path).href}</loc></url>`).join("\n")}
</urlset>
`;
  const files = [
    ["/favicon.ico", "image/svg+xml", readFileSync(join(import.meta.dirname, "assets/icon.svg"))],
    ["/robots.txt", "text/plain; charset=utf-8", Buffer.from(robots)],
    ["/sitemap.xml", "application/xml; charset=utf-8", Buffer.from(sitemap)],
  ] as const;
  for (const [path, type, body] of files) {
    const file = servedFile(type, body);
    app.get(path, (_request, reply) => sendFile(reply, file));
  }
  const routes = files.map(([path]) => ["GET", path] as const);
  refuseOtherMethods(app, routes, (_request, reply) => reply.send());
}

/** False: a program asks, and the API's own answer is the right one. */
export function sendMissingPage(frame: SiteFrame, request: FastifyRequest, reply: FastifyReply): boolean {
  reply.header("vary", "Accept, Authorization, X-API-Key");
  if (!isBrowser(request)) return false;
  reply.header("content-security-policy", sitePolicy());
  const more = html`<p>There are <a href="/">the explorer</a>, <a href="/slate">the last games</a>, <a href="/team">the teams</a>, <a href="/docs">the docs</a>, <a href="${frame.manageUrl}">keys and accounts</a>, and the API at /v1.</p>
${findForm("")}`;
  sendProblem(reply, frame, problem(404, "Page not found", "There is nothing at this address.", more));
  return true;
}

/** A caller who sends a key, or does not ask for HTML by its name, is a program. */
function isBrowser(request: FastifyRequest): boolean {
  const { accept = "", authorization, "x-api-key": apiKey } = request.headers;
  if (authorization !== undefined || apiKey !== undefined || !/(?:^|[,\s])text\/html\b/i.test(accept)) return false;
  return new Negotiator(request.raw).mediaType(["application/json", "text/html"]) === "text/html";
}
