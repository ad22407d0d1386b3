/** Metrics are there where METRICS_PORT says so, and nowhere else; nobody can hold their port up, whatever the databases do. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, test } from "vitest";
import { openServer } from "../../src/serve/open-server.ts";
import { converse } from "../http/raw-http.ts";
import { fillForLoad } from "../serve/load.ts";
import { siteConfig } from "../support/api.ts";
import { snippetsUnder } from "../support/docs.ts";
import { startEngine, type TestEngine } from "../support/engines.ts";
import { freePort, startHttp } from "../support/http-server.ts";
import { startOwnPostgres } from "../support/own-postgres.ts";
import { startServing } from "../support/process.ts";
import { until } from "../support/until.ts";
import { long } from "../support/volume.ts";
import { type MeteredServer, startMetered } from "./metered-server.ts";
import type { Scrape } from "./prometheus-text.ts";

/** A scrape waits a second for what it does not know; the rest is for a machine that is busy with other tests. */
const inTimeMs = 1_000 + 30_000;

async function timed(metered: MeteredServer): Promise<Scrape> {
  const begunMs = performance.now();
  const scrape = await metered.scrape();
  const elapsedMs = performance.now() - begunMs;
  assert.ok(elapsedMs < inTimeMs, `${elapsedMs} ms`);
  return scrape;
}

/** Whether the archive is up, and the accounts. */
const areUp = (scrape: Scrape): boolean[] =>
  ["facts", "access"].map((part) => scrape.one("gradeline_database_up", { part }) === 1);

test("a PostgreSQL that stands still makes no scrape late: it is not up, and what was known stays", long, async () => {
  const postgres = await startOwnPostgres();
  const databaseUrl = await postgres.freshUrl();
  await fillForLoad(databaseUrl);
  const metered = await startMetered(databaseUrl);
  const become = (isUp: boolean, what: string) =>
    until(async () => areUp(await timed(metered)).every((each) => each === isUp), what);
  try {
    const before = await timed(metered);
    assert.deepEqual(areUp(before), [true, true]);
    postgres.freeze();
    await become(false, "both parts are told as not up");
    const scrapes = await Promise.all(Array.from({ length: 12 }, () => timed(metered)));
    for (const scrape of scrapes) {
      assert.equal(scrape.one("gradeline_newest_revision"), before.one("gradeline_newest_revision"));
      const grown = scrape.one("gradeline_publish_age_seconds") - before.one("gradeline_publish_age_seconds");
      assert.ok(grown > 0, `its age has grown by ${grown} s`);
    }
    postgres.thaw();
    await become(true, "both parts are up again");
  } finally {
    postgres.thaw();
    await metered.close();
    await postgres.close();
  }
});

describe("on SQLite", () => {
  let engine: TestEngine;
  let databaseUrl: string;
  let metered: MeteredServer;
  let port: number;

  beforeAll(async () => {
    engine = await startEngine("sqlite");
    databaseUrl = await engine.freshUrl();
    await fillForLoad(databaseUrl);
    metered = await startMetered(databaseUrl);
    port = Number(new URL(metered.metricsUrl).port);
  });
  afterAll(async () => {
    await metered?.close();
    await engine?.close();
  });

  test("an address that others can reach is warned of", async () => {
    const open = await startMetered(await engine.freshUrl(), { settings: { METRICS_HOST: "0.0.0.0" } });
    await open.close();
    const isWarning = (line: string) => /METRICS_HOST is 0\.0\.0\.0: anybody/.test(line);
    assert.deepEqual([open.lines.filter(isWarning).length, metered.lines.filter(isWarning).length], [1, 0]);
  });

  test("the metrics' port answers GET and HEAD of /metrics and refuses all else", async () => {
    const head = (line: string, more = "") => `${line} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
    const asked: readonly (readonly [status: number, line: string, more?: string])[] = [
      [200, "GET /metrics"],
      [200, "HEAD /metrics"],
      [200, "GET /metrics?name[]=x"],
      [404, "GET /"],
      [404, "GET /v1/sports"],
      [400, "GET /metrics/%ff"],
      [404, "GET /manage"],
      [405, "POST /metrics", "Content-Length: 0\r\n"],
    ];
    const { answers } = await converse(port, [asked.map(([, line, more]) => head(line, more)).join("")], {
      answers: asked.length,
      methods: asked.map(([, line]) => line.split(" ", 1)[0] ?? ""),
    });
    assert.deepEqual(
      answers.map(({ status }) => status),
      asked.map(([status]) => status),
    );
    const [whole, headOnly] = answers;
    assert.equal(whole?.headers["content-type"], "text/plain; version=0.0.4; charset=utf-8");
    assert.equal(whole?.headers["cache-control"], "no-store");
    assert.match(whole?.body ?? "", /^# HELP /);
    assert.equal(headOnly?.body, "");
    assert.equal(answers.at(-1)?.headers.allow, "GET, HEAD");
    // Nobody's page may read them either.
    assert.ok(answers.every(({ headers }) => !("access-control-allow-origin" in headers)));
    for (const [status, ...sent] of [
      [405, head("POST /metrics", "Content-Length: 9999\r\n"), "half a body"],
      [431, head("GET /metrics", `X: ${"x".repeat(20_000)}\r\n`)],
    ] as const) {
      const refused = await converse(port, sent);
      assert.deepEqual([refused.answers.map((answer) => answer.status), refused.isEnded], [[status], true]);
    }
  });

  test("connections that say nothing, or half of something, leave room for a scrape again", long, async () => {
    const open: Socket[] = [];
    for (let index = 0; index < 60; index++) {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => {});
      if (index % 2 === 0) socket.write("GET /metrics HTTP/1.1\r\nX-Half: ");
      open.push(socket);
    }
    const isScraped = () =>
      metered.scrape().then(
        () => true,
        () => false,
      );
    try {
      await until(isScraped, "a scrape is answered");
      // Callers were not touched by any of it.
      assert.equal((await fetch(`${metered.url}/healthz`)).status, 200);
    } finally {
      for (const socket of open) socket.destroy();
    }
  });

  test("a port that is taken ends the start by its setting's name, before anything is made", async () => {
    const other = await startHttp(() => {});
    const config = siteConfig({ DATABASE_URL: await engine.freshUrl(), METRICS_PORT: String(other.port) });
    const message = `METRICS_PORT ${other.port} is in use at 127.0.0.1; METRICS_PORT=0 takes a free one`;
    await assert.rejects(openServer(config), { name: "ListenFailure", message }).finally(() => other.close());
  });

  test("a server that is started as the docs say tells its metrics there, and ends without waiting for whoever scrapes it", async () => {
    const [start, ask = ""] = snippetsUnder("docs/trouble.md", "Metrics", "sh", 2);
    const [, documented = ""] = /^export METRICS_PORT=(\d+)\nbin\/gradeline\.js serve\n$/.exec(start) ?? [];
    assert.notEqual(documented, "", start);
    // The port of the docs may be taken here.
    const free = await freePort();
    const ownUrl = await engine.freshUrl();
    await fillForLoad(ownUrl);
    const serving = startServing({ DATABASE_URL: ownUrl, METRICS_PORT: String(free) });
    try {
      await serving.url;
      await until(() => serving.screen().includes("metricsUrl"), "the log says where the metrics are");
      const command = ask.replaceAll(documented, String(free));
      const run = spawnSync("bash", ["-c", command], { encoding: "utf8", timeout: 600_000 });
      assert.match(run.stdout, /^gradeline_publish_age_seconds \d+(\.\d+)?\n$/, run.stderr);
      // One connection that is kept after its answer, and one that says half of a request.
      const kept = await fetch(`http://127.0.0.1:${free}/metrics`);
      assert.equal(kept.status, 200);
      await kept.text();
      const half = connect(free, "127.0.0.1", () => half.write("GET /metr"));
      half.on("error", () => {});
      const begunMs = performance.now();
      serving.signal("SIGTERM");
      assert.deepEqual(await serving.ended, { code: 0, signal: null });
      assert.ok(performance.now() - begunMs < 10_000);
      half.destroy();
    } finally {
      await serving.close();
    }
  });

  test("an archive whose file was deleted is told as not up", async () => {
    assert.deepEqual(areUp(await timed(metered)), [true, true]);
    rmSync(databaseUrl);
    await until(async () => areUp(await timed(metered))[0] === false, "it is told as not up");
  });
});
