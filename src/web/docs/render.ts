/** The layout of the docs inside the frame of all pages: the way through the docs, the article, and what is in it. */

import { type PublicPage, renderSitePage, type SiteFrame } from "../frame/page.ts";
import { type Html, html, noHtml } from "../ui/html.ts";
import type { ArticleHeading, DocsContent } from "./markdown.ts";
import type { NavGroup, NavPage } from "./pages.ts";
import { twinPath } from "./pages.ts";
import { searchForm } from "./search/search.ts";

export type DocsFrame = { readonly frame: SiteFrame; readonly nav: readonly NavGroup[] };

export function renderDocsPage({ frame, nav }: DocsFrame, content: DocsContent): string {
  const { path, title, summary, render, form } = content;
  const { html: article, headings } = render();
  const pages = nav.flatMap((group) => group.pages);
  const at = pages.findIndex((page) => page.path === path);
  const canTry = form !== noHtml;
  const tryIt = { id: "try-it", text: "Try it", depth: 2 };
  const all = canTry ? [...headings, tryIt] : headings;
  return renderSitePage(frame, {
    ...docsPage(nav, path, {
      title: path === "/docs" ? "Gradeline API" : `${title} - Gradeline API`,
      // A page of few sections is seen at a glance.
      contents: all.length > 1 ? contentsOf(all) : noHtml,
      article: html`<article class="prose">
${article}${form}</article>
${ways(pages[at - 1], pages[at + 1])}
<p class="hint"><a href="${twinPath(content)}">This page as Markdown</a></p>`,
    }),
    description: summary,
    head: html`<link rel="alternate" href="${twinPath(content)}" type="text/markdown" title="Markdown">
`,
    scripts: canTry ? ["docs-try.js"] : [],
  });
}

/** The page of the results of a search. */
export function resultsPage(nav: readonly NavGroup[], query: string, results: Html): PublicPage {
  const title = `${query === "" ? "Search" : `${query} - Search`} - Gradeline API`;
  return docsPage(nav, null, {
    title,
    query,
    article: html`<article class="prose">
${results}</article>`,
  });
}

function docsPage(
  nav: readonly NavGroup[],
  current: string | null,
  {
    title,
    article,
    contents = noHtml,
    query = "",
  }: { readonly title: string; readonly article: Html; readonly contents?: Html; readonly query?: string },
): PublicPage {
  const body = html`<div class="docs">
${navigation(nav, current, query)}
${contents}
<div class="text">
${article}
</div>
</div>`;
  return { title, description: null, current: "/docs", styles: ["docs.css"], width: "full", body };
}

function navigation(nav: readonly NavGroup[], current: string | null, query: string): Html {
  const groups = nav.map(
    ({ title, pages }) => html`<h2>${title}</h2>
<ul>
${pages.map((page) => item(page, page.path === current))}</ul>
`,
  );
  return html`<div class="side">
${searchForm(query)}
<details class="menu unfolded"><summary>All pages</summary>
<nav aria-label="Pages">${groups}</nav>
</details>
</div>`;
}

function item({ path, title, isCode }: NavPage, isCurrent: boolean): Html {
  const text = isCode ? html`<code>${title}</code>` : html`${title}`;
  return html`<li><a href="${path}"${isCurrent ? html` aria-current="page"` : ""}>${text}</a></li>
`;
}

function contentsOf(headings: readonly ArticleHeading[]): Html {
  const shown = headings.filter(({ depth }) => depth <= 3);
  return html`<details class="contents"><summary>On this page</summary>
<nav aria-label="On this page"><ul>
${shown.map(
  ({ id, text, depth }) => html`<li class="depth-${String(depth)}"><a href="#${id}">${text}</a></li>
`,
)}</ul></nav>
</details>`;
}

function ways(before: NavPage | undefined, after: NavPage | undefined): Html {
  const link = (page: NavPage | undefined, rel: string, label: string) =>
    page === undefined
      ? ""
      : html`<a rel="${rel}" href="${page.path}">${label}: ${page.title}</a>
`;
  return html`<nav class="pager" aria-label="Before and after">${link(before, "prev", "Previous")}${link(after, "next", "Next")}</nav>`;
}
