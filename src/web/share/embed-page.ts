/** The page in a frame of another site: without scripts and cookies, and without the header and foot of our own pages. */
import { html } from "ghtml";
import { siteAssets } from "../frame/page.ts";

/**
 * @param body HTML.
 * @param url where the link at its end leads, in a page of its own.
 */
export function renderEmbed(title: string, body: string, url: string): string {
  const { paths } = siteAssets;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} - Gradeline</title>
<link rel="stylesheet" href="${paths["base.css"]}">
<link rel="stylesheet" href="${paths["embed.css"]}">
</head>
<body>
<main class="embedded">
!${body}
<p><a href="${url}" target="_blank" rel="noopener">Ask your own at Gradeline</a></p>
</main>
</body>
</html>
`;
}
