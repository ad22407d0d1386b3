/** A port belongs to one server. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { ListenFailure } from "../../src/serve/address.ts";
import { openServer } from "../../src/serve/open-server.ts";
import { siteConfig } from "../support/api.ts";
import { startEngine } from "../support/engines.ts";
import { startServing } from "../support/process.ts";

const isTaken = (error: unknown): boolean => error instanceof ListenFailure && /is in use/.test(error.message);

test("a port at which a server listens is taken for another one", async () => {
  const engine = await startEngine("postgres");
  const databaseUrl = await engine.freshUrl();
  const serving = startServing({ DATABASE_URL: databaseUrl });
  try {
    const PORT = new URL(await serving.url).port;
    await assert.rejects(openServer(siteConfig({ DATABASE_URL: databaseUrl, PORT })), isTaken);
  } finally {
    await serving.close();
    await engine.close();
  }
});
