/** The docs on the server: public, without a key, cacheable, and strict about what a page may load. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { refuseOtherMethods } from "../../http/other-methods.ts";
import { sendFile, servedFile } from "../../http/send-file.ts";
import { wasUnreadable } from "../../http/unreadable.ts";
import type { Shelf } from "../../query/shelf.ts";
import { foundInDocs } from "../drawings.ts";
import { orBusy, type ReadingLimit, visitorOf } from "../frame/data-pages.ts";
import type { SiteFrame } from "../frame/page.ts";
import { registerSite } from "../frame/site.ts";
import { Html, html } from "../ui/html.ts";
import { endpointAddresses, filePaths, navOf, pagePaths } from "./addresses.ts";
import { writtenAddress } from "./pages.ts";
import type { OpenApi } from "./reference/open-api.ts";
import { type DocsFrame, renderOtherPage } from "./render.ts";
import { mostQueryCharacters, mostQueryWords, type SearchAsked } from "./search/search.ts";

const cacheControl = "public, max-age=900";
const searchPath = "/docs/search";

export type DocsOptions = {
  readonly frame: SiteFrame;
  /** Where callers reach this server, without a slash at its end; the samples of the docs say it. */
  readonly apiUrl?: string;
  /** Every search asks this one first: whether its network may go on. */
  readonly limit?: ReadingLimit;
  /** Searches are computed by its thread. */
  readonly shelf: Pick<Shelf, "current" | "computing">;
  /** Makes the OpenAPI document that the reference is rendered from. */
  readonly openApi: () => object;
};

/**
 * Registers `/docs`, `/docs/…` and `/llms.txt` on the server that already has the API.
 * @returns the paths of the pages, for the sitemap.
 */
export function registerDocs(
  app: FastifyInstance,
  { frame, apiUrl = writtenAddress, limit = async () => true, shelf, openApi }: DocsOptions,
): readonly string[] {
  const document = openApi() as OpenApi;
  const endpoints = endpointAddresses(document);
  const paths = filePaths(endpoints);
  const docsFrame: DocsFrame = { frame, nav: navOf(endpoints) };
  // What renders is loaded, and each file read, rendered and hashed, at the first request: a server that nobody reads docs
  // on pays nothing.
  const docs = once(async () => (await import("./files.ts")).openDocs(frame, document));
  const search: Search = async (request, asked) => {
    const index = await (await docs()).searchIndex();
    const by = { owner: visitorOf(request), snapshot: shelf.current };
    return new Html(await shelf.computing.ask(foundInDocs, { ...asked, index }, by));
  };
  const ownAddressIn = (content: string | Buffer): string | Buffer =>
    typeof content === "string" ? content.replaceAll(writtenAddress, apiUrl) : content;
  registerSite(app, async (scope) => {
    for (const path of paths) {
      const load = once(async () => {
        const file = (await docs()).files.get(path);
        if (file === undefined) throw new Error(`docs: nothing renders ${path}`);
        return servedFile(file.type, Buffer.from(ownAddressIn(await file.read())));
      });
      scope.get(path, async (_request, reply) => sendFile(reply, await load()));
    }
    scope.get(searchPath, async (request, reply) =>
      (await limit(request, reply))
        ? orBusy(reply, frame, () => sendResults(request, reply, docsFrame, search))
        : reply,
    );
    refuseOtherMethods(
      scope,
      [searchPath, ...paths].map((path) => ["GET", path] as const),
      (_request, reply) => sendError(reply, docsFrame, "Only for reading", "The docs are read with GET or HEAD."),
    );
    scope.register(
      async (below) => {
        below.setNotFoundHandler((request, reply) => {
          if (wasUnreadable(request)) {
            const text = "There is a percent sign in it that stands for nothing.";
            return sendError(reply.code(400), docsFrame, "This address cannot be read", text);
          }
          const page = pageWithoutSlash(request, paths);
          if (page !== null) return reply.header("cache-control", cacheControl).redirect(page, 308);
          return sendError(reply.code(404), docsFrame, "Page not found", "The docs have no page at this address.");
        });
      },
      { prefix: "/docs" },
    );
  });
  return pagePaths(endpoints);
}

/** The page that is meant by an address with slashes at its end; null: there is none. It is never taken from the request. */
function pageWithoutSlash({ method, url }: FastifyRequest, paths: readonly string[]): string | null {
  if (method !== "GET" && method !== "HEAD") return null;
  const [path = ""] = url.split(/[?#]/, 1);
  const wanted = path.replace(/\/+$/, "");
  return wanted === path ? null : (paths.find((each) => each === wanted) ?? null);
}

type Search = (request: FastifyRequest, asked: Omit<SearchAsked, "index">) => Promise<Html>;

async function sendResults(
  request: FastifyRequest,
  reply: FastifyReply,
  docsFrame: DocsFrame,
  search: Search,
): Promise<FastifyReply> {
  // As forms write it; the API's own reader of queries refuses what a form may well send, such as nothing.
  const query = new URLSearchParams(request.url.split("?")[1]);
  const unknown = [...query.keys()].find((name) => name !== "q");
  const [q = "", ...more] = query.getAll("q");
  const words = q.split(/\s+/).filter((word) => word.length > 1);
  if (unknown === undefined && more.length === 0 && q.length <= mostQueryCharacters && words.length <= mostQueryWords) {
    const results = await search(request, { query: q, words });
    const page = renderOtherPage(docsFrame, q === "" ? "Search" : `${q} - Search`, results, q);
    return sendFile(reply, servedFile("text/html; charset=utf-8", Buffer.from(page)));
  }
  const text =
    unknown === undefined
      ? `The parameter q is one text of ${mostQueryCharacters} characters and ${mostQueryWords} words at most.`
      : `The search takes the parameter q alone, not "${unknown.slice(0, 40)}".`;
  return sendError(reply.code(400), docsFrame, "This search cannot be read", text);
}

function sendError(reply: FastifyReply, docsFrame: DocsFrame, title: string, text: string): FastifyReply {
  return reply
    .header("cache-control", "no-store")
    .type("text/html; charset=utf-8")
    .send(
      renderOtherPage(
        docsFrame,
        title,
        html`<h1>${title}</h1>
<p>${text}</p>
`,
      ),
    );
}

/** Failing is not remembered. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | null = null;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };
}
