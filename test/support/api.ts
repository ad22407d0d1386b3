/** A whole server over a database in memory, driven by URL without a socket. */
import assert from "node:assert/strict";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import inject, { type InjectOptions, type Response } from "light-my-request";
import type { DestinationStream } from "pino";
import { afterAll } from "vitest";
import { createKey } from "../../src/access/keys/account-keys.ts";
import { usageOf } from "../../src/access/usage.ts";
import { type Config, readConfig } from "../../src/config/config.ts";
import type { Settings } from "../../src/config/settings.ts";
import { type Database, openDatabase } from "../../src/database/engine.ts";
import type { FeedRecord } from "../../src/feed/records.ts";
import type { Shelf } from "../../src/query/shelf.ts";
import { openServerLog } from "../../src/serve/log.ts";
import { openServer, type ServerOptions } from "../../src/serve/open-server.ts";
import { openTestAccess, plenty, withClock } from "./access.ts";
import { type GameSketch, publishGames, publishTeams } from "./archive.ts";
import { Page } from "./document.ts";
import { publishRecords } from "./records.ts";

const email = "reader@example.com";
export const manageUrl = "https://manage.example/keys";
/** Where the API is when the management page is there. */
export const apiUrl = "https://manage.example";

/** Settings of servers that tests put together: a public address that is not their own, and a port that is free. */
export function siteConfig(settings: Settings = {}): Config {
  return readConfig({
    PORT: "0",
    LOG_LEVEL: "silent",
    MANAGE_URL: manageUrl,
    SESSION_SECRET: "a secret of at least 32 characters",
    ...settings,
  });
}

export type TestApi = Awaited<ReturnType<typeof openApi>>;

export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect; the shapes are checked where it matters
  readonly body: any;
};

/** A database that is opened for a test. */
export type Copy = { readonly path: string; readonly database: Database; close(): Promise<void> };

export type ApiOptions = {
  readonly isSample?: boolean;
  readonly settings?: Settings;
  /** What is published already, in the place of games. */
  readonly facts?: Copy;
  /** Where the log goes, from the moment on when the server is put together. */
  readonly log?: DestinationStream;
  /** Accounts that are open already, and that the caller closes. */
  readonly access?: Database;
  /** The gate's clock, in epoch milliseconds; this machine's otherwise. */
  readonly clockMs?: () => number;
} & Pick<ServerOptions, "gate" | "health" | "onMissedFile">;

export async function openApi(
  games: readonly GameSketch[] = [],
  { isSample = false, settings, facts, log, access: givenAccess, clockMs = Date.now, ...given }: ApiOptions = {},
) {
  const database = facts?.database ?? (await openDatabase(":memory:"));
  if (facts === undefined) for (const sport of ["nfl", "nba", "mlb"] as const) await publishTeams(database, sport);
  if (games.length > 0) await publishGames(database, games, { isSample });
  const { access, close } = givenAccess === undefined ? await openTestAccess() : { access: givenAccess, close: null };
  let aheadMs = 0;
  let isOpen = false;
  const write = (line: string): void => {
    if (isOpen) log?.write(line);
  };
  const server = await openServer(siteConfig(settings), {
    databases: { facts: database, access },
    runtime: withClock(() => clockMs() + aheadMs),
    log: log === undefined ? openServerLog("silent") : openServerLog("info", { write }),
    ...given,
  });
  isOpen = true;
  const { app, gate, shelf, signIn } = server;
  const { key } = await createKey(access, {
    email,
    plan: "standard",
    ...plenty,
    now: new Date(),
  });
  return {
    database,
    /** Accounts and keys. */
    access,
    shelf,
    gate,
    signIn,
    app,
    key,
    /** Moves the gate's clock on. */
    passMs(elapsedMs: number) {
      aheadMs += elapsedMs;
    },
    /** Listens on a free port. @returns the address, such as `http://127.0.0.1:4711`. */
    listen: () => server.listen(),
    /** How many requests the quota has counted of an account; of the one that has `key` without an address. */
    async used(of = email): Promise<number> {
      await gate.settle();
      const usage = await usageOf(access, of, new Date(clockMs() + aheadMs));
      return usage?.account.requestsUsed ?? assert.fail(`${of} has no account`);
    },
    get: (
      url: string,
      headers: Readonly<Record<string, string>> = { authorization: `Bearer ${key}` },
    ): Promise<Answer> => send(app, "GET", url, headers),
    async [Symbol.asyncDispose]() {
      await server.close();
      await close?.();
      await (facts ?? database).close();
    },
  };
}

/** The same, where these records are published by the real import and publish. */
export async function openPublished(records: readonly FeedRecord[], options: ApiOptions = {}): Promise<TestApi> {
  const api = await openApi([], options);
  await publishRecords(api, records);
  return api;
}

/** Closes what a file opens for all of its tests, after the last of them. */
export function closedAfterAll<Opened extends AsyncDisposable>(opened: Opened): Opened {
  afterAll(() => opened[Symbol.asyncDispose]());
  return opened;
}

/** Every request comes from an address of its own: tests with wrong keys are many, and those are slowed down. */
let addresses = 0;

export async function send(
  app: FastifyInstance,
  method: string,
  url: string,
  headers: Readonly<Record<string, string>> = {},
  payload?: string,
): Promise<Answer & { /** What a browser makes of the text. */ readonly page: Page }> {
  const answer = await askApp(app, {
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
    get page() {
      return new Page(answer.body);
    },
  };
}

/** Has the answers of single games fail from now on. */
export function breakGames({ current }: Shelf, error: Error): void {
  for (const season of Object.values(current.sports).flatMap(({ seasons }) => seasons)) {
    Object.defineProperty(season, "texts", {
      get() {
        throw error;
      },
    });
  }
}

/** Every row of a list, by following its cursors. All pages but the last are full, and no page behind another is empty. */
export async function walk(api: TestApi, url: string, limit: number): Promise<{ rows: unknown[]; pages: number[] }> {
  const rows: unknown[] = [];
  const pages: number[] = [];
  let cursor: string | null = null;
  do {
    const { status, body, text }: Answer = await api.get(
      `${url}&limit=${limit}${cursor === null ? "" : `&cursor=${cursor}`}`,
    );
    assert.equal(status, 200, `${url}: ${text}`);
    assert.equal(body.meta.count, body.data.length);
    assert.ok(body.next_cursor === null || body.data.length === limit, `${url}: a page is not full`);
    assert.ok(cursor === null || body.data.length > 0, `${url}: the last page is empty`);
    rows.push(...body.data);
    pages.push(body.data.length);
    cursor = body.next_cursor;
  } while (cursor !== null && pages.length < 10_000);
  return { rows, pages };
}

export async function askApp(app: FastifyInstance, options: InjectOptions): Promise<Response> {
  await app.ready();
  const dispatch = (request: IncomingMessage, response: ServerResponse) => {
    app.server.emit("request", request, response);
  };
  return withWholeHead(await inject(dispatch as unknown as Parameters<typeof inject>[0], options));
}

/** The headers as they would stand on the wire: the injection does not look at those that are given to `writeHead`. */
function withWholeHead(response: Response): Response {
  const { _header: head } = response.raw.res as unknown as { _header: string };
  const headers: Record<string, string | string[]> = {};
  for (const line of head.split("\r\n").slice(1)) {
    const colon = line.indexOf(": ");
    if (colon === -1) continue;
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 2);
    const before = headers[name];
    headers[name] = before === undefined ? value : [before, value].flat();
  }
  return Object.assign(response, { headers });
}
