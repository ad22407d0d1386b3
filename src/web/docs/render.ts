/** Markdown to the one layout of the docs. The text is ours, so it is trusted; no page has inline script or style. */
import { html } from "ghtml";
import { Marked } from "marked";
import { linksShown, type OperatorLinks } from "../operator-links.ts";
import { type DocsPage, docsPages, referencePath, twinPath } from "./pages.ts";

const marked = new Marked({
  gfm: true,
  renderer: {
    // Anchors, so that a page can be cited by section.
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${anchor(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    // Wide tables and samples scroll by themselves; with a tab stop they do so by keyboard too.
    code({ text, lang = "" }) {
      const language = lang === "" ? "" : ` class="language-${escapeHtml(lang)}"`;
      return `<pre tabindex="0"><code${language}>${escapeHtml(text)}</code></pre>\n`;
    },
  },
  hooks: {
    postprocess: (html) =>
      html
        // GFM's alignment attribute is presentation; numbers are aligned by a class.
        .replaceAll(/ align="(right|center|left)"/g, ' class="$1"')
        .replaceAll("<table>", '<div class="table" tabindex="0"><table>')
        .replaceAll("</table>", "</table></div>"),
  },
});

/** As GitHub makes them: the same Markdown has the same anchors there. */
function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

export function renderPage(page: DocsPage, markdown: string, links: OperatorLinks): string {
  const isReference = page.path === referencePath;
  return layout({
    title: page.path === "/docs" ? "Gradeline API" : `${page.title} - Gradeline API`,
    head: `<meta name="description" content="${escapeHtml(page.summary)}">
<link rel="alternate" href="${twinPath(page)}" type="text/markdown" title="Markdown">
${isReference ? '<link rel="stylesheet" href="/docs/assets/swagger-ui.css">\n' : ""}`,
    path: page.path,
    article: marked.parse(markdown, { async: false }),
    below: isReference ? referenceBody : "",
    foot: `<a href="${twinPath(page)}">This page as Markdown</a> · `,
    links,
  });
}

/** For an address below the docs that is none of their pages. */
export function renderError(title: string, text: string, links: OperatorLinks): string {
  const article = `<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(text)}</p>\n`;
  return layout({ title: `${title} - Gradeline API`, head: "", path: null, article, below: "", foot: "", links });
}

type Layout = {
  readonly title: string;
  /** HTML, as the three at the end. */
  readonly head: string;
  /** Null: of no page. */
  readonly path: string | null;
  readonly article: string;
  readonly below: string;
  readonly foot: string;
  readonly links: OperatorLinks;
};

function layout({ title, head, path, article, below, foot, links }: Layout): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/docs/assets/icon.svg" type="image/svg+xml">
${head}<link rel="stylesheet" href="/docs/assets/docs.css">
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header><a class="name" href="/docs">Gradeline <span>API</span></a> <a class="manage" href="/manage">Keys and account</a></header>
<div class="columns">
<nav aria-label="Pages"><ul>
${docsPages.map((each) => navigationItem(each, path)).join("\n")}
</ul></nav>
<main id="content">
<article>
${article}</article>
${below}</main>
</div>
<footer>${foot}<a href="/llms.txt">llms.txt</a> ·
<a href="/v1/openapi.json">OpenAPI</a>${linksShown(links).map(linkText).join("")}</footer>
</body>
</html>
`;
}

const referenceBody = `<div id="swagger" class="swagger"></div>
<script src="/docs/assets/swagger-ui-bundle.js"></script>
<script src="/docs/assets/reference.js"></script>
`;

function navigationItem(page: DocsPage, current: string | null): string {
  const mark = page.path === current ? ' aria-current="page"' : "";
  return `<li><a href="${page.path}"${mark}>${escapeHtml(page.title)}</a></li>`;
}

function linkText([url, text]: readonly [url: string, text: string]): string {
  return ` ·\n<a href="${escapeHtml(url)}">${text}</a>`;
}

function escapeHtml(text: string): string {
  return html`${text}`;
}
