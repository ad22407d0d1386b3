/** What pages are given of a site, where a test is not about it; and the docs by themselves. */
import { openApiDocument } from "../../src/api/openapi/document.ts";
import { Computing } from "../../src/query/computing.ts";
import { emptySnapshot } from "../../src/query/load.ts";
import type { OpenApi } from "../../src/web/docs/open-api.ts";
import { pagesOf } from "../../src/web/docs/pages.ts";
import type { DocsSite } from "../../src/web/docs/routes.ts";
import { KeptPages } from "../../src/web/frame/kept-pages.ts";
import { noLinks, type OperatorLinks } from "../../src/web/frame/page.ts";
import type { PageSite } from "../../src/web/frame/recipe.ts";

/** @param address without a slash at its end. */
export function pageSite(address = "http://127.0.0.1:8080"): PageSite {
  return {
    apiUrl: address,
    exploreSeasons: "all",
    frame: { links: noLinks, manageUrl: `${address}/manage`, isSample: () => false },
    shelf: { current: emptySnapshot, computing: new Computing() },
    kept: new KeptPages(),
    allowances: { may: async () => true },
    memberOf: async () => null,
  };
}

export function docsOptions(links: OperatorLinks = noLinks): DocsSite {
  const site = pageSite();
  const { manageUrl } = site.frame;
  const openApi = () => openApiDocument({ manageUrl, apiUrl: new URL(manageUrl).origin });
  return { ...site, frame: { ...site.frame, links }, openApi };
}

/** Every page of the docs, those of the endpoints too. */
export const allDocsPages = pagesOf(docsOptions().openApi() as OpenApi);
