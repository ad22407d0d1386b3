/** What pages are given of a site, where a test is not about it; and the docs by themselves. */
import { errorsOf } from "../../src/api/openapi/components.ts";
import { Computing } from "../../src/query/computing.ts";
import { emptySnapshot } from "../../src/query/load.ts";
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
  return { ...site, frame: { ...site.frame, links }, errorsOf: (endpoint) => errorsOf(endpoint, manageUrl) };
}
