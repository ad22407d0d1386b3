/** The pages of games on a server without a socket, open to everybody, with what the API says beside them. */
import fastify, { type FastifyInstance } from "fastify";
import { parseHTML } from "linkedom";
import { openInside } from "../../src/api/inside.ts";
import { openDatabase } from "../../src/database/engine.ts";
import type { FeedRecord } from "../../src/feed/records.ts";
import { importItems } from "../../src/ledger/import.ts";
import { publish } from "../../src/publish/publish.ts";
import { openShelf } from "../../src/query/shelf.ts";
import type { AskApi } from "../../src/web/ask.ts";
import { type GamePagesDeps, registerGamePages } from "../../src/web/game/routes.ts";
import { noLinks } from "../../src/web/operator-links.ts";
import { askApp } from "./ask-app.ts";
import { keepDoubtedOf } from "./keep-doubted.ts";
import { items } from "./records.ts";

export const siteUrl = "https://lines.example";

export type GameSite = {
  readonly ask: AskApi;
  readonly app: FastifyInstance;
  /** Rows of the API, as callers get them. */
  rows<Row>(path: string, query?: string): Promise<readonly Row[]>;
  get(url: string, headers?: Readonly<Record<string, string>>): ReturnType<typeof askApp>;
  page(url: string): Promise<Page>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** As much of a document as tests read; the types of browsers are not those of this program. */
export type Node = {
  readonly textContent: string;
  readonly children: Iterable<Node>;
  getAttribute(name: string): string | null;
  querySelector(selector: string): Node | null;
  querySelectorAll(selector: string): Iterable<Node>;
};

export type Page = {
  readonly html: string;
  readonly document: Pick<Node, "querySelector" | "querySelectorAll">;
  text(selector: string): string;
  texts(selector: string): readonly string[];
  /** The cells of the rows in the body of the table that the selector finds. */
  cells(selector: string): readonly (readonly string[])[];
};

export async function openGameSite(
  fill: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<void>,
  given: Partial<GamePagesDeps> = {},
): Promise<GameSite> {
  const database = await openDatabase(":memory:");
  await fill(database);
  const shelf = await openShelf(database);
  const ask: AskApi = openInside(shelf);
  const app = fastify({ routerOptions: { maxParamLength: 500 } });
  registerGamePages(app, {
    frame: { links: noLinks, manageUrl: `${siteUrl}/manage`, isSample: () => false },
    ...{ ask, apiUrl: siteUrl, exploreSeasons: "all" },
    memberOf: async () => null,
    limit: async () => true,
    ...given,
  });
  await app.ready();
  const get: GameSite["get"] = (url, headers = {}) => askApp(app, { method: "GET", url, headers: { ...headers } });
  return {
    ...{ ask, app, get },
    async rows<Row>(path: string, query = "") {
      const answer = await ask(path, query);
      if (!("data" in answer)) throw new Error(`${path}?${query}: ${answer.message}`);
      return (Array.isArray(answer.data) ? answer.data : [answer.data]) as readonly Row[];
    },
    async page(url) {
      const { statusCode, body } = await get(url);
      if (statusCode !== 200) throw new Error(`${url}: ${statusCode} ${body}`);
      return readPage(body);
    },
    async [Symbol.asyncDispose]() {
      await app.close();
      await database.close();
    },
  };
}

export function readPage(html: string): Page {
  const { document } = parseHTML(html) as unknown as { readonly document: Node };
  const textOf = (node: Node): string => node.textContent.replaceAll(/\s+/g, " ").trim();
  const texts = (selector: string) => [...document.querySelectorAll(selector)].map(textOf);
  return {
    ...{ html, document, texts },
    text: (selector) => texts(selector)[0] ?? "",
    cells: (selector) =>
      [...document.querySelectorAll(`${selector} tbody tr`)].map((row) => [...row.children].map(textOf)),
  };
}

/** Imports the records and publishes them; every record must be accepted. */
export function publishing(records: readonly FeedRecord[]) {
  return async (database: Awaited<ReturnType<typeof openDatabase>>): Promise<void> => {
    const at = "2026-06-01T12:00:00.000Z";
    const report = await importItems(database, items(...records), at);
    if (report.refused > 0) throw new Error(JSON.stringify(report.summary()));
    await keepDoubtedOf(database, records);
    await publish(database, { all: false, acceptRemovals: true, publishedAt: at });
  };
}
