/** What pages are given of a site, where a test is not about it: nobody is signed in, and nobody is too fast. */
import { Computing } from "../../src/query/computing.ts";
import { emptySnapshot } from "../../src/query/load.ts";
import { KeptPages } from "../../src/web/frame/kept-pages.ts";
import { noLinks } from "../../src/web/frame/page.ts";
import type { PageSite } from "../../src/web/frame/recipe.ts";

/** @param address without a slash at its end. */
export function pageSite(address = "http://127.0.0.1:8080"): PageSite {
  return {
    apiUrl: address,
    exploreSeasons: "all",
    frame: { links: noLinks, manageUrl: `${address}/manage`, isSample: () => false },
    shelf: { current: emptySnapshot, computing: new Computing() },
    kept: new KeptPages(),
    limit: async () => true,
    memberOf: async () => null,
  };
}
