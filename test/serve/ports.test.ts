/** A port belongs to one server, however many threads listen at it. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, test } from "vitest";
import { findPort } from "../../src/serve/address.ts";
import { ListenFailure } from "../../src/serve/listen-failure.ts";
import { openServer } from "../../src/serve/open-server.ts";
import { reservePort } from "../../src/serve/workers/port.ts";
import { siteConfig } from "../support/api.ts";
import { startEngine, type TestEngine } from "../support/engines.ts";
import { type Caller, startLoad } from "../support/load.ts";
import { fillForLoad } from "../support/load-archive.ts";
import { startServing } from "../support/serving-process.ts";
import { skipIf } from "../support/skip-if.ts";
import { until } from "../support/until.ts";
import { long } from "../support/volume.ts";
import { startMany } from "./many-workers.ts";

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

test("a port at which workers listen is taken, for servers with one thread and with several", async () => {
  const many = await startMany(databaseUrl);
  const PORT = new URL(many.url).port;
  try {
    await assert.rejects(startMany(databaseUrl, { PORT }), isTaken);
    await assert.rejects(openServer(siteConfig({ DATABASE_URL: databaseUrl, PORT })), isTaken);
  } finally {
    await many.close();
  }
});

test(
  "of two servers that start in the same moment one gets the port, and it is free when that one ends",
  long,
  async () => {
    const address = { host: "127.0.0.1", port: await findPort({ host: "127.0.0.1", port: 0 }) };
    const reserved = await Promise.allSettled([reservePort(address), reservePort(address), reservePort(address)]);
    const [had, ...more] = reserved.filter((each) => each.status === "fulfilled").map(({ value }) => value);
    assert.deepEqual(more, []);
    for (const each of reserved) if (each.status === "rejected") assert.ok(isTaken(each.reason), String(each.reason));
    had?.release();
    await until(
      () =>
        reservePort(address).then(
          (again) => {
            again.release();
            return true;
          },
          () => false,
        ),
      "the port is free again",
    );
  },
);

/** The names of a process's threads. */
function threadsOf(pid: number): readonly string[] {
  return readdirSync(`/proc/${pid}/task`).map((id) => readFileSync(`/proc/${pid}/task/${id}/comm`, "utf8").trim());
}

test("with WORKERS=1 the main thread answers, and with WORKERS=3 three threads beside it", {
  ...long,
  ...skipIf(process.platform !== "linux" && "threads have names to be read on Linux"),
}, async () => {
  for (const [workers, names] of [
    ["1", []],
    ["3", ["worker 1", "worker 2", "worker 3"]],
  ] as const) {
    const serving = startServing({ DATABASE_URL: databaseUrl, WORKERS: workers });
    try {
      await serving.url;
      const threads = threadsOf(serving.pid ?? 0).filter((each) => each.startsWith("worker "));
      assert.deepEqual(threads.sort(), names);
    } finally {
      await serving.close();
    }
  }
});

test("one signal lets the answers of all workers finish, and every line of their log is whole", long, async () => {
  const serving = startServing({ DATABASE_URL: databaseUrl, WORKERS: "2", LOG_LEVEL: "info" });
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

test("a second signal ends all workers at once", long, async () => {
  const serving = startServing({ DATABASE_URL: databaseUrl, WORKERS: "2", DRAIN_SECONDS: "5" });
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
