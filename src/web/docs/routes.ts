/** The docs on the server: public, without a key, and cacheable. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { servedFile } from "../../http/send.ts";
import { foundInDocs } from "../drawings.ts";
import { once } from "../frame/kept-pages.ts";
import {
  answer,
  Moved,
  type Page,
  type PageSite,
  page,
  problem,
  registerSitePages,
  type Visit,
} from "../frame/recipe.ts";
import { requestOf } from "../get-this/request.ts";
import { Html, html } from "../ui/html.ts";
import { dictionaryMarkdown, fileColumnsMarkdown } from "./dictionary.ts";
import { articlePage, mostQueryCharacters, resultsPage } from "./layout.ts";
import {
  allPages,
  type DocsPage,
  endpointAt,
  llmsPath,
  llmsText,
  movedPages,
  referencePath,
  twinPath,
  writtenAddress,
} from "./pages.ts";
import { type ErrorsOf, endpointMarkdown, referenceOverview } from "./reference.ts";

export type DocsSite = PageSite & { readonly errorsOf: ErrorsOf };

const root = join(import.meta.dirname, "../../..");
const maxAgeS = 900;

/** Registers `/docs`, `/docs/…` and `/llms.txt` on the server that already has the API. */
export function registerDocs(app: FastifyInstance, site: DocsSite): void {
  const pageByCode = new Map(allPages.map(({ endpoint, path }) => [endpoint, path]));
  const pageOf = (code: string) => pageByCode.get(code.replace(/^GET /, "")) ?? null;
  const markdownOf = (of: DocsPage) => markdownAt(of, site.errorsOf).replaceAll(writtenAddress, site.apiUrl);

  const articles = allPages.map((each) =>
    page({
      at: each.path,
      isLimited: false,
      read: () => ({ key: "", maxAgeS }),
      // The code that renders is loaded at the first request, which the server makes itself once it listens.
      async draw() {
        const { endpoint } = each;
        const { renderMarkdown } = await import("./article.ts");
        const article = renderMarkdown(markdownOf(each), endpoint === null ? pageOf : () => null, endpoint !== null);
        const declared = endpointAt.get(endpoint ?? "");
        return articlePage(each, article, declared === undefined ? null : requestOf(endpoint ?? "", declared));
      },
    }),
  );
  const twins = allPages.map((each) => textPage(twinPath(each), "markdown", () => markdownOf(each)));
  const index = once(async () => (await import("./search.ts")).searchIndex(markdownOf));
  const results = page({
    at: "/docs/search",
    read: ({ query }) => ({ ...searchedFor(query), maxAgeS }),
    async draw({ query, words }, visit) {
      const found = await visit.ask(foundInDocs, { query, words, index: await index() });
      return resultsPage(query, new Html(found));
    },
  });
  const others = answer({ at: "/docs/*", isLimited: false, send: async (visit) => sendElsewhere(visit) });
  const llms = textPage(llmsPath, "plain", llmsText);
  registerSitePages(app, site, [...articles, ...twins, llms, results, others]);
}

function textPage(at: string, type: string, textOf: () => string): Page<DocsSite> {
  return page({
    at,
    isLimited: false,
    read: () => ({ key: "", maxAgeS }),
    draw: () => servedFile(`text/${type}; charset=utf-8`, Buffer.from(textOf())),
  });
}

function markdownAt({ path, file, endpoint }: DocsPage, errorsOf: ErrorsOf): string {
  const declared = endpointAt.get(endpoint ?? "");
  if (declared !== undefined) return endpointMarkdown(endpoint ?? "", declared, errorsOf);
  if (file === null) return path === "/docs/fields" ? dictionaryMarkdown() : fileColumnsMarkdown();
  const written = readFileSync(join(root, file), "utf8");
  return path === referencePath ? referenceOverview(written) : written;
}

/** A former address of a page, and one with slashes at its end, lead to the page: never to what the request says. @throws Moved, or a Problem. */
function sendElsewhere({ request }: Visit): never {
  const [path = ""] = request.url.split("?", 1);
  const wanted = path.replace(/\/+$/, "");
  const moved = movedPages.get(wanted.replace(/\.md$/, ""));
  if (moved !== undefined) throw new Moved(wanted.endsWith(".md") ? moved.replace(/(?:#.*)?$/, ".md") : moved, 308);
  const meant = allPages.find((each) => each.path === wanted);
  if (meant !== undefined) throw new Moved(meant.path, 308);
  const more = html`<p><a href="/docs">All pages of the docs</a></p>`;
  throw problem(404, "Page not found", "The docs have no page at this address.", more);
}

/** Each word costs a walk through the index. Words of one letter are left out. */
const mostQueryWords = 8;

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
