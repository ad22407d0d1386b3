/** Wrong addresses outside the API: a browser is led to the page that is meant, or is told where to go. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import Negotiator from "negotiator";
import { endpoints } from "../contract/lists/all.ts";
import { parseGameId } from "../domain/game-ids.ts";
import { isSport, type Sport } from "../domain/sports.ts";
import { pageOfEndpoint } from "./docs/addresses.ts";
import { referencePath } from "./docs/pages.ts";
import { findForm } from "./frame/find-form.ts";
import { renderSitePage, type SiteFrame } from "./frame/page.ts";
import { teamPath } from "./team/address.ts";

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const longestRead = 200;
/** The lists of the API that people look for as pages. */
const pagesOfLists: Readonly<Record<string, string>> = { games: "/slate", teams: "/team" };

/** False: a program asks, and the API's own answer is the right one. */
export function sendMissingPage(frame: SiteFrame, request: FastifyRequest, reply: FastifyReply): boolean {
  reply.header("vary", "Accept, Authorization, X-API-Key");
  if (!isBrowser(request)) return false;
  reply.headers({ "cache-control": "no-store", "content-security-policy": policy });
  const meant = pageMeant(request.url);
  if (meant !== null && (request.method === "GET" || request.method === "HEAD")) {
    reply.redirect(meant, 303);
    return true;
  }
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

/** The page of what is below a wrong version of the API, or below none; null: there is none. */
function pageMeant(url: string): string | null {
  const [path = ""] = url.split(/[?#]/, 1);
  if (path.length > longestRead) return null;
  const trimmed = path.replace(/\/+$/, "");
  if (trimmed !== path && /^\/(?:slate|team|find|coverage|status)(?:\/[\w-]+)*$/.test(trimmed)) return trimmed;
  const segments = path.split("/").filter((segment) => segment !== "");
  const names = segments.filter((segment) => !/^(?:api|v\d{1,3})$/i.test(segment));
  const [list = "", id = "", ...more] = names;
  const name = list.toLowerCase();
  if (/^games?$/.test(name) && more.length === 0 && parseGameId(id) !== null) return `/games/${id}`;
  if (/^teams?$/.test(name) && isSport(id)) return teamMeant(id, more);
  if (names.length === 0 && segments.length > 0) return referencePath;
  const page = pagesOfLists[name];
  if (page !== undefined && names.length === 1 && segments.length === 1) return page;
  const wanted = `/${names.join("/").toLowerCase()}`;
  return names.length > 0 && endpoints.some((each) => each.path === wanted) ? pageOfEndpoint(`/v1${wanted}`) : null;
}

function teamMeant(sport: Sport, [team = "", ...more]: readonly string[]): string | null {
  return more.length > 0 ? null : (teamPath(sport, team.toUpperCase()) ?? "/team");
}
