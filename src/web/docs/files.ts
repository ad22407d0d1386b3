/** Everything that the docs serve, by path: rendered pages, their Markdown, llms.txt. The search has an index of all pages. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { once } from "../frame/kept-pages.ts";
import type { SiteFrame } from "../frame/page.ts";
import { noHtml } from "../ui/html.ts";
import { type DocsContent, renderMarkdown } from "./markdown.ts";
import { docsPages, llmsPath, llmsText, navOf, referencePath, twinPath, writtenAddress } from "./pages.ts";
import { dictionaryMarkdown, fileColumnsMarkdown } from "./reference/dictionary.ts";
import { endpointMarkdown, endpointSummary, referenceOverview, tryForm } from "./reference/endpoint-page.ts";
import { endpointsOf } from "./reference/endpoints.ts";
import type { OpenApi } from "./reference/open-api.ts";
import { type DocsFrame, renderDocsPage } from "./render.ts";
import { searchIndex } from "./search/search.ts";

type DocsFile = { readonly type: string; readonly read: () => string };

export type DocsFiles = {
  readonly files: ReadonlyMap<string, DocsFile>;
  /** The texts that the search of the docs looks through. */
  searchIndex(): Promise<string>;
};

const root = join(import.meta.dirname, "../../..");
const types = {
  html: "text/html; charset=utf-8",
  markdown: "text/markdown; charset=utf-8",
  text: "text/plain; charset=utf-8",
} as const;

/**
 * Pages are rendered when they are read. Whoever serves them keeps them.
 * @param document of which the reference is made.
 */
export function openDocs(frame: SiteFrame, document: OpenApi): DocsFiles {
  const endpoints = endpointsOf(document);
  const pageByPath = new Map(endpoints.map(({ path, page }) => [path, page]));
  const pageOf = (code: string) => pageByPath.get(code.replace(/^GET /, "")) ?? null;

  const made: Readonly<Record<string, () => string>> = {
    "/docs/fields": () => dictionaryMarkdown(document),
    "/docs/file-columns": fileColumnsMarkdown,
    [referencePath]: () =>
      referenceOverview(readFileSync(join(root, "docs/api/reference.md"), "utf8"), document, endpoints),
  };
  const written = docsPages.map(({ path, title, summary, file }): DocsContent => {
    const markdown = made[path] ?? (() => readFileSync(join(root, file ?? ""), "utf8"));
    return { path, title, summary, markdown, form: noHtml, render: () => renderMarkdown(markdown(), pageOf) };
  });
  const ofEndpoints = endpoints.map((endpoint): DocsContent => {
    const markdown = () => endpointMarkdown(endpoint, writtenAddress);
    return {
      path: endpoint.page,
      title: endpoint.summary,
      summary: endpointSummary(endpoint),
      markdown,
      form: tryForm(endpoint),
      render: () => renderMarkdown(markdown(), () => null, true),
    };
  });
  const contents = [...written, ...ofEndpoints];
  const docsFrame: DocsFrame = { frame, nav: navOf(endpoints) };
  const llms = () =>
    llmsText(endpoints.map((each) => ({ path: each.page, title: `GET ${each.path}`, summary: endpointSummary(each) })));
  return {
    files: new Map<string, DocsFile>([
      ...contents.flatMap((content): [string, DocsFile][] => [
        [content.path, { type: types.html, read: () => renderDocsPage(docsFrame, content) }],
        [twinPath(content), { type: types.markdown, read: content.markdown }],
      ]),
      [llmsPath, { type: types.text, read: llms }],
    ]),
    searchIndex: once(() => searchIndex(contents)),
  };
}
