/** A scrape is answered in time whatever the databases do, and nobody can hold the metrics' port up. */
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { get } from "node:http";
import { connect, createServer, type Socket } from "node:net";
import { afterAll, describe, test } from "vitest";
import { openServer } from "../../src/serve/open-server.ts";
import { converse } from "../http/raw-http.ts";
import { type MeteredServer, startMetered } from "../metrics/metered-server.ts";
import type { Scrape } from "../metrics/prometheus-text.ts";
import { siteConfig } from "../support/api.ts";
import { startEngine, type TestEngine } from "../support/engines.ts";
import { startOwnPostgres } from "../support/own-postgres.ts";
import { startServing } from "../support/process.ts";
import { until } from "../support/until.ts";
import { long } from "../support/volume.ts";
import { fillForLoad } from "./load.ts";

/** A scrape waits a second for what it does not know; the rest is for a machine that is busy with other tests. */
const inTimeMs = 1_000 + 30_000;

async function timed(metered: MeteredServer): Promise<Scrape> {
  const begunMs = performance.now();
  const scrape = await metered.scrape();
  const elapsedMs = performance.now() - begunMs;
  assert.ok(elapsedMs < inTimeMs, `${elapsedMs} ms`);
  return scrape;
}

function isUp(scrape: Scrape, part: "facts" | "access"): boolean {
  return scrape.one("gradeline_database_up", { part }) === 1;
}

test("a PostgreSQL that stands still makes no scrape late: it is not up, and what was known stays", long, async () => {
  const postgres = await startOwnPostgres();
  const databaseUrl = await postgres.freshUrl();
  await fillForLoad(databaseUrl);
  const metered = await startMetered(databaseUrl);
  try {
    const before = await timed(metered);
    assert.deepEqual([isUp(before, "facts"), isUp(before, "access")], [true, true]);
    postgres.freeze();
    await until(async () => {
      const scrape = await timed(metered);
      return !isUp(scrape, "facts") && !isUp(scrape, "access");
    }, "both parts are told as not up");
    const scrapes = await Promise.all(Array.from({ length: 12 }, () => timed(metered)));
    for (const scrape of scrapes) {
      assert.equal(scrape.one("gradeline_newest_revision"), before.one("gradeline_newest_revision"));
      const grown = scrape.one("gradeline_publish_age_seconds") - before.one("gradeline_publish_age_seconds");
      assert.ok(grown > 0, `its age has grown by ${grown} s`);
    }
    postgres.thaw();
    await until(async () => {
      const scrape = await timed(metered);
      return isUp(scrape, "facts") && isUp(scrape, "access");
    }, "both parts are up again");
  } finally {
    postgres.thaw();
    await metered.close();
    await postgres.close();
  }
});

describe("on SQLite", () => {
  const closing: (() => Promise<unknown>)[] = [];
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });
  async function start(): Promise<{ databaseUrl: string; metered: MeteredServer; port: number }> {
    const engine: TestEngine = await startEngine("sqlite");
    closing.push(() => engine.close());
    const databaseUrl = await engine.freshUrl();
    await fillForLoad(databaseUrl);
    const metered = await startMetered(databaseUrl);
    closing.push(() => metered.close());
    return { databaseUrl, metered, port: Number(new URL(metered.metricsUrl).port) };
  }

  test("an archive whose file was deleted is told as not up", async () => {
    const { databaseUrl, metered } = await start();
    assert.ok(isUp(await timed(metered), "facts"));
    rmSync(databaseUrl);
    await until(async () => !isUp(await timed(metered), "facts"), "it is told as not up");
  });

  test("the metrics' port answers GET and HEAD of /metrics and refuses all else", async () => {
    const { port } = await start();
    const head = (line: string, more = "") => `${line} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
    const sent = [
      head("GET /metrics"),
      head("HEAD /metrics"),
      head("GET /metrics?name[]=x"),
      head("GET /"),
      head("GET /v1/sports"),
      head("GET /metrics/%ff"),
      head("GET /manage"),
      head("POST /metrics", "Content-Length: 0\r\n"),
    ];
    const { answers } = await converse(port, [sent.join("")], {
      answers: sent.length,
      methods: sent.map((each) => each.split(" ", 1)[0] ?? ""),
    });
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 404, 404, 400, 404, 405],
    );
    const [whole, headOnly] = answers;
    assert.equal(whole?.headers["content-type"], "text/plain; version=0.0.4; charset=utf-8");
    assert.equal(whole?.headers["cache-control"], "no-store");
    assert.match(whole?.body ?? "", /^# HELP /);
    assert.equal(headOnly?.body, "");
    assert.equal(answers[7]?.headers.allow, "GET, HEAD");
    // Nobody's page may read them either.
    assert.ok(answers.every(({ headers }) => !("access-control-allow-origin" in headers)));
    const withBody = await converse(port, [head("POST /metrics", "Content-Length: 9999\r\n"), "half a body"]);
    assert.deepEqual([withBody.answers.map(({ status }) => status), withBody.isEnded], [[405], true]);
    const longHead = await converse(port, [head("GET /metrics", `X: ${"x".repeat(20_000)}\r\n`)]);
    assert.deepEqual([longHead.answers.map(({ status }) => status), longHead.isEnded], [[431], true]);
  });

  test("connections that say nothing, or half of something, leave room for a scrape again", long, async () => {
    const { metered, port } = await start();
    const open: Socket[] = [];
    for (let index = 0; index < 60; index++) {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => {});
      if (index % 2 === 0) socket.write("GET /metrics HTTP/1.1\r\nX-Half: ");
      open.push(socket);
    }
    try {
      await until(
        () =>
          metered.scrape().then(
            () => true,
            () => false,
          ),
        "a scrape is answered",
      );
      // Callers were not touched by any of it.
      assert.equal((await fetch(`${metered.url}/healthz`)).status, 200);
    } finally {
      for (const socket of open) socket.destroy();
    }
  });

  test("a port that is taken ends the start by its setting's name, before anything is made", async () => {
    const engine = await startEngine("sqlite");
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const address = other.address();
    const port = typeof address === "object" ? address?.port : 0;
    try {
      const config = siteConfig({ DATABASE_URL: await engine.freshUrl(), METRICS_PORT: String(port) });
      await assert.rejects(openServer(config), {
        name: "ListenFailure",
        message: `METRICS_PORT ${port} is in use at 127.0.0.1; METRICS_PORT=0 takes a free one`,
      });
    } finally {
      await new Promise((resolve) => other.close(resolve));
      await engine.close();
    }
  });

  test("a server that is told to end does not wait for whoever scrapes it", long, async () => {
    const engine = await startEngine("sqlite");
    closing.push(() => engine.close());
    const databaseUrl = await engine.freshUrl();
    await fillForLoad(databaseUrl);
    const serving = startServing({ DATABASE_URL: databaseUrl, METRICS_PORT: "0" });
    closing.push(() => serving.close());
    await serving.url;
    let metricsUrl: string | undefined;
    await until(() => {
      [, metricsUrl] = /"metricsUrl":"([^"]+)"/.exec(serving.screen()) ?? [];
      return metricsUrl !== undefined;
    }, "the log says where the metrics are");
    const status = await new Promise((resolve, reject) => {
      const agentless = get(metricsUrl ?? "", { headers: { connection: "keep-alive" } }, (response) => {
        response.resume().on("end", () => resolve(response.statusCode));
      });
      agentless.on("error", reject);
    });
    assert.equal(status, 200);
    const half = connect(Number(new URL(metricsUrl ?? "").port), "127.0.0.1", () => half.write("GET /metr"));
    half.on("error", () => {});
    const begunMs = performance.now();
    serving.signal("SIGTERM");
    assert.deepEqual(await serving.ended, { code: 0, signal: null });
    assert.ok(performance.now() - begunMs < 10_000);
    half.destroy();
  });
});
