/** Most of the start sample, published by the real publish, behind the API: every sport, with consensus and venues. */
import assert from "node:assert/strict";
import type { FastifyInstance } from "fastify";
import { sampleRecords } from "../../sample/src/sample.ts";
import type { Gate } from "../../src/access/gate.ts";
import { createKey } from "../../src/access/keys/account-keys.ts";
import type { SignIn } from "../../src/access/people/sign-in.ts";
import type { Settings } from "../../src/config/settings.ts";
import { type Database, openDatabase } from "../../src/database/engine.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import { importItems } from "../../src/ledger/import.ts";
import { publish } from "../../src/publish/publish.ts";
import type { Shelf } from "../../src/query/shelf.ts";
import { openServer } from "../../src/serve/open-server.ts";
import { openTestAccess, plenty } from "./access.ts";
import { siteConfig } from "./api.ts";
import { type Copy, openCopyOf } from "./made-once.ts";
import { publishSmallSample } from "./small-sample.ts";

export type SampleApi = {
  readonly database: Database;
  readonly shelf: Shelf;
  readonly app: FastifyInstance;
  readonly key: string;
  readonly access: Database;
  readonly gate: Gate;
  readonly signIn: SignIn;
  [Symbol.asyncDispose](): Promise<void>;
};

/** The last weeks of baseball are enough: its whole season is two thirds of the start sample. */
const baseballFrom = "2026-09-15";

function* items(): Generator<FeedItem> {
  for (const record of sampleRecords({ seed: 1, extent: "start" })) {
    const isDated = record.type === "game" || record.type === "quote";
    const isEarly = isDated && record.sport === "mlb" && (record.game_date as string) < baseballFrom;
    if (!isEarly) yield { record };
  }
}

function* allItems(): Generator<FeedItem> {
  for (const record of sampleRecords({ seed: 1, extent: "full" })) yield { record };
}

async function fill(database: Database, given = items()): Promise<void> {
  const now = new Date().toISOString();
  await importItems(database, given, now);
  const report = await publish(database, { all: false, acceptRemovals: false, publishedAt: now });
  assert.deepEqual([report.refused, report.withheld], [[], []], "every final of the sample has all that it needs");
}

/**
 * @param postgresUrl a new database of PostgreSQL that is to have the sample; otherwise it is in a file of SQLite.
 * @param access accounts that are open already, and that the caller closes.
 */
export async function openSampleApi(
  postgresUrl: string | null = null,
  settings: Settings = {},
  access: Database | null = null,
): Promise<SampleApi> {
  const facts =
    postgresUrl === null ? openCopyOf("start-sample", (database) => fill(database)) : filledPostgres(postgresUrl);
  return openApiOf(facts, settings, access);
}

/** The first games of two seasons of every sport, behind the API. */
export function openSmallSampleApi(): Promise<SampleApi> {
  return openSampleOf(8);
}

/** @param games of each of two seasons of every sport. */
export function openSampleOf(games: number): Promise<SampleApi> {
  const name = games === 8 ? "small-sample" : `sample-of-${games}`;
  return openApiOf(
    openCopyOf(name, (database) => publishSmallSample(database, games)),
    {},
  );
}

/** Every season of the sample, 27,500 games, behind the API: for long runs, since making it takes minutes. */
export function openFullSampleApi(): Promise<SampleApi> {
  return openApiOf(
    openCopyOf("full-sample", (database) => fill(database, allItems())),
    {},
  );
}

async function openApiOf(
  opening: Promise<Pick<Copy, "database" | "close">>,
  settings: Settings,
  given: Database | null = null,
): Promise<SampleApi> {
  const { database: facts, close: closeFacts } = await opening;
  const { access, close } = given === null ? await openTestAccess() : { access: given, close: async () => {} };
  const now = new Date();
  const server = await openServer(siteConfig(settings), { databases: { facts, access } });
  const { key } = await createKey(access, { email: "reader@example.com", plan: "standard", ...plenty, now });
  return {
    database: facts,
    shelf: server.shelf,
    app: server.app,
    key,
    access,
    gate: server.gate,
    signIn: server.signIn,
    async [Symbol.asyncDispose]() {
      await server.close();
      await close();
      await closeFacts();
    },
  };
}

async function filledPostgres(url: string): Promise<Pick<Copy, "database" | "close">> {
  const database = await openDatabase(url);
  await fill(database);
  return { database, close: () => database.close() };
}
