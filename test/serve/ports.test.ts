/** A port belongs to one server, which a signal ends in good order, and a second one at once. */
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, test } from "vitest";
import { ListenFailure } from "../../src/serve/listen-failure.ts";
import { openServer } from "../../src/serve/open-server.ts";
import { siteConfig } from "../support/api.ts";
import { startEngine, type TestEngine } from "../support/engines.ts";
import { type Caller, startLoad } from "../support/load.ts";
import { fillForLoad } from "../support/load-archive.ts";
import { startServing } from "../support/serving-process.ts";
import { until } from "../support/until.ts";
import { long } from "../support/volume.ts";

const mostMs = 10_000;
let engine: TestEngine;
let databaseUrl: string;
let caller: Caller;

beforeAll(async () => {
  engine = await startEngine("postgres");
  databaseUrl = await engine.freshUrl();
  const { callers } = await fillForLoad(databaseUrl, { games: 300 });
  caller = callers[0] as Caller;
});
afterAll(() => engine.close());

const isTaken = (error: unknown): boolean => error instanceof ListenFailure && error.isTaken;

test("a port at which a server listens is taken for another one", async () => {
  const serving = startServing({ DATABASE_URL: databaseUrl });
  try {
    const PORT = new URL(await serving.url).port;
    await assert.rejects(openServer(siteConfig({ DATABASE_URL: databaseUrl, PORT })), isTaken);
  } finally {
    await serving.close();
  }
});

test("one signal lets answers under way finish, and every line of their log is whole", long, async () => {
  const serving = startServing({ DATABASE_URL: databaseUrl, LOG_LEVEL: "info" });
  try {
    const url = await serving.url;
    const load = startLoad(
      url,
      Array.from({ length: 16 }, () => caller),
      () => "/v1/games?sport=nfl&limit=100",
    );
    await until(() => load.asked.length >= 300, "three hundred requests came to an end");
    const begunMs = performance.now();
    serving.signal("SIGTERM");
    assert.deepEqual(await serving.ended, { code: 0, signal: null }, serving.screen());
    assert.ok(performance.now() - begunMs < mostMs);
    const asked = await load.stop();
    assert.deepEqual([...new Set(asked.map(({ status }) => status))].sort(), [200, null]);
    const lines = serving.screen().trimEnd().split("\n");
    const entries = lines.map((line) => JSON.parse(line) as { readonly msg: string });
    const answered = entries.filter(({ msg }) => msg === "answered").length;
    assert.ok(answered >= asked.filter(({ status }) => status === 200).length, `${answered} lines`);
    assert.equal(entries.filter(({ msg }) => msg.startsWith("Gradeline serves")).length, 1);
  } finally {
    await serving.close();
  }
});

test("a second signal ends a server at once", long, async () => {
  const serving = startServing({ DATABASE_URL: databaseUrl, DRAIN_SECONDS: "5" });
  try {
    const url = await serving.url;
    serving.signal("SIGTERM");
    await until(async () => (await fetch(`${url}/readyz`)).status === 503, "it is about to end");
    assert.equal(serving.end(), null);
    // Two signals within 0.3 s are one: a terminal and a parent process may both send it.
    await sleep(400);
    serving.signal("SIGTERM");
    assert.deepEqual(await serving.ended, { code: 143, signal: null });
  } finally {
    await serving.close();
  }
});
