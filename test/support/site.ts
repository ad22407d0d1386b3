/** The server as `serve` puts it together: the API and the pages for people. */
import { registerDocs } from "../../src/web/docs-routes.ts";
import { openApi, type TestApi } from "./api.ts";

export async function openSite(...options: Parameters<typeof openApi>): Promise<TestApi> {
  const site = await openApi(...options);
  registerDocs(site.app);
  return site;
}
