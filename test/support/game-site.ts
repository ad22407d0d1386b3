/** The pages of games on a server without a socket, open to everybody, with what the API says beside them. */
import fastify, { type FastifyInstance } from "fastify";
import { type Database, openDatabase } from "../../src/database/engine.ts";
import type { FeedRecord } from "../../src/feed/records.ts";
import { openShelf, type Shelf } from "../../src/query/shelf.ts";
import { registerSitePages } from "../../src/web/frame/recipe.ts";
import { gamePages, type GameSite as Site } from "../../src/web/game/routes.ts";
import { openAsker } from "../release/every-answer.ts";
import { askApp } from "./api.ts";
import { Page } from "./document.ts";
import { pageSite } from "./page-site.ts";
import { publishInto } from "./records.ts";

export const siteUrl = "https://lines.example";

export type GameSite = {
  readonly database: Database;
  readonly shelf: Shelf;
  readonly app: FastifyInstance;
  /** Rows of the API, as callers get them. */
  rows<Row>(path: string, query?: string): Promise<readonly Row[]>;
  get(url: string, headers?: Readonly<Record<string, string>>): ReturnType<typeof askApp>;
  page(url: string): Promise<Page>;
  [Symbol.asyncDispose](): Promise<void>;
};

export async function openGameSite(
  fill: (database: Database) => Promise<void>,
  given: Partial<Site> = {},
): Promise<GameSite> {
  const database = await openDatabase(":memory:");
  await fill(database);
  const shelf = await openShelf(database);
  const asker = await openAsker();
  const api = asker.appOf(shelf);
  const app = fastify({ routerOptions: { maxParamLength: 500 } });
  const site = { ...pageSite(siteUrl), shelf };
  registerSitePages(app, { ...site, ...given }, gamePages);
  await app.ready();
  const get: GameSite["get"] = (url, headers = {}) => askApp(app, { method: "GET", url, headers: { ...headers } });
  return {
    database,
    shelf,
    app,
    get,
    async rows<Row>(path: string, query = "") {
      const { status, text } = await asker.ask(api, `/v1${path}?${query}`);
      if (status !== 200) throw new Error(`${path}?${query}: ${text}`);
      const { data } = JSON.parse(text.slice(text.indexOf("{"))) as { data: Row | readonly Row[] };
      return [data].flat() as readonly Row[];
    },
    async page(url) {
      const { statusCode, body } = await get(url);
      if (statusCode !== 200) throw new Error(`${url}: ${statusCode} ${body}`);
      return new Page(body);
    },
    async [Symbol.asyncDispose]() {
      await app.close();
      await api.close();
      await asker.close();
      await database.close();
    },
  };
}

/** What fills a site with these records. */
export function publishing(records: readonly FeedRecord[]) {
  return (database: Database): Promise<void> => publishInto(database, records);
}
