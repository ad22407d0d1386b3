/** Every public page that shows data, in the order of the site's header, and the proof of the files. */
import type { FastifyInstance } from "fastify";
import type { Shelf } from "../query/shelf.ts";
import { clientsPages } from "./clients/routes.ts";
import { coveragePage } from "./coverage/page.ts";
import { type DownloadSite, downloads } from "./download/routes.ts";
import type { ExploreSite } from "./explore/question.ts";
import { explorer, startAgain } from "./explore/routes.ts";
import { findPage } from "./find/routes.ts";
import { assetFiles } from "./frame/assets.ts";
import { type Page, registerSitePages, unchangingFiles } from "./frame/recipe.ts";
import { gamePages } from "./game/routes.ts";
import { gradePages } from "./grade/routes.ts";
import { proofFiles } from "./proof/routes.ts";
import { rulesPage } from "./rules/routes.ts";
import { setCard } from "./share/routes.ts";
import { slatePages } from "./slate/page.ts";
import { statusPage } from "./status/routes.ts";
import { teamPages } from "./team/page.ts";

type PublicSite = ExploreSite & DownloadSite & { readonly shelf: Shelf };

/** Every page that shows data, with the addresses that it has. */
export function publicPages(): readonly Page<PublicSite>[] {
  return [
    ...[explorer, startAgain, setCard, ...gamePages, ...slatePages, ...teamPages, findPage, coveragePage],
    ...[...gradePages(), ...downloads, statusPage, rulesPage, proofFiles, ...clientsPages],
  ];
}

export function registerPublicPages(app: FastifyInstance, site: PublicSite): void {
  registerSitePages(app, site, unchangingFiles(assetFiles));
  app.register(async (scope) => {
    // A page may tell of every season.
    scope.addHook("onRequest", () => site.shelf.whole());
    registerSitePages(scope, site, publicPages());
  });
}
