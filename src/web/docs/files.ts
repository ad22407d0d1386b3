/** Everything that the docs serve, by path: rendered pages, their Markdown, llms.txt, the index of the search. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { SiteFrame } from "../frame/page.ts";
import { endpointAddresses, indexPath, libraryPath, llmsPath, navOf } from "./addresses.ts";
import type { DocsContent } from "./content.ts";
import { renderMarkdown } from "./markdown.ts";
import {
  type DocsPage,
  docsPages,
  type EndpointPage,
  llmsText,
  referencePath,
  twinPath,
  writtenAddress,
} from "./pages.ts";
import { endpointMarkdown } from "./reference/endpoint-markdown.ts";
import { endpointPage, endpointSummary, referenceOverview } from "./reference/endpoint-page.ts";
import { endpointGroups } from "./reference/endpoints.ts";
import type { OpenApi } from "./reference/open-api.ts";
import { type DocsFrame, renderDocsPage } from "./render.ts";
import { searchIndex, sectionsOf } from "./search/search.ts";

type DocsFile = { readonly type: string; readonly read: () => string | Buffer | Promise<string> };

export type DocsFiles = {
  readonly files: ReadonlyMap<string, DocsFile>;
  /** What the docs are searched by. */
  searchIndex(): Promise<string>;
};

const root = join(import.meta.dirname, "../../..");
const types = {
  html: "text/html; charset=utf-8",
  markdown: "text/markdown; charset=utf-8",
  text: "text/plain; charset=utf-8",
  json: "application/json; charset=utf-8",
  script: "text/javascript; charset=utf-8",
} as const;

/**
 * Pages are rendered when they are read. Whoever serves them keeps them.
 * @param document of which the reference is made.
 */
export function openDocs(frame: SiteFrame, document: OpenApi): DocsFiles {
  const groups = endpointGroups(document);
  const endpoints = groups.flatMap((group) => group.endpoints.map((endpoint) => ({ group, endpoint })));
  const markdownOf = ({ file }: DocsPage) => readFileSync(join(root, file), "utf8");

  const pageByPath = new Map(endpoints.map(({ endpoint }) => [endpoint.path, endpoint.page]));
  const pageOf = (code: string) => pageByPath.get(code.replace(/^GET /, "")) ?? null;

  function contentOf(page: DocsPage): DocsContent {
    const markdown = markdownOf(page);
    const { path, title, summary } = page;
    const article = path === referencePath ? referenceOverview(markdown, groups) : renderMarkdown(markdown, pageOf);
    return {
      path,
      title,
      summary,
      headings: article.headings,
      article: article.html,
      canTry: false,
      sections: sectionsOf(article.html.text),
    };
  }
  const contents: readonly (readonly [path: string, content: () => DocsContent, markdown: () => string])[] = [
    ...docsPages.map((page) => [page.path, () => contentOf(page), () => markdownOf(page)] as const),
    ...endpoints.map(
      ({ endpoint, group }) =>
        [
          endpoint.page,
          () => endpointPage(endpoint, group, writtenAddress),
          () => endpointMarkdown(endpoint, writtenAddress),
        ] as const,
    ),
  ];
  const docsFrame: DocsFrame = { frame, nav: navOf(endpointAddresses(document)) };
  let search: Promise<string> | null = null;
  const searchOnce = () => {
    search ??= searchIndex(contents.map(([, content]) => content)).catch((error: unknown) => {
      search = null;
      throw error;
    });
    return search;
  };
  const pagesOfEndpoints: readonly EndpointPage[] = endpoints.map(({ endpoint }) => ({
    path: endpoint.page,
    title: `GET ${endpoint.path}`,
    summary: endpointSummary(endpoint),
  }));
  return {
    files: new Map<string, DocsFile>([
      ...contents.flatMap(([path, content, markdown]): [string, DocsFile][] => [
        [path, { type: types.html, read: () => renderDocsPage(docsFrame, content()) }],
        [twinPath({ path }), { type: types.markdown, read: markdown }],
      ]),
      [llmsPath, { type: types.text, read: () => llmsText(pagesOfEndpoints) }],
      [indexPath, { type: types.json, read: searchOnce }],
      [libraryPath, { type: types.script, read: readMiniSearch }],
    ]),
    searchIndex: searchOnce,
  };
}

function readMiniSearch(): Buffer {
  // Its source map is not served, so that no browser should ask for it.
  const source = readFileSync(fileURLToPath(import.meta.resolve("minisearch")), "utf8");
  return Buffer.from(source.replace(/\/\/# sourceMappingURL=.*\s*$/, ""));
}
