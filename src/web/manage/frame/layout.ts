/** The frame around the content of each page below `/manage`. */

import { inventedBanner } from "../../invented.ts";
import { linksShown, noLinks } from "../../operator-links.ts";
import { type Html, html } from "../../ui/html.ts";
import { takeNotice } from "./notices.ts";
import type { ManageVisit } from "./visit.ts";

export type ManagePage = {
  readonly title: string;
  readonly body: Html;
  /** The person who is signed in, for the form that signs out. Null when the page does not know one. */
  readonly member: { readonly email: string; readonly csrf: string } | null;
  /** `narrow` for a page with one question, `wide` for the dashboard. */
  readonly width: "narrow" | "wide";
};

export function manageLayout(visit: ManageVisit, { title, body, member, width }: ManagePage): string {
  const { base, home, assets, deps } = visit.site;
  const notice = takeNotice(visit);
  const isBad = notice?.tone === "bad";
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${isBad ? "Error: " : ""}${title} - Gradeline</title>
<link rel="icon" href="${base}${assets.paths["icon.svg"]}" type="image/svg+xml">
<link rel="stylesheet" href="${base}${assets.paths["base.css"]}">
<link rel="stylesheet" href="${base}${assets.paths["manage.css"]}">
<script src="${base}${assets.paths["site.js"]}" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<div class="top-in">
<a class="brand" href="${deps.apiUrl}/"><img src="${base}${assets.paths["icon.svg"]}" alt="" width="28" height="28">Gradeline</a>
<nav aria-label="Site"><a href="${deps.apiUrl}/">Explore</a>
<a href="${deps.apiUrl}/coverage">Coverage</a>
<a href="${deps.apiUrl}/docs">Docs</a>
<a href="${home}" aria-current="page">Account</a></nav>
${member === null ? "" : memberBar(base, member)}
</div>
</header>
${deps.isInvented() ? inventedBanner : ""}
<main id="content" class="${width}" tabindex="-1">
${notice === null ? "" : html`<p class="notice ${notice.tone}" role="${isBad ? "alert" : "status"}">${notice.text}</p>`}
${body}
</main>
<footer class="bottom">
<div class="bottom-in"><span>Gradeline</span>
<nav aria-label="Help"><a href="${deps.apiUrl}/docs/quick-start">Quick start</a>
<a href="${deps.apiUrl}/docs/caching-and-limits">Limits</a>
<a href="${deps.apiUrl}/docs/errors">Errors</a>
${linksShown(deps.links ?? noLinks).map(([url, text]) => html`<a href="${url}">${text}</a>`)}</nav></div>
</footer>
</body>
</html>
`.text;
}

function memberBar(base: string, { email, csrf }: { readonly email: string; readonly csrf: string }): Html {
  return html`<div class="member"><span class="member-email">${email}</span>
<form method="post" action="${base}/sign-out">${csrfField(csrf)}<button class="quiet small">Sign out</button></form></div>`;
}

export function csrfField(csrf: string): Html {
  return html`<input type="hidden" name="csrf" value="${csrf}">`;
}
