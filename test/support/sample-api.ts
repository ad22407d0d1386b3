/** The API over most of the start sample, published by the real publish: every sport, with consensus and venues. */
import type { FastifyInstance } from "fastify";
import { openGate } from "../../src/access/gate.ts";
import { createKey } from "../../src/access/keys/operator-keys.ts";
import { buildApp } from "../../src/api/app.ts";
import { openLog } from "../../src/api/log.ts";
import { type Database, openDatabase } from "../../src/database/engine.ts";
import type { FeedItem } from "../../src/feed/feed-item.ts";
import { importItems } from "../../src/ledger/import.ts";
import { publish } from "../../src/publish/publish.ts";
import { sampleRecords } from "../../src/sample/sample.ts";
import { openShelf, type Shelf } from "../../src/shelf/shelf.ts";
import { openTestAccess, plenty } from "./access.ts";
import { apiUrl, manageUrl } from "./api.ts";

export type SampleApi = {
  readonly database: Database;
  readonly shelf: Shelf;
  readonly app: FastifyInstance;
  readonly key: string;
  [Symbol.asyncDispose](): Promise<void>;
};

/** Only the last weeks of baseball are used, because its whole season is two thirds of the start sample. */
const baseballFrom = "2026-09-15";

function* items(): Generator<FeedItem> {
  for (const record of sampleRecords({ seed: 1, extent: "start" })) {
    const isDated = record.type === "game" || record.type === "quote";
    const isEarly = isDated && record.sport === "mlb" && (record.game_date as string) < baseballFrom;
    if (!isEarly) yield { record };
  }
}

export async function openSampleApi(databaseUrl = ":memory:"): Promise<SampleApi> {
  const database = await openDatabase(databaseUrl);
  const now = new Date();
  await importItems(database, items(), now.toISOString());
  await publish(database, { all: false, acceptRemovals: false, publishedAt: now.toISOString() });
  const { access, close } = await openTestAccess();
  const { key } = await createKey(access, { email: "reader@example.com", plan: "standard", ...plenty, now });
  const gate = openGate(access);
  const shelf = await openShelf(database);
  const app = buildApp({ shelf, gate, logger: openLog("silent"), manageUrl, apiUrl });
  return {
    database,
    shelf,
    app,
    key,
    async [Symbol.asyncDispose]() {
      await app.close();
      await gate.close();
      await close();
      await database.close();
    },
  };
}
