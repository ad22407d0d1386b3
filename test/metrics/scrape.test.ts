/** What a scrape says of callers' requests, on a server with sockets and on both engines. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, test } from "vitest";
import { createKey, revokeKey } from "../../src/access/keys/account-keys.ts";
import { prefixOf } from "../../src/access/keys/keys.ts";
import { openAccess, openDatabase } from "../../src/database/engine.ts";
import { converse } from "../http/raw-http.ts";
import { plenty } from "../support/access.ts";
import { publishGames, publishTeams } from "../support/archive.ts";
import { onSqliteDaily } from "../support/engines.ts";
import { league } from "../support/league.ts";
import { until } from "../support/until.ts";
import { long } from "../support/volume.ts";
import { type MeteredServer, startMetered } from "./metered-server.ts";
import type { Scrape } from "./prometheus-text.ts";

const email = "private.person@example.com";
const requests = "gradeline_http_request_duration_seconds_count";
const refusals = "gradeline_admission_refusals_total";

onSqliteDaily((engine) => {
  let databaseUrl: string;
  let metered: MeteredServer;
  let key: string;
  let revoked: string;
  let slow: string;
  /** Whether the gate falls over, as nothing that callers do makes it. */
  let isBroken = false;

  beforeAll(async () => {
    databaseUrl = await engine.freshUrl();
    const facts = await openDatabase(databaseUrl);
    const access = await openAccess(databaseUrl);
    for (const sport of ["nfl", "nba", "mlb"] as const) await publishTeams(facts, sport);
    await publishGames(facts, league);
    const now = new Date();
    const keyOf = async (owner: string, requestsPerMinute: number = plenty.requestsPerMinute) =>
      (await createKey(access, { email: owner, plan: "standard", ...plenty, requestsPerMinute, now })).key;
    key = await keyOf(email);
    revoked = await keyOf(email);
    await revokeKey(access, { prefix: prefixOf(revoked), lastFour: revoked.slice(-4), now });
    slow = await keyOf("slow@example.com", 1);
    await access.close();
    await facts.close();
    metered = await startMetered(databaseUrl, {
      gate: (gate) => ({
        ...gate,
        admit: (request) => (isBroken ? Promise.reject(new Error("out of order")) : gate.admit(request)),
      }),
    });
  });
  afterAll(() => metered?.close());

  async function ask(path: string, headers: Readonly<Record<string, string>> = { "x-api-key": key }) {
    const answer = await fetch(`${metered.url}${path}`, { headers, signal: AbortSignal.timeout(20_000) });
    return { status: answer.status, etag: answer.headers.get("etag") ?? "", text: await answer.text() };
  }
  /** What a series is after the work, less what it was before. */
  async function rise(
    series: readonly (readonly [name: string, labels: Readonly<Record<string, string>>, by: number])[],
    work: () => Promise<void>,
  ): Promise<void> {
    const valuesIn = (scrape: Scrape) => series.map(([each, labels]) => scrape.sum(each, labels) ?? 0);
    const before = valuesIn(await metered.scrape());
    await work();
    const wanted = series.map(([, , by], at) => (before[at] ?? 0) + by);
    const areThere = (each: Scrape) => valuesIn(each).every((value, at) => value >= (wanted[at] ?? 0));
    const scrape = await metered.scraped(areThere, "it is counted");
    assert.deepEqual(valuesIn(scrape), wanted);
  }

  test("answers are counted by the route's template and the class of the status, with how long they took", async () => {
    const of = (route: string, status: string, by: number) => [requests, { route, status }, by] as const;
    const { etag } = await ask("/v1/sports");
    const rises = [
      ...[of("/v1/sports", "2xx", 1), of("/v1/sports", "3xx", 2), of("/v1/sports", "4xx", 1)],
      ...[of("/v1/games/:game_id", "4xx", 2), of("/v1/games/:game_id", "2xx", 0), of("unmatched", "4xx", 1)],
    ];
    await rise(rises, async () => {
      assert.equal((await ask("/v1/sports")).status, 200);
      for (const _ of [1, 2])
        assert.equal((await ask("/v1/sports", { "x-api-key": key, "if-none-match": etag })).status, 304);
      assert.equal((await ask("/v1/sports?wrong=1")).status, 400);
      for (const path of ["/v1/games/NBA-19990101-NYK-BOS", "/v1/games/nobody", "/nothing-here"])
        assert.equal((await ask(path)).status, 404);
    });
    const scrape = await metered.scrape();
    const seconds = scrape.one("gradeline_http_request_duration_seconds_sum", { route: "/v1/sports", status: "2xx" });
    assert.ok(seconds > 0 && seconds < 20, `${seconds} s`);
    assert.equal(scrape.one("gradeline_http_requests_in_flight"), 0);
  });

  test("refusals are counted by the code that the caller got", async () => {
    const codes = { unauthorized: 2, forbidden: 1, rate_limited: 1, quota_exceeded: 0, unavailable: 0 };
    const series = Object.entries(codes).map(([code, by]) => [refusals, { code }, by] as const);
    await rise(series, async () => {
      assert.equal((await ask("/v1/sports", {})).status, 401);
      assert.equal((await ask("/v1/sports", { authorization: "Bearer nonsense" })).status, 401);
      assert.equal((await ask("/v1/sports", { "x-api-key": revoked })).status, 403);
      for (const status of [200, 429]) assert.equal((await ask("/v1/sports", { "x-api-key": slow })).status, status);
    });
  });

  test("an error of ours is a 5xx of its route", async () => {
    isBroken = true;
    await rise([[requests, { route: "/v1/odds", status: "5xx" }, 1]], async () => {
      assert.equal((await ask("/v1/odds?sport=nfl")).status, 500);
    });
    isBroken = false;
  });

  // On PostgreSQL a key that the node knows is answered for an hour [D-48]: test/access/away.test.ts.
  if (engine.name === "sqlite")
    test("when requests cannot be counted, that is one outage, and the database of keys is not up", long, async () => {
      const isUp = async () => (await metered.scrape()).one("gradeline_database_up", { part: "access" });
      assert.equal(await isUp(), 1);
      const lock = new DatabaseSync(databaseUrl.replace(/\.db$/, "-access.db"), { timeout: 5000 });
      await rise([["gradeline_counting_outages_total", {}, 1]], async () => {
        lock.exec("begin immediate");
        // On SQLite requests are answered until nothing could be settled for ten seconds [D-48].
        await until(async () => (await ask("/v1/sports")).status === 503, "requests are answered with 503");
        const counted = [
          [refusals, { code: "unavailable" }, 3],
          [requests, { route: "/v1/sports", status: "5xx" }, 3],
        ] as const;
        await rise(counted, async () => {
          for (const _ of [1, 2, 3]) assert.equal((await ask("/v1/sports")).status, 503);
        });
      });
      await until(async () => (await isUp()) === 0, "the database of the keys is not up");
      lock.exec("rollback");
      lock.close();
      await until(async () => (await ask("/v1/sports")).status === 200, "requests are answered again");
      await until(async () => (await isUp()) === 1, "the database of the keys is up again");
    });

  test("whatever callers write in a path, there are no labels but templates of routes", async () => {
    const asked = "hostile";
    const paths = [
      ...["", "/v1", "/v1/games"].flatMap((place) => Array.from({ length: 40 }, (_, at) => `${place}/${asked}-${at}`)),
      `/v1/games/${asked}%22%7D%201%0Aevil_metric%201`,
      `/v1/games/%ff${asked}`,
      `/manage/%ff${asked}`,
      `/docs/${asked}"} 1`,
      `/v1/odds?sport=nfl&${asked}={route="x"}`,
      `/v1/games/${asked.repeat(900)}`,
      `http://${asked}.example/v1/sports`,
      `//${asked}//v1`,
    ];
    const { port } = new URL(metered.url);
    const head = (path: string, method = "GET") => `${method} ${path} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\n\r\n`;
    const methods = ["OPTIONS", "DELETE", "PATCH", "PROPFIND"].map((method) => head(`/v1/${asked}`, method));
    const sent = [...paths.map((path) => head(path.replaceAll(" ", "%20"))), ...methods];
    const { answers } = await converse(Number(port), [sent.join("")], { answers: sent.length });
    assert.equal(answers.length, sent.length);
    await converse(Number(port), [`${asked} \x01\x02 HTTP/9.9\r\n\r\n`]);
    const areThere = (each: Scrape) => (each.sum(requests, { route: "unmatched" }) ?? 0) > 80;
    const scrape = await metered.scraped(areThere, "they are counted");
    const routes = new Set(scrape.all(requests).map(({ labels }) => labels.route));
    for (const route of routes) assert.match(route ?? "", /^(unmatched|(\/[a-z0-9_.:*-]*)+)$/);
    assert.ok(routes.size < 15, [...routes].join(" "));
    const text = await (await fetch(metered.metricsUrl)).text();
    assert.doesNotMatch(text, new RegExp(`${asked}|evil_metric`));
  });

  test("nothing says who asks: neither accounts nor keys nor addresses", async () => {
    const text = await (await fetch(metered.metricsUrl)).text();
    for (const secret of [email, "private", "slow@", "gl_live", key.slice(0, 14), "127.0.0.1", "password"]) {
      assert.ok(!text.includes(secret), secret);
    }
    const labels = new Set((await metered.scrape()).samples.flatMap((sample) => Object.keys(sample.labels)));
    const ours = ["route", "status", "le", "code", "sport", "provider", "part", "version"];
    // Node's own: the kinds of resources and of garbage collection, and the parts of its version.
    const nodes = ["type", "kind", "space", "major", "minor", "patch"];
    const strange = [...labels].filter((label) => ![...ours, ...nodes].includes(label));
    assert.deepEqual(strange, []);
  });

  test("callers' port has no metrics, whoever asks it for them", async () => {
    for (const path of ["/metrics", "/v1/metrics", "/metrics/", "//metrics"]) {
      for (const headers of [{}, { "x-api-key": key }, { accept: "text/html" }]) {
        const { status, text } = await ask(path, headers);
        assert.ok([401, 404].includes(status), `${path}: ${status}`);
        assert.doesNotMatch(text, /# (HELP|TYPE)|gradeline_|process_cpu/);
      }
    }
  });
});
