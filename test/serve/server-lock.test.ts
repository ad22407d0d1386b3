/** On SQLite one server answers at a time, and a port belongs to one server. */
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { test } from "vitest";
import { ListenFailure } from "../../src/serve/address.ts";
import { openServer } from "../../src/serve/open-server.ts";
import { holdServerLock } from "../../src/serve/server-lock.ts";
import { openTestAccess } from "../support/access.ts";
import { siteConfig } from "../support/api.ts";
import { startEngine } from "../support/engines.ts";
import { startServing } from "../support/process.ts";

test("a second server waits for the first, and says what it needs when the first goes on", async () => {
  const { access, close } = await openTestAccess();
  const first = await holdServerLock(access, 0);
  const waiting = holdServerLock(access, 0);
  first.release();
  (await waiting).release();
  const held = await holdServerLock(access, 0);
  await assert.rejects(
    holdServerLock(access, -10).finally(() => held.release()),
    /another server answers from .*: with SQLite there is one; several need PostgreSQL/,
  );
  await close();
});

test("a lock that cannot be made, as on a full disk, is told at once and in one line", async () => {
  const { access, close } = await openTestAccess();
  const path = `${access.url}-server`;
  mkdirSync(path);
  await assert.rejects(holdServerLock(access, 0), {
    name: "DatabaseError",
    message: `the database ${path} cannot be used: unable to open database file`,
  });
  await close();
});

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
