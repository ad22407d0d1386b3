/** Every public page that shows data, in the order of the site's header. */
import type { FastifyInstance } from "fastify";
import type { Shelf } from "../query/shelf.ts";
import { registerCoverage } from "./coverage/routes.ts";
import type { ExploreParts } from "./explore/parts.ts";
import { registerExplore } from "./explore/routes.ts";
import { KeptPages } from "./frame/kept-pages.ts";
import { registerSiteAssets } from "./frame/site.ts";
import { registerGamePages } from "./game/routes.ts";
import { registerStatus } from "./status/routes.ts";

export type PublicPages = ExploreParts & { readonly shelf: Shelf };

/**
 * @returns a function that makes the landing page ahead of time: the first drawing of pictures compiles what draws them, which
 * the first visitor would wait for.
 */
export function registerPublicPages(app: FastifyInstance, pages: PublicPages): () => Promise<void> {
  registerSiteAssets(app, pages.frame);
  const kept = new KeptPages();
  const makeLanding = registerExplore(app, pages);
  registerGamePages(app, pages);
  registerCoverage(app, { ...pages, kept });
  registerStatus(app, pages);
  return makeLanding;
}
