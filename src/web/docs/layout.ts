/** The layout of the docs inside the frame of all pages: the search, the way through the docs, the article, and what is in it. */
import type { PublicPage } from "../frame/page.ts";
import { type Html, html, noHtml } from "../ui/html.ts";
import type { Article } from "./article.ts";
import { allPages, type DocsPage, twinPath } from "./pages.ts";

/** Far more than anybody types to find a page. */
export const mostQueryCharacters = 100;

/** @param request the first one to the endpoint that the page is about; null: it is about none. */
export function articlePage(page: DocsPage, { html: article, headings }: Article, request: string | null): PublicPage {
  const { path, title, summary } = page;
  const at = allPages.indexOf(page);
  const sections = request === null ? headings : [...headings, { id: "try-it", text: "Try it", depth: 2 }];
  const way = (to: DocsPage | undefined, rel: string, label: string) =>
    to === undefined
      ? ""
      : html`<a rel="${rel}" href="${to.path}">${label}: ${to.endpoint ?? to.title}</a>
`;
  const contents = html`<details class="contents"><summary>On this page</summary>
<nav aria-label="On this page"><ul>
${sections
  .filter(({ depth }) => depth <= 3)
  .map(
    ({ id, text, depth }) => html`<li class="depth-${depth}"><a href="#${id}">${text}</a></li>
`,
  )}</ul></nav>
</details>`;
  return {
    ...docsLooks,
    title: path === "/docs" ? "Gradeline API" : `${title} - Gradeline API`,
    description: summary,
    head: html`<link rel="alternate" href="${twinPath(page)}" type="text/markdown" title="Markdown">
`,
    scripts: request === null ? [] : ["docs-try.js"],
    body: html`<div class="docs">
${navigation(page)}
${sections.length > 1 ? contents : noHtml}
<div class="text">
<article class="prose">
${article}${request === null ? noHtml : tryForm(request)}</article>
<nav class="pager" aria-label="Before and after">${way(allPages[at - 1], "prev", "Previous")}${way(allPages[at + 1], "next", "Next")}</nav>
<p class="hint"><a href="${twinPath(page)}">This page as Markdown</a></p>
</div>
</div>`,
  };
}

/** The page of the results of a search. */
export function resultsPage(query: string, results: Html): PublicPage {
  return {
    ...docsLooks,
    title: `${query === "" ? "Search" : `${query} - Search`} - Gradeline API`,
    description: null,
    body: html`<div class="docs">
${navigation(null, query)}

<div class="text">
<article class="prose">
${results}</article>
</div>
</div>`,
  };
}

const docsLooks = { current: "/docs", styles: ["docs.css"], width: "full" } as const;

function navigation(current: DocsPage | null, query = ""): Html {
  const item = (page: DocsPage) => {
    const here = page === current ? html` aria-current="page"` : "";
    return html`<li><a href="${page.path}"${here}>${page.endpoint === null ? page.title : html`<code>${page.endpoint}</code>`}</a></li>
`;
  };
  const groups = [...Map.groupBy(allPages, ({ group }) => group)].map(
    ([title, of]) => html`<h2>${title}</h2>
<ul>
${of.map(item)}</ul>
`,
  );
  return html`<div class="side">
<form class="find" role="search" action="/docs/search" method="get">
<label class="hidden" for="find">Search the docs</label>
<input id="find" name="q" type="search" maxlength="${mostQueryCharacters}" placeholder="Search the docs" autocomplete="off" spellcheck="false" value="${query}">
</form>
<details class="menu unfolded"><summary>All pages</summary>
<nav aria-label="Pages">${groups}</nav>
</details>
</div>`;
}

function tryForm(request: string): Html {
  return html`<h2 id="try-it"><a class="anchor" href="#try-it">Try it</a></h2>
<noscript><p>The form needs JavaScript, because it sends the key in a header. The samples above ask the same.</p></noscript>
<form class="card try" data-try autocomplete="off" hidden>
<label for="try-key">API key</label>
<input id="try-key" name="key" type="password" maxlength="100" placeholder="gl_live_…" autocomplete="off" spellcheck="false" required>
<p class="hint">The key goes to this server alone, and is forgotten when you leave the page. <a href="/manage">Make a key</a></p>
<label for="try-request">Request, with its parameters</label>
<input id="try-request" name="request" value="${request}" spellcheck="false" required>
<p class="actions"><button class="primary">Send the request</button>
<span class="hint">Costs one request of the quota.</span></p>
<p role="status" data-status></p>
<pre tabindex="0" aria-label="Body of the answer" data-body hidden></pre>
</form>
`;
}
