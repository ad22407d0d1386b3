/** Every public page that shows data, in the order of the site's header, and the proof of the files. */
import type { FastifyInstance } from "fastify";
import type { Shelf } from "../query/shelf.ts";
import { clientsPages } from "./clients/routes.ts";
import { registerCoverage } from "./coverage/routes.ts";
import { type DownloadSite, downloads } from "./download/routes.ts";
import type { ExploreParts } from "./explore/question.ts";
import { registerExplore } from "./explore/routes.ts";
import { registerFind } from "./find/routes.ts";
import { type Page, registerSitePages } from "./frame/recipe.ts";
import { registerSiteAssets } from "./frame/site.ts";
import { registerGamePages } from "./game/routes.ts";
import { registerGrade } from "./grade/routes.ts";
import { proofFiles } from "./proof/routes.ts";
import { setCard } from "./share/routes.ts";
import { registerSlate } from "./slate/routes.ts";
import { statusPage } from "./status/routes.ts";
import { registerTeams } from "./team/routes.ts";

type PublicSite = ExploreParts & DownloadSite & { readonly shelf: Shelf };

/** Every page that shows data, with the addresses that it has. */
const publicPages: readonly Page<PublicSite>[] = [setCard, ...downloads, statusPage, proofFiles, ...clientsPages];

/**
 * @returns a function that makes the landing page ahead of time: the first drawing of pictures compiles what draws them, which
 * the first visitor would wait for.
 */
export function registerPublicPages(app: FastifyInstance, pages: PublicSite): () => Promise<void> {
  registerSiteAssets(app, pages.frame);
  let makeLanding = async (): Promise<void> => {};
  app.register(async (scope) => {
    // A page may tell of every season.
    scope.addHook("onRequest", () => pages.shelf.whole());
    makeLanding = registerExplore(scope, pages);
    registerGamePages(scope, pages);
    registerSlate(scope, pages);
    registerTeams(scope, pages);
    registerFind(scope, pages);
    registerCoverage(scope, pages);
    registerGrade(scope, pages);
    registerSitePages(scope, pages, publicPages);
  });
  return async () => {
    await pages.shelf.whole();
    await makeLanding();
  };
}
