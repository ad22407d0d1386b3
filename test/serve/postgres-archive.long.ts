// @module-tag long
/** What callers get, and what a refresh does, while PostgreSQL cannot be asked for the archive. */
import assert from "node:assert/strict";
import { afterAll, afterEach, beforeAll, describe, test } from "vitest";
import { createKey } from "../../src/access/keys/account-keys.ts";
import { type Database, openDatabase } from "../../src/database/engine.ts";
import { limitsOf } from "../../src/database/uses.ts";
import { openServerLog } from "../../src/serve/log.ts";
import { openServer } from "../../src/serve/open-server.ts";
import { plenty } from "../support/access.ts";
import { type Answer, openApi, send, siteConfig, type TestApi } from "../support/api.ts";
import { type GameSketch, idOf, publishGames, publishTeams } from "../support/archive.ts";
import { type OwnPostgres, startOwnPostgres } from "../support/own-postgres.ts";
import { startTcpProxy, type TcpProxy } from "../support/tcp-proxy.ts";
import { until } from "../support/until.ts";
import { gamesOfLoad } from "./load.ts";

/** As promised, and for a machine that is busy with other tests. */
const promisedMs = 2_000;
const slackMs = 30_000;
const email = "reader@example.com";

describe("while the archive cannot be asked", () => {
  let postgres: OwnPostgres;
  let proxy: TcpProxy;
  let facts: Database;
  let api: TestApi;
  const closing: (() => Promise<unknown>)[] = [];
  const log: string[] = [];
  const games: readonly GameSketch[] = gamesOfLoad(1_000);
  /** Nobody but the test that takes a game asks for it. Details and paths of lines take turns. */
  let taken = 0;
  const nextGame = () => {
    const game = `/v1/games/${idOf(games[taken++] ?? assert.fail("no game is left"))}`;
    return taken % 2 === 0 ? `${game}/lines` : game;
  };

  /** Changes and revisions, which the database is asked for at every request, take turns. */
  const nextChange = () => (++taken % 2 === 0 ? "/v1/changes?since=0&limit=1" : "/v1/revisions");

  beforeAll(async () => {
    postgres = await startOwnPostgres();
    closing.push(() => postgres.close());
    proxy = await startTcpProxy(postgres.port);
    closing.push(() => proxy.close());
    const url = (await postgres.freshUrl()).replace(`:${postgres.port}/`, `:${proxy.port}/`);
    facts = await openDatabase(url);
    closing.push(() => facts.close());
    await publishTeams(facts, "nfl");
    await publishGames(facts, games);
    // The keys are elsewhere, so that nothing but the archive is away.
    const archive = { path: url, database: facts, close: async () => {} };
    api = await openApi([], { facts: archive, log: { write: (line) => void log.push(line) } });
    closing.push(() => api[Symbol.asyncDispose]());
  });
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });
  // A test that failed must not make the next one fail.
  afterEach(async () => {
    proxy.setMode("pass");
    await postgres.start();
  });

  const get = (url: string): Promise<Answer> => api.get(url);
  const why = "the archive cannot be read";
  const logged = (from: number) =>
    log.slice(from).map((line) => JSON.parse(line) as { readonly msg: string; readonly times?: number });
  const complaintsSince = (from: number) =>
    logged(from).filter(({ msg }) => msg === `requests are answered with 503: ${why}`);
  const hasSaidItIsOver = (from: number) =>
    logged(from).some(({ msg }) => msg === `requests are answered again that were not, because ${why}`);

  /** Until as many changes at once as there are connections are answered, and the log has nothing more to say. */
  async function backAgain(): Promise<void> {
    await until(async () => {
      const asked = Array.from({ length: limitsOf.details.connections }, nextChange);
      const statuses = (await Promise.all(asked.map(get))).map(({ status }) => status);
      for (const status of statuses) assert.ok([200, 503].includes(status), String(status));
      return statuses.every((status) => status === 200);
    }, "changes are answered again");
    const lastComplaint = log.findLastIndex((line) => line.includes(`with 503: ${why}`));
    if (lastComplaint === -1) return;
    await until(async () => {
      assert.equal((await get("/v1/sports")).status, 200);
      return hasSaidItIsOver(lastComplaint);
    }, "the log says that it is over");
  }
  async function holdsTables(work: () => Promise<void>): Promise<void> {
    const holder = await postgres.connect(facts.url);
    try {
      await holder.query("begin; lock table releases, archive_changes, archive_summaries in access exclusive mode");
      await work();
    } finally {
      await holder.end();
    }
  }

  const faults: Readonly<Record<string, (work: () => Promise<void>) => Promise<void>>> = {
    "because its host is silent": async (work) => {
      proxy.setMode("silent");
      await work();
      proxy.setMode("pass");
    },
    "because it is stopped": async (work) => {
      await postgres.stop();
      await work();
      await postgres.start();
    },
    "because its tables are locked": holdsTables,
  };
  for (const [reason, during] of Object.entries(faults)) {
    test(`${reason}, all of the release is served, and changes are 503 in time, uncharged`, async (t) => {
      t.onTestFinished(backAgain);
      const before = await api.used();
      const linesBefore = log.length;
      const counts = [20, 20, 1];
      const asked = counts.reduce((sum, count) => sum + count, 0);
      const whole = ["/v1/games?sport=nfl", "/v1/sports", nextGame(), nextGame()];
      await during(async () => {
        for (const url of whole) assert.equal((await get(url)).status, 200, url);
        const faultMs = performance.now();
        // More of them at once than there are connections, and again when there are none.
        for (const count of counts) {
          const begunMs = performance.now();
          const answers = await Promise.all(Array.from({ length: count }, () => get(nextChange())));
          const elapsedMs = performance.now() - begunMs;
          for (const { status, headers, body, text } of answers) {
            assert.deepEqual([status, body.error.code, headers["retry-after"]], [503, "unavailable", "1"]);
            assert.equal(headers["cache-control"], "no-store");
            assert.equal(headers.etag, undefined);
            assert.doesNotMatch(text, /postgres|archive_changes|127\.0\.0\.1|timeout/);
          }
          assert.ok(elapsedMs < promisedMs + slackMs, `${elapsedMs} ms`);
        }
        // At first at once, then every second; the line that says that it is over tells of all of them.
        const told = complaintsSince(linesBefore).reduce((sum, { times = 0 }) => sum + times, 0);
        assert.ok(told >= 1 && told <= asked, `${told} of ${asked}`);
        const lines = complaintsSince(linesBefore).length;
        const mostLines = 2 + (performance.now() - faultMs) / 1000;
        assert.ok(lines <= mostLines, `${lines} lines for ${asked} requests`);
      });
      assert.equal(await api.used(), before + whole.length);
    });
  }

  test("[D-48] [D-53] without PostgreSQL, pages and known keys go on with the release that there is, and unknown keys are 503 in time", async (t) => {
    t.onTestFinished(backAgain);
    const url = facts.url;
    const server = await openServer(siteConfig({ DATABASE_URL: url }), { log: openServerLog("silent") });
    t.onTestFinished(() => server.close());
    const terms = { plan: "standard", ...plenty, now: new Date() } as const;
    const own = await createKey(server.databases.access, { email, ...terms });
    const strange = await createKey(server.databases.access, { email, ...terms });
    const ask = (path: string, { key } = own) => send(server.app, "GET", path, { "x-api-key": key });
    const game = nextGame().replace(/\/lines$/, "");
    const { current } = server.shelf;
    assert.equal((await ask("/v1/sports")).status, 200);
    await postgres.stop();
    for (const path of ["/v1/sports", game]) {
      assert.equal((await ask(path)).status, 200, path);
      const begunMs = performance.now();
      const { status, headers } = await ask(path, strange);
      assert.deepEqual([status, headers["retry-after"]], [503, "1"], path);
      assert.ok(performance.now() - begunMs < promisedMs + slackMs);
    }
    for (const path of [
      "/",
      game.replace("/v1", ""),
      "/coverage",
      "/status",
      "/docs",
      "/v1/openapi.json",
      "/healthz",
      "/readyz",
    ]) {
      assert.equal((await send(server.app, "GET", path)).status, 200, path);
    }
    await postgres.start();
    await until(async () => (await ask(game, strange)).status === 200, "unknown keys go on");
    assert.equal(server.shelf.current, current, "nothing was loaded");
  });

  test("a refresh fails in time and leaves the shelf as it is, and a later one takes the revision over", async () => {
    const { shelf } = api;
    const before = shelf.current;
    const revision = await publishGames(facts, [{ ...(games[0] as GameSketch), referee: "Ann Other" }]);
    await holdsTables(async () => {
      const begunMs = performance.now();
      await assert.rejects(shelf.refresh(), /lock timeout/);
      // The one after it is not held up by it.
      await assert.rejects(shelf.refresh(), /lock timeout/);
      assert.ok(performance.now() - begunMs < 6_000 + slackMs);
      assert.equal(shelf.current, before);
    });
    assert.equal(await shelf.refresh(), true);
    assert.equal(shelf.current.revision, revision);
  });

  test("a refresh under a host that falls silent comes to an end, and the next one finds a connection", async () => {
    proxy.setMode("silent");
    const begunMs = performance.now();
    await assert.rejects(api.shelf.refresh(), /no answer came from the server in time/);
    assert.ok(performance.now() - begunMs < 10_000 + slackMs);
    proxy.setMode("pass");
    assert.equal(await api.shelf.refresh(), false);
  });
});
