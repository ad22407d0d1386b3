/** Every public page that shows data, in the order of the site's header. */
import type { FastifyInstance } from "fastify";
import type { AskApi } from "./ask.ts";
import type { AskMissing } from "./coverage/missing-page.ts";
import { registerCoverage } from "./coverage/routes.ts";
import type { SiteFrame } from "./frame/page.ts";
import { registerSiteAssets } from "./frame/site.ts";
import { registerStatus } from "./status/routes.ts";

export type PublicPages = {
  readonly frame: SiteFrame;
  readonly ask: AskApi;
  /** Answers which games have no closing line. */
  readonly askMissing: AskMissing;
  /** Where callers reach the API, without a slash at its end. */
  readonly apiUrl: string;
};

export function registerPublicPages(app: FastifyInstance, pages: PublicPages): void {
  registerSiteAssets(app, pages.frame);
  registerCoverage(app, pages);
  registerStatus(app, pages);
}
