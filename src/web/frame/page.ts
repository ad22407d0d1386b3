/** The one frame of all public pages: the head, the way through the site, and the foot. No page has inline script or style. */
import { inventedBanner } from "../invented.ts";
import { type Html, html, noHtml } from "../ui/html.ts";
import { capitalized } from "../ui/words.ts";
import { assetPath, type SiteAsset } from "./assets.ts";

/** The pages that the header leads to. */
const places = [
  ["/", "Explore"],
  ["/slate", "Last night"],
  ["/team", "Teams"],
  ["/grade", "Grade"],
  ["/coverage", "Coverage"],
  ["/docs", "Docs"],
] as const;

export type PublicPage = {
  readonly title: string;
  /** For search engines, and for what a messenger shows of a shared link; null: the page is for nobody else. */
  readonly description: string | null;
  /** The place of the header that the page belongs to; null where it belongs to none. */
  readonly current: (typeof places)[number][0] | "/status" | "/manage" | null;
  /** The form that signs out, which stands behind the link to the account. */
  readonly account?: Html;
  readonly head?: Html;
  /** It stands inside `main` and has the one `h1`. */
  readonly body: Html;
  /** Files of the assets beside base.css and site.js. */
  readonly styles?: readonly SiteAsset[];
  readonly scripts?: readonly SiteAsset[];
  /** A class of `main`: `narrow` for text, `wide` for a stack of cards, `full` for a page that lays itself out. */
  readonly width: "narrow" | "wide" | "full";
};

/** The addresses that pages lead to. */
export type Places = {
  /** Where callers reach the API, without a slash at its end. */
  readonly apiUrl: string;
  /** Where people manage their keys, as browsers see it. */
  readonly manageUrl: string;
};

/** The part of a page that the thread that computes draws. */
export type Drawing = Pick<PublicPage, "title" | "description" | "head" | "body">;

/** The operator of a server may have terms, support and a page that tells of outages; null: there is none. */
export type OperatorLinks = {
  readonly terms: string | null;
  readonly support: string | null;
  readonly status: string | null;
};

export const noLinks: OperatorLinks = { terms: null, support: null, status: null };

export type SiteFrame = {
  readonly links: OperatorLinks;
  /** Where people manage their keys, as browsers see it. */
  readonly manageUrl: string;
  /** Whether what is served now is a sample. */
  readonly isSample: () => boolean;
  /** Where the pages of the site are, for a page that may be on another host; empty: on this one. */
  readonly root?: string;
  /** The path below which the files of pages are. */
  readonly assetRoot?: string;
};

/** Renders a public page. */
export function renderSitePage(frame: SiteFrame, page: PublicPage): string {
  const { links, manageUrl, isSample, root = "", assetRoot = "" } = frame;
  const { title, description, current, account = noHtml, head = noHtml, body, styles = [], scripts = [], width } = page;
  const asset = (name: SiteAsset): string => assetRoot + assetPath(name);
  const here = (path: PublicPage["current"]) => (path === current ? html` aria-current="page"` : "");
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${description === null ? html`<meta name="robots" content="noindex">` : html`<meta name="description" content="${description}">`}
<link rel="icon" href="${asset("icon.svg")}" type="image/svg+xml">
${["base.css" as const, ...styles].map((name) => html`<link rel="stylesheet" href="${asset(name)}">`)}
${["site.js" as const, ...scripts].map((name) => html`<script src="${asset(name)}" defer></script>`)}
${head}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<div class="top-in">
<a class="brand" href="${root}/"><img src="${asset("icon.svg")}" alt="" width="28" height="28">Gradeline</a>
<nav aria-label="Site">${places.map(([path, text]) => html`<a href="${root}${path}"${here(path)}>${text}</a>`)}</nav>
${findForm(null, root)}
<a class="button small find-link" href="${root}/find">Search</a>
<a class="button small account" href="${manageUrl}"${here("/manage")}>Keys<span class="beyond-phones">&nbsp;and account</span></a>
${account}
</div>
</header>
${isSample() ? inventedBanner : ""}
<main id="content" class="${width}" tabindex="-1">
${body}
</main>
<footer class="bottom">
<div class="bottom-in"><span>Gradeline</span>
<nav aria-label="Help"><a href="${root}/docs/quick-start">Quick start</a>
<a href="${root}/status"${here("/status")}>Status of the data</a>
<a href="${root}/v1/openapi.json">OpenAPI</a>
<a href="${root}/llms.txt">llms.txt</a>
${(["terms", "support", "status"] as const).map((name) => (links[name] === null ? "" : html`<a href="${links[name]}">${capitalized(name)}</a>`))}</nav></div>
</footer>
<p class="hidden" role="status" data-copy-status></p>
</body>
</html>
`.text;
}

/** A page that says what is wrong. @param more what leads on. */
export function problemPage(title: string, text: string, more: Html = noHtml): PublicPage {
  const body = html`<h1>${title}</h1>
<p class="lead breakable">${text}</p>${more}`;
  return { title: `${title} - Gradeline`, description: null, current: null, body, width: "narrow" };
}

/** @param text that was looked for already. */
export function findForm(text: string | null = null, root = ""): Html {
  const look = text === null ? "site-find" : "page-find";
  return html`<form action="${root}/find" method="get" role="search" class="${look}" aria-label="${text === null ? "Games and teams" : "Search again"}"><input name="q" type="search" value="${text ?? ""}" placeholder="Team or game" aria-label="Team or game" maxlength="100" autocomplete="off"> <button class="button small">Find</button></form>`;
}
