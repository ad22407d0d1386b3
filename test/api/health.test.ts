/** `/healthz` and `/readyz`: what a load balancer is told, and what it costs. */
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { test } from "vitest";
import type { Health } from "../../src/api/health.ts";
import { openApi, send, type TestApi } from "../support/api.ts";

async function openHealth(health: Partial<Health>, log: string[] = []): Promise<TestApi> {
  return openApi([], {
    log: { write: (line) => void log.push(line) },
    health: { isStopping: () => false, probe: async () => true, ...health },
  });
}

test("both answer without a key, in a word, and are kept by nobody", async () => {
  await using api = await openHealth({});
  for (const url of ["/healthz", "/readyz", "/healthz?now=1", "/readyz?now=1"]) {
    const { status, text, headers } = await send(api.app, "GET", url);
    assert.deepEqual([status, text], [200, "ok\n"], url);
    assert.equal(headers["cache-control"], "no-store");
    assert.equal(headers.etag, undefined);
    assert.match(headers["content-type"] ?? "", /^text\/plain/);
    assert.ok(!Object.keys(headers).some((name) => /ratelimit|quota|dataset/.test(name)), Object.keys(headers).join());
  }
});

test("HEAD works, and every other method is 405 without its body being read", async () => {
  await using api = await openHealth({});
  for (const url of ["/healthz", "/readyz"]) {
    const head = await send(api.app, "HEAD", url);
    assert.deepEqual([head.status, head.text], [200, ""]);
    for (const method of ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"]) {
      const { status, headers, body } = await send(api.app, method, url, {}, method === "POST" ? "x" : undefined);
      assert.deepEqual([status, headers.allow, body.error.code], [405, "GET, HEAD", "method_not_allowed"], method);
    }
  }
});

test("a server that could not decide on a key is alive and not ready", async () => {
  await using api = await openHealth({ probe: async () => false });
  assert.equal((await send(api.app, "GET", "/healthz")).status, 200);
  for (const method of ["GET", "HEAD"]) {
    const { status, text, headers } = await send(api.app, method, "/readyz");
    assert.deepEqual([status, text], [503, method === "GET" ? "unavailable\n" : ""]);
    assert.deepEqual([headers["retry-after"], headers["cache-control"]], ["1", "no-store"]);
  }
});

test("a probe that fails is a server that is not ready, and nobody is told why", async () => {
  await using api = await openHealth({
    async probe() {
      throw new Error("a secret of the database");
    },
  });
  const { status, text } = await send(api.app, "GET", "/readyz");
  assert.deepEqual([status, text], [503, "unavailable\n"]);
});

test("the database is asked at most twice a second, however often the answer is wanted", async () => {
  let probes = 0;
  let atOnce = 0;
  await using api = await openHealth({
    async probe() {
      probes += 1;
      atOnce += 1;
      assert.equal(atOnce, 1);
      await sleep(30);
      atOnce -= 1;
      return true;
    },
  });
  const begunMs = performance.now();
  for (let round = 0; round < 6; round++) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(api.app, "GET", "/readyz")));
    assert.ok(answers.every(({ status }) => status === 200));
    await sleep(100);
  }
  const elapsedMs = performance.now() - begunMs;
  assert.ok(probes <= 1 + elapsedMs / 500, `${probes} probes in ${elapsedMs} ms`);
  assert.ok(probes >= 2, "it must be asked again");
});

test("a server that is told to end is not ready at once, whatever it knew before, and alive", async () => {
  let isStopping = false;
  await using api = await openHealth({ isStopping: () => isStopping });
  assert.equal((await send(api.app, "GET", "/readyz")).status, 200);
  isStopping = true;
  assert.equal((await send(api.app, "GET", "/readyz")).status, 503);
  assert.equal((await send(api.app, "GET", "/healthz")).status, 200);
});

test("what asks every second leaves nothing in the log", async () => {
  const log: string[] = [];
  await using api = await openHealth({}, log);
  for (const url of ["/healthz", "/readyz"]) await send(api.app, "GET", url);
  assert.deepEqual(log, []);
  await send(api.app, "GET", "/nothing");
  assert.equal(log.length, 1);
});
