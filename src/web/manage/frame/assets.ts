/** The style sheet, the script and the icon of the management page. */
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";

const types = {
  "manage.css": "text/css; charset=utf-8",
  "manage.js": "text/javascript; charset=utf-8",
  "icon.svg": "image/svg+xml",
} as const;

type AssetName = keyof typeof types;
export type ManageAssets = {
  /** The path below the management page. It carries a digest of the content, so a new version has a new address. */
  readonly paths: Readonly<Record<AssetName, string>>;
  readonly bodies: Readonly<Record<AssetName, Buffer>>;
};

const names = Object.keys(types) as AssetName[];

export const assetRoutes = names.map((name) => ["GET", `/assets/${name}`] as const);

export function readManageAssets(): ManageAssets {
  const bodies = Object.fromEntries(
    names.map((name) => [name, readFileSync(join(import.meta.dirname, "../../assets", name))]),
  ) as Record<AssetName, Buffer>;
  const paths = Object.fromEntries(
    names.map((name) => [name, `/assets/${name}?v=${hash("sha256", bodies[name], "base64url").slice(0, 12)}`]),
  ) as Record<AssetName, string>;
  return { paths, bodies };
}

export function registerManageAssets(scope: FastifyInstance, { bodies }: ManageAssets): void {
  for (const name of names) {
    scope.get(`/assets/${name}`, (_request, reply) =>
      reply.header("cache-control", "public, max-age=31536000, immutable").type(types[name]).send(bodies[name]),
    );
  }
}
