/** Messengers and search engines read this in the head of a page that people share: https://ogp.me. */
import { type Html, html } from "../ui/html.ts";
import type { Drawing } from "./page.ts";

/** Of the pictures that messengers show, in pixels. */
export const cardSize = { width: 1200, height: 630 } as const;

export type SharedPage = {
  readonly type: "article" | "website";
  /** Absolute, as all addresses here: the one that search engines shall list. */
  readonly canonical: string;
  /** The one that messengers ask again. */
  readonly url: string;
  readonly title: string;
  readonly description: string;
  /** The page's card, as PNG; null: it has none. */
  readonly image: string | null;
};

/** HTML for the head of the page. */
export function sharedHead({ type, canonical, url, title, description, image }: SharedPage): Html {
  const properties = {
    "og:type": type,
    "og:site_name": "Gradeline",
    "og:url": url,
    "og:title": title,
    "og:description": description,
    ...(image === null
      ? {}
      : {
          "og:image": image,
          "og:image:type": "image/png",
          "og:image:width": String(cardSize.width),
          "og:image:height": String(cardSize.height),
          "og:image:alt": description,
        }),
  };
  return html`<link rel="canonical" href="${canonical}">
${Object.entries(properties).map(([name, text]) => html`<meta property="${name}" content="${text}">`)}
<meta name="twitter:card" content="${image === null ? "summary" : "summary_large_image"}">`;
}

/** A page that has one address. */
export function drawingOf(shared: Omit<SharedPage, "canonical">, body: Html): Drawing {
  const { title, description, url } = shared;
  return { title: `${title} - Gradeline`, description, head: sharedHead({ ...shared, canonical: url }), body };
}
