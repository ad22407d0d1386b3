/** The docs on the server: public, without a key, and cacheable. */

import type { FastifyInstance, FastifyRequest } from "fastify";
import { wasUnreadable } from "../../http/address.ts";
import { servedFile } from "../../http/send.ts";
import { foundInDocs } from "../drawings.ts";
import { once } from "../frame/kept-pages.ts";
import { type PageSite, page, problem, registerSitePages } from "../frame/recipe.ts";
import { sendProblem } from "../frame/site.ts";
import { Html } from "../ui/html.ts";
import { endpointAddresses, filePaths, movedPages, navOf, pagePaths, writtenAddress } from "./pages.ts";
import type { OpenApi } from "./reference/open-api.ts";
import { resultsPage } from "./render.ts";
import { mostQueryCharacters, mostQueryWords } from "./search/search.ts";

export type DocsSite = PageSite & {
  /** Makes the OpenAPI document that the reference is rendered from. */
  readonly openApi: () => object;
};

/**
 * Registers `/docs`, `/docs/…` and `/llms.txt` on the server that already has the API.
 * @returns the paths of the pages, for the sitemap.
 */
export function registerDocs(app: FastifyInstance, site: DocsSite): readonly string[] {
  const { frame, apiUrl } = site;
  const document = site.openApi() as OpenApi;
  const endpoints = endpointAddresses(document);
  const paths = filePaths(endpoints);
  // The renderer is loaded, and each file read, rendered and hashed, at the first request: a server that nobody reads docs
  // on pays nothing.
  const docs = once(async () => (await import("./files.ts")).openDocs(frame, document));
  const files = paths.map((at) => {
    const load = once(async () => {
      const file = (await docs()).files.get(at);
      if (file === undefined) throw new Error(`docs: nothing renders ${at}`);
      return servedFile(file.type, Buffer.from(file.read().replaceAll(writtenAddress, apiUrl)));
    });
    return page({ at, isLimited: false, read: () => ({ maxAgeS: 900 }), draw: load });
  });
  const results = page({
    at: "/docs/search",
    read: ({ query }) => ({ ...searchedFor(query), maxAgeS: 900 }),
    async draw({ query, words }, visit) {
      const index = await (await docs()).searchIndex();
      return resultsPage(navOf(endpoints), query, new Html(await visit.ask(foundInDocs, { query, words, index })));
    },
  });
  registerSitePages(app, site, [...files, results], (scope) => {
    scope.register(
      async (below) => {
        below.setNotFoundHandler((request, reply) => {
          if (wasUnreadable(request)) {
            const text = "There is a percent sign in it that stands for nothing.";
            return sendProblem(reply.code(400), frame, "This address cannot be read", text);
          }
          const found = pageMeant(request, paths);
          if (found !== null) return reply.header("cache-control", "public, max-age=900").redirect(found, 308);
          const more = new Html('<p><a href="/docs">All pages of the docs</a></p>');
          return sendProblem(reply.code(404), frame, "Page not found", "The docs have no page at this address.", more);
        });
      },
      { prefix: "/docs" },
    );
  });
  return pagePaths(endpoints);
}

/** The page that is meant by a former address, or one with slashes at its end; null: there is none. It is never taken from the request. */
function pageMeant({ method, url }: FastifyRequest, paths: readonly string[]): string | null {
  if (method !== "GET" && method !== "HEAD") return null;
  const [path = ""] = url.split(/[?#]/, 1);
  const wanted = path.replace(/\/+$/, "");
  const moved = movedPages.get(wanted.replace(/\.md$/, ""));
  if (moved !== undefined) return wanted.endsWith(".md") ? moved.replace(/(?:#.*)?$/, ".md") : moved;
  return wanted === path ? null : (paths.find((each) => each === wanted) ?? null);
}

/** As forms write it; the API's own reader of queries refuses what a form may well send, such as nothing. */
function searchedFor(query: string): { readonly query: string; readonly words: readonly string[] } {
  const parameters = new URLSearchParams(query);
  const unknown = [...parameters.keys()].find((name) => name !== "q");
  const [q = "", ...more] = parameters.getAll("q");
  const words = q.split(/\s+/).filter((word) => word.length > 1);
  if (unknown === undefined && more.length === 0 && q.length <= mostQueryCharacters && words.length <= mostQueryWords)
    return { query: q, words };
  const text =
    unknown === undefined
      ? `The parameter q is one text of ${mostQueryCharacters} characters and ${mostQueryWords} words at most.`
      : `The search takes the parameter q alone, not "${unknown.slice(0, 40)}".`;
  throw problem(400, "This search cannot be read", text);
}
