/** The pages of games on a server without a socket, open to everybody, with what the API says beside them. */
import fastify from "fastify";
import { type Database, openDatabase } from "../../src/database/engine.ts";
import type { FeedRecord } from "../../src/feed/records.ts";
import { openShelf } from "../../src/query/shelf.ts";
import { registerSitePages } from "../../src/web/frame/recipe.ts";
import { gamePages, type GameSite as Site } from "../../src/web/game/routes.ts";
import { openAsker } from "../release/every-answer.ts";
import { askApp } from "./api.ts";
import { Page } from "./document.ts";
import { pageSite } from "./page-site.ts";
import { publishInto } from "./records.ts";

export const siteUrl = "https://lines.example";

export type GameSite = Awaited<ReturnType<typeof openGameSite>>;

export async function openGameSite(fill: (database: Database) => Promise<void>, given: Partial<Site> = {}) {
  const database = await openDatabase(":memory:");
  await fill(database);
  const shelf = await openShelf(database);
  const asker = await openAsker();
  const api = asker.appOf(shelf);
  const app = fastify({ routerOptions: { maxParamLength: 500 } });
  const site = { ...pageSite(siteUrl), shelf };
  registerSitePages(app, { ...site, ...given }, gamePages);
  await app.ready();
  const get = (url: string, headers: Readonly<Record<string, string>> = {}) =>
    askApp(app, { method: "GET", url, headers: { ...headers } });
  return {
    database,
    shelf,
    app,
    get,
    /** Rows of the API, as callers get them. */
    async rows<Row>(path: string, query = ""): Promise<readonly Row[]> {
      const { status, text } = await asker.ask(api, `/v1${path}?${query}`);
      if (status !== 200) throw new Error(`${path}?${query}: ${text}`);
      const { data } = JSON.parse(text.slice(text.indexOf("{"))) as { data: Row | readonly Row[] };
      return [data].flat() as readonly Row[];
    },
    async page(url: string) {
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
