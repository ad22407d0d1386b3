/** The style sheets, scripts and the icon of our pages, at addresses that carry a digest of the content. */
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { EncodedFile, wantsGzip } from "../../http/representation.ts";

const types = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
} as const;

/** Every file of the public pages. A page links `base.css` and its own style sheet. */
const siteAssetNames = [
  "base.css",
  "data.css",
  "docs.css",
  "manage.css",
  "site.js",
  "explore.js",
  "grade.js",
  "icon.svg",
  "docs-try.js",
] as const;

export type SiteAsset = (typeof siteAssetNames)[number];

const bodies = new Map(
  siteAssetNames.map((name) => {
    const folder = name.endsWith(".css") ? "../styles" : "../assets";
    return [name, readFileSync(join(import.meta.dirname, folder, name))] as const;
  }),
);
const paths = new Map(
  [...bodies].map(([name, body]) => [name, `/assets/${name}?v=${hash("sha256", body, "base64url").slice(0, 12)}`]),
);

/** The path of a file below where the assets are registered. A new version of a file has a new address. */
export function assetPath(name: SiteAsset): string {
  return paths.get(name) ?? "";
}

export const assetRoutes = siteAssetNames.map((name) => ["GET", `/assets/${name}`] as const);

export function registerAssets(scope: FastifyInstance): void {
  for (const [name, body] of bodies) {
    const file = new EncodedFile(body);
    scope.get(`/assets/${name}`, async (request, reply) => {
      reply.headers({ "cache-control": "public, max-age=31536000, immutable", vary: "Accept-Encoding" });
      reply.type(types[name.slice(name.lastIndexOf(".") + 1) as keyof typeof types]);
      if (!wantsGzip(request.headers["accept-encoding"], body.length)) return reply.send(body);
      return reply.header("content-encoding", "gzip").send(await file.gzipped());
    });
  }
}
