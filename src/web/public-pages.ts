/** Every public page that shows data, in the order of the site's header. */
import type { FastifyInstance } from "fastify";
import type { AskApi } from "./ask.ts";
import type { SiteFrame } from "./frame/page.ts";
import { registerSiteAssets } from "./frame/site.ts";

export type PublicPages = {
  readonly frame: SiteFrame;
  readonly ask: AskApi;
  /** Where callers reach the API, without a slash at its end. */
  readonly apiUrl: string;
};

export function registerPublicPages(app: FastifyInstance, { frame }: PublicPages): void {
  registerSiteAssets(app, frame);
}
