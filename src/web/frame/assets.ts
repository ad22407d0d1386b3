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
export const siteAssetNames = [
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

export type Assets<Name extends string> = {
  /** The path of each file below where the assets are registered. A new version of a file has a new address. */
  readonly paths: Readonly<Record<Name, string>>;
  readonly bodies: Readonly<Record<Name, Buffer>>;
};

/** @param names style sheets of src/web/styles, and other files of src/web/assets. */
export function readAssets<Name extends string>(names: readonly Name[]): Assets<Name> {
  const bodies = recordOf(names, (name) =>
    readFileSync(join(import.meta.dirname, name.endsWith(".css") ? "../styles" : "../assets", name)),
  );
  const digest = (name: Name) => hash("sha256", bodies[name], "base64url").slice(0, 12);
  return { bodies, paths: recordOf(names, (name) => `/assets/${name}?v=${digest(name)}`) };
}

export const assetRoutes = (names: readonly string[]) => names.map((name) => ["GET", `/assets/${name}`] as const);

export function registerAssets<Name extends string>(scope: FastifyInstance, { bodies }: Assets<Name>): void {
  for (const [name, body] of Object.entries<Buffer>(bodies)) {
    const file = new EncodedFile(body);
    scope.get(`/assets/${name}`, async (request, reply) => {
      reply.headers({ "cache-control": "public, max-age=31536000, immutable", vary: "Accept-Encoding" });
      reply.type(types[name.slice(name.lastIndexOf(".") + 1) as keyof typeof types]);
      if (!wantsGzip(request.headers["accept-encoding"], body.length)) return reply.send(body);
      return reply.header("content-encoding", "gzip").send(await file.gzipped());
    });
  }
}

function recordOf<Name extends string, Value>(names: readonly Name[], make: (name: Name) => Value) {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Value>;
}
