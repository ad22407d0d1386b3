/** An API over a database in memory. Tests request URLs without a socket. */
import type { FastifyInstance } from "fastify";
import type { DestinationStream } from "pino";
import { withClock } from "../../src/access/counting/runtime.ts";
import { openGate } from "../../src/access/gate.ts";
import { createKey } from "../../src/access/keys/operator-keys.ts";
import { buildApp } from "../../src/api/app.ts";
import { openLog } from "../../src/api/log.ts";
import { type Database, openDatabase } from "../../src/database/engine.ts";
import { openShelf, type Shelf } from "../../src/shelf/shelf.ts";
import { openTestAccess, plenty } from "./access.ts";
import { type GameSketch, publishGames, publishTeams } from "./archive.ts";

export const manageUrl = "https://manage.example/keys";
/** Where the API is when the management page is there. */
export const apiUrl = "https://manage.example";

export type TestApi = {
  readonly database: Database;
  /** Accounts and keys. */
  readonly access: Database;
  readonly shelf: Shelf;
  readonly app: FastifyInstance;
  readonly key: string;
  /** Moves the gate's clock forward. */
  passMs(elapsedMs: number): void;
  get(url: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  [Symbol.asyncDispose](): Promise<void>;
};

export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect; the shapes are checked where it matters
  readonly body: any;
};

export async function openApi(
  games: readonly GameSketch[] = [],
  options: { readonly isSample?: boolean; readonly log?: DestinationStream } = {},
): Promise<TestApi> {
  const database = await openDatabase(":memory:");
  for (const sport of ["nfl", "nba", "mlb"] as const) await publishTeams(database, sport);
  if (games.length > 0) await publishGames(database, games, options);
  const shelf = await openShelf(database);
  const { access, close } = await openTestAccess();
  let aheadMs = 0;
  const gate = openGate(
    access,
    withClock(() => Date.now() + aheadMs),
  );
  const logger = options.log === undefined ? openLog("silent") : openLog("info", options.log);
  const app = buildApp({ shelf, gate, logger, manageUrl, apiUrl });
  const { key } = await createKey(access, {
    email: "reader@example.com",
    plan: "standard",
    ...plenty,
    now: new Date(),
  });
  return {
    database,
    access,
    shelf,
    app,
    key,
    passMs(elapsedMs) {
      aheadMs += elapsedMs;
    },
    get: (url, headers = { authorization: `Bearer ${key}` }) => send(app, "GET", url, headers),
    async [Symbol.asyncDispose]() {
      await app.close();
      await gate.close();
      await close();
      await database.close();
    },
  };
}

/**
 * Every request comes from its own address, because many tests send wrong keys, and those addresses are slowed down.
 */
let addresses = 0;

export async function send(
  app: FastifyInstance,
  method: string,
  url: string,
  headers: Readonly<Record<string, string>> = {},
  payload?: string,
): Promise<Answer> {
  const answer = await app.inject({
    method: method as "GET",
    url,
    headers: { ...headers },
    remoteAddress: `10.${(++addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`,
    ...(payload === undefined ? {} : { payload }),
  });
  const isJson = answer.headers["content-type"] === "application/json; charset=utf-8" && answer.body !== "";
  return {
    status: answer.statusCode,
    headers: answer.headers as Record<string, string | undefined>,
    text: answer.body,
    body: isJson ? JSON.parse(answer.body) : null,
  };
}

/** Follows the cursors of a list and returns every row. Stops after more pages than there can be. */
export async function walk(api: TestApi, url: string, limit: number): Promise<{ rows: unknown[]; pages: number[] }> {
  const rows: unknown[] = [];
  const pages: number[] = [];
  let cursor: string | null = null;
  do {
    const answer: Answer = await api.get(`${url}&limit=${limit}${cursor === null ? "" : `&cursor=${cursor}`}`);
    if (answer.status !== 200) throw new Error(`${url}: ${answer.text}`);
    rows.push(...answer.body.data);
    pages.push(answer.body.meta.count);
    cursor = answer.body.next_cursor;
  } while (cursor !== null && pages.length < 10_000);
  return { rows, pages };
}
