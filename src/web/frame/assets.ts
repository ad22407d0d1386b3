/** The style sheets, scripts and the icon of our pages, at addresses that carry a digest of the content. */
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ServedFile, servedFile } from "../../http/send.ts";

const kinds = {
  css: ["../styles", "text/css; charset=utf-8"],
  js: ["../assets", "text/javascript; charset=utf-8"],
  svg: ["../assets", "image/svg+xml"],
} as const;

/** Every file of the pages. A page links `base.css` and its own style sheet. */
const siteAssets = [
  ...(["base.css", "data.css", "docs.css", "manage.css"] as const),
  ...(["site.js", "explore.js", "grade.js", "docs-try.js", "icon.svg"] as const),
];

export type SiteAsset = (typeof siteAssets)[number];

const bodies = siteAssets.map((name) => {
  const [folder, type] = kinds[name.slice(name.lastIndexOf(".") + 1) as keyof typeof kinds];
  return [name, type, readFileSync(join(import.meta.dirname, folder, name))] as const;
});
const paths = new Map(
  bodies.map(([name, , body]) => [name, `/assets/${name}?v=${hash("sha256", body, "base64url").slice(0, 12)}`]),
);

/** The path of a file below where the assets are registered. A new version of a file has a new address. */
export function assetPath(name: SiteAsset): string {
  return paths.get(name) ?? "";
}

/** The files by their routes. */
export const assetFiles: readonly (readonly [at: string, ServedFile])[] = bodies.map(([name, type, body]) => [
  `/assets/${name}`,
  servedFile(type, body),
]);
