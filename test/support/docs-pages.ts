/** The docs by themselves, without the rest of a server. */
import { openApiDocument } from "../../src/api/openapi/document.ts";
import type { OpenApi } from "../../src/web/docs/open-api.ts";
import { pagesOf } from "../../src/web/docs/pages.ts";
import type { DocsSite } from "../../src/web/docs/routes.ts";
import { noLinks, type OperatorLinks } from "../../src/web/frame/page.ts";
import { pageSite } from "./page-site.ts";

export function docsOptions(links: OperatorLinks = noLinks): DocsSite {
  const site = pageSite();
  const { manageUrl } = site.frame;
  const openApi = () => openApiDocument({ manageUrl, apiUrl: new URL(manageUrl).origin });
  return { ...site, frame: { ...site.frame, links }, openApi };
}

/** Every page of the docs, those of the endpoints too. */
export const allDocsPages = pagesOf(docsOptions().openApi() as OpenApi);
