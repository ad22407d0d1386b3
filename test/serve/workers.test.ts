/** Several workers at one port answer as one server does. */
import assert from "node:assert/strict";
import { Agent } from "node:http";
import { afterAll, beforeAll, describe, test } from "vitest";
import { makeKey } from "../../src/access/keys/keys.ts";
import { createKey, type NewKey, revokeKey } from "../../src/access/keys/operator-keys.ts";
import { usageOf } from "../../src/access/usage.ts";
import { type Database, openAccess, openDatabase } from "../../src/database/engine.ts";
import { publishGames, publishTeams } from "../support/archive.ts";
import { startEngine, type TestEngine } from "../support/engines.ts";
import { askOnce } from "../support/load.ts";
import { gamesOfLoad } from "../support/load-archive.ts";
import { Scrape } from "../support/prometheus-text.ts";
import { startServing } from "../support/serving-process.ts";
import { until } from "../support/until.ts";
import { longIf } from "../support/volume.ts";
import { askAnew, askManyAnew, countOf, type ManyWorkers, startMany } from "./many-workers.ts";

for (const name of ["postgres"] as const) {
  describe(`on ${name}`, longIf(name === "postgres"), () => {
    let engine: TestEngine;
    let facts: Database;
    let access: Database;
    let many: ManyWorkers;
    let accounts = 0;
    const stop = new AbortController();
    const games = "/v1/games?sport=nfl&limit=2";

    beforeAll(async () => {
      engine = await startEngine(name);
      const databaseUrl = await engine.freshUrl();
      facts = await openDatabase(databaseUrl);
      access = await openAccess(databaseUrl);
      await publishTeams(facts, "nfl");
      await publishGames(facts, gamesOfLoad(3));
      many = await startMany(databaseUrl, { METRICS_PORT: "0" });
      void many.server.refreshUntil(stop.signal);
    });
    afterAll(async () => {
      stop.abort();
      await many?.close();
      await access?.close();
      await facts?.close();
      await engine.close();
    });

    const newKey = (terms: Partial<NewKey> = {}) =>
      createKey(access, {
        email: `caller${++accounts}@example.com`,
        plan: "standard",
        requestsPerMinute: 1_000_000,
        requestsPerMonth: 1_000_000,
        now: new Date(),
        ...terms,
      });
    async function scrape(): Promise<Scrape> {
      return new Scrape(await (await fetch(many.server.metricsUrl() ?? "")).text());
    }
    const answered = (each: Scrape): number =>
      each.sum("gradeline_http_request_duration_seconds_count", { route: "/v1/games" }) ?? 0;

    test("a minute's last request is granted once, whichever worker is asked", async () => {
      const { key } = await newKey({ requestsPerMinute: 50 });
      const heard = await askManyAnew(120, `${many.url}${games}`, key);
      assert.deepEqual([countOf(heard, 200), countOf(heard, 429)], [50, 70]);
      const left = heard
        .filter(({ status }) => status === 200)
        .map(({ headers }) => Number(headers["x-ratelimit-remaining"]));
      assert.equal(Math.min(...left), 0);
      assert.ok(Math.max(...left) < 50);
    });

    test("a quota's last request is granted once, and what is given back is granted again", async () => {
      const email = "quota@example.com";
      const { key } = await newKey({ email, requestsPerMonth: 40 });
      assert.equal(countOf(await askManyAnew(30, `${many.url}/v1/games/NFL-19700101-AAA-BBB`, key), 404), 30);
      const heard = await askManyAnew(90, `${many.url}${games}`, key);
      assert.deepEqual([countOf(heard, 200), countOf(heard, 429)], [40, 50]);
      const usage = await usageOf(access, email, new Date());
      assert.equal(usage?.account.requestsUsed, 40);
    });

    test("a revoked key is refused by every worker", async () => {
      const { key } = await newKey();
      assert.equal(countOf(await askManyAnew(20, `${many.url}${games}`, key), 200), 20);
      assert.ok((await revokeKey(access, { prefix: key, now: new Date() })).ok);
      assert.equal(countOf(await askManyAnew(20, `${many.url}${games}`, key), 403), 20);
    });

    test("wrong keys of an address are counted by each worker for itself", async () => {
      const wrong = makeKey();
      const heard = await askManyAnew(700, `${many.url}${games}`, wrong);
      // Each costs 5 points of 1,500, so that two workers let no more than 600 of them pass.
      const [let401, let429] = [countOf(heard, 401), countOf(heard, 429)];
      assert.equal(let401 + let429, 700);
      assert.ok(let401 <= 600 && let429 >= 100, `${let401} and ${let429}`);
    });

    test("the metrics of all workers are summed, and a revision is not", async () => {
      const { key } = await newKey();
      const before = answered(await scrape());
      await askManyAnew(60, `${many.url}${games}`, key);
      const scraped = await scrape();
      assert.equal(answered(scraped) - before, 60);
      assert.equal(scraped.one("gradeline_revision"), 1);
      assert.equal(scraped.one("gradeline_published_games", { sport: "nfl" }), 3);
      assert.equal(scraped.one("gradeline_build_info"), 1);
      assert.equal(scraped.one("gradeline_database_up", { part: "access" }), 1);
      assert.ok(scraped.one("nodejs_eventloop_lag_p99_seconds") >= 0);
    });

    test("a published revision is served by every worker, and each looks for it in the same second", async () => {
      const { key } = await newKey();
      const tags = async (): Promise<ReadonlySet<unknown>> =>
        new Set((await askManyAnew(20, `${many.url}${games}`, key)).map(({ headers }) => headers.etag));
      const [old] = await tags();
      await publishGames(facts, gamesOfLoad(5));
      await until(async () => !(await tags()).has(old), "nobody serves the old revision");
      for (let round = 0; round < 3; round++) assert.equal((await tags()).size, 1);
      assert.equal((await scrape()).one("gradeline_revision"), 2);
    });

    test("a worker that fails is replaced, while the others answer and its counters stay", async () => {
      const { key } = await newKey();
      const before = answered(await scrape());
      const agents = Array.from({ length: 20 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
      const askAll = () => Promise.all(agents.map((agent) => askOnce(`${many.url}${games}`, { key, agent })));
      assert.ok((await askAll()).every(({ status }) => status === 200));
      assert.equal(answered(await scrape()) - before, 20);
      many.crash();
      await until(() => many.lines().some((line) => line.includes("a worker has ended")), "a worker has failed");
      assert.equal((await askAnew(`${many.url}/readyz`)).status, 200);
      assert.ok(many.lines().some((line) => line.includes("a test wants this worker to fail")));
      await until(() => many.lines().some((line) => line.includes("serves in its place")), "it is replaced");
      const heard = await askManyAnew(40, `${many.url}${games}`, key);
      assert.equal(countOf(heard, 200), 40);
      assert.equal(answered(await scrape()) - before, 60);
      for (const agent of agents) agent.destroy();
    });
  });
}

test("with SQLite one thread answers whatever WORKERS says, and one line says what several need", async () => {
  const serving = startServing({ WORKERS: "3", LOG_LEVEL: "warn" });
  try {
    await serving.url;
    const warnings = serving
      .screen()
      .split("\n")
      .filter((line) => line.includes("WORKERS"));
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? "", /with SQLite one thread answers; several need PostgreSQL/);
  } finally {
    await serving.close();
  }
});
