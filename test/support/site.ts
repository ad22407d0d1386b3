/** Builds the server as `serve` does: the API and the pages for people. */
import { openSignIn } from "../../src/access/people/sign-in.ts";
import { registerDocs } from "../../src/web/docs/routes.ts";
import { registerManage } from "../../src/web/manage/routes.ts";
import { manageUrl, openApi, type TestApi } from "./api.ts";

const secret = "a secret of at least 32 characters";

export async function openSite(...options: Parameters<typeof openApi>): Promise<TestApi> {
  const site = await openApi(...options);
  const { access } = site;
  const signIn = openSignIn(access, { manageUrl, secret, send: null, onUnsent: () => {}, onFailure: () => {} });
  registerDocs(site.app);
  registerManage(site.app, {
    access,
    signIn,
    billing: null,
    manageUrl,
    apiUrl: new URL(manageUrl).origin,
    showsLinks: false,
    csrfSecret: secret,
  });
  return site;
}
