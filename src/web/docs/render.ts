/** The layout of the docs inside the frame of all pages: the way through the docs, the article, and what is in it. */

import { renderSitePage, type SiteFrame, siteAssets } from "../frame/page.ts";
import { type Html, html, noHtml } from "../ui/html.ts";
import { indexPath, libraryPath } from "./addresses.ts";
import type { DocsContent, NavGroup, NavPage } from "./content.ts";
import type { ArticleHeading } from "./markdown.ts";
import { twinPath } from "./pages.ts";
import { searchForm } from "./search/search.ts";

export type DocsFrame = { readonly frame: SiteFrame; readonly nav: readonly NavGroup[] };

export function renderDocsPage({ frame, nav }: DocsFrame, content: DocsContent): string {
  const { path, title, summary, article, headings, canTry } = content;
  const pages = nav.flatMap((group) => group.pages);
  const at = pages.findIndex((page) => page.path === path);
  return renderSitePage(frame, {
    title: path === "/docs" ? "Gradeline API" : `${title} - Gradeline API`,
    description: summary,
    current: "/docs",
    head: html`<link rel="alternate" href="${twinPath(content)}" type="text/markdown" title="Markdown">
`,
    styles: ["docs.css"],
    scripts: ["docs.js", ...(canTry ? (["docs-try.js"] as const) : [])],
    width: "full",
    body: columns({
      nav: navigation(nav, path),
      // A page of few sections is seen at a glance.
      contents: headings.length > 1 ? contentsOf(headings) : noHtml,
      article: html`<article class="${canTry ? "endpoint" : "prose"}">
${article}</article>
${ways(pages[at - 1], pages[at + 1])}
<p class="twin"><a href="${twinPath(content)}">This page as Markdown</a></p>`,
    }),
  });
}

/** A page that is no page of the docs' own: the results of a search, and what is said of a wrong address. */
export function renderOtherPage({ frame, nav }: DocsFrame, title: string, article: Html, query = ""): string {
  return renderSitePage(frame, {
    title: `${title} - Gradeline API`,
    description: null,
    current: "/docs",
    styles: ["docs.css"],
    scripts: ["docs.js"],
    width: "full",
    body: columns({
      nav: navigation(nav, null, query),
      contents: noHtml,
      article: html`<article class="prose">
${article}</article>`,
    }),
  });
}

function columns(parts: { readonly nav: Html; readonly contents: Html; readonly article: Html }): Html {
  return html`<div class="docs" data-find="${siteAssets.paths["docs-find.js"]}" data-library="${libraryPath}" data-index="${indexPath}">
${parts.nav}
${parts.contents}
<div class="text">
${parts.article}
</div>
</div>`;
}

function navigation(nav: readonly NavGroup[], current: string | null, query = ""): Html {
  const groups = nav.map(
    ({ title, pages }) => html`<h2>${title}</h2>
<ul>
${pages.map((page) => item(page, page.path === current))}</ul>
`,
  );
  return html`<div class="side">
${searchForm(query)}
<details class="menu"><summary>All pages</summary>
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
      : html`<a rel="${rel}" class="${rel}" href="${page.path}"><span>${label}</span> ${page.title}</a>
`;
  return html`<nav class="ways" aria-label="Before and after">${link(before, "prev", "Previous")}${link(after, "next", "Next")}</nav>`;
}
