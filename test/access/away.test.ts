/** Callers, load balancers and the log while the database of accounts is away [D-48]. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, test } from "vitest";
import { readAccount } from "../../src/access/accounts.ts";
import { createKey, type NewKey } from "../../src/access/keys/account-keys.ts";
import { makeKey } from "../../src/access/keys/keys.ts";
import { type Database, openAccess } from "../../src/database/engine.ts";
import { plenty } from "../support/access.ts";
import { type Answer, openApi, send, type TestApi } from "../support/api.ts";
import { contract, problemsWithAnswer } from "../support/contract.ts";
import { league } from "../support/league.ts";
import { type OwnPostgres, startOwnPostgres } from "../support/own-postgres.ts";
import { startTcpProxy, type TcpProxy } from "../support/tcp-proxy.ts";
import { until } from "../support/until.ts";

/** As promised, and for a machine that is busy with other tests. */
const inTimeMs = 2000 + 30_000;
const hourMs = 3_600_000;
const paths: Readonly<Record<string, string>> = { "/v1/games/{game_id}": "/v1/games/NBA-20240110-BOS-LAL" };

async function timed(asking: Promise<Answer>): Promise<Answer> {
  const begunMs = performance.now();
  const answer = await asking;
  const elapsedMs = performance.now() - begunMs;
  assert.ok(elapsedMs < inTimeMs, `${elapsedMs} ms`);
  return answer;
}

/** Every request that needs a key is answered 503, in time, and as the OpenAPI document says. */
async function assertUnavailable({ app, gate }: TestApi, key: string): Promise<void> {
  const asked = Object.keys(contract.paths).filter((path) => path !== "/v1/openapi.json");
  const message = "API keys cannot be checked at the moment: try again when Retry-After says";
  assert.ok(asked.length >= 6);
  const ask = (url: string, given = key, method = "GET") => timed(send(app, method, url, { "x-api-key": given }));
  for (const path of asked) {
    for (const method of ["GET", "HEAD"] as const) {
      const answer = await ask(paths[path] ?? path, key, method);
      assert.deepEqual([answer.status, answer.headers["retry-after"]], [503, "1"], `${method} ${path}`);
      assert.deepEqual(problemsWithAnswer(path, method, answer), []);
      if (method === "GET") assert.deepEqual(answer.body, { error: { code: "unavailable", message } });
      assert.equal(answer.headers["cache-control"], "no-store");
      assert.ok(!Object.keys(answer.headers).some((header) => /^x-(ratelimit|quota)/.test(header)));
      assert.doesNotMatch(answer.text, /sql|postgres|127\.0\.0\.1|gl_live_|econn|lock/i);
    }
  }
  assert.equal((await ask("/v1/games/%ZZ")).status, 503);
  // A key that nobody can look up may be a good one. What needs no look-up is answered as ever.
  assert.equal((await ask("/v1/sports", makeKey())).status, 503);
  assert.equal((await ask("/v1/sports", "nonsense")).status, 401);
  assert.equal((await ask("/v1/openapi.json")).status, 200);
  assert.equal(await gate.isDatabaseUp(), false);
}

describe("with a PostgreSQL that is away", () => {
  let postgres: OwnPostgres;
  let proxy: TcpProxy;
  /** Past the wire, and through it. */
  let owner: Database;
  let access: Database;
  let api: TestApi;
  let accounts = 0;
  const lines: string[] = [];

  beforeAll(async () => {
    postgres = await startOwnPostgres();
    proxy = await startTcpProxy(postgres.port);
    const url = await postgres.freshUrl();
    owner = await openAccess(url);
    access = await openAccess(url.replace(`:${postgres.port}/`, `:${proxy.port}/`));
    api = await openApi(league, { access, log: { write: (line) => void lines.push(line) } });
  });
  afterAll(async () => {
    postgres?.thaw();
    proxy?.setMode("pass");
    await api?.[Symbol.asyncDispose]();
    await access?.close();
    await owner?.close();
    await proxy?.close();
    await postgres?.close();
  });

  const newKey = (limits: Partial<NewKey> = plenty) =>
    createKey(owner, { email: `caller${++accounts}@example.com`, plan: "standard", ...limits, now: new Date() });
  const used = async (email: string) => (await readAccount(owner, email, new Date()))?.requestsUsed;
  const isCharged = (email: string, requests: number) =>
    until(async () => (await used(email)) === requests, `${requests} are charged`);
  const ask = (key: string, url = "/v1/sports") => timed(send(api.app, "GET", url, { "x-api-key": key }));
  const isReady = async () => (await send(api.app, "GET", "/readyz")).status === 200;
  const reload = async (statement: string) => {
    await postgres.query(`alter system ${statement}`);
    await postgres.query("select pg_reload_conf()");
  };

  for (const [how, begin, end] of [
    ["stopped", () => postgres.stop(), () => postgres.start()],
    ["frozen", async () => postgres.freeze(), async () => postgres.thaw()],
    ["silent", async () => proxy.setMode("silent"), async () => proxy.setMode("pass")],
    ["hard of hearing", async () => proxy.setMode("swallow"), async () => proxy.setMode("pass")],
  ] as const) {
    test(`that is ${how}: a known key is answered, an unknown one is 503, and nothing is lost or charged twice`, async () => {
      const known = await newKey();
      const strange = await newKey();
      for (let request = 0; request < 3; request++) assert.equal((await ask(known.key)).status, 200);
      await api.gate.settle();
      await begin();
      for (let request = 0; request < 20; request++) {
        const { status, headers } = await ask(known.key, request % 4 === 3 ? "/v1/nothing" : "/v1/sports");
        assert.equal(status, request % 4 === 3 ? 404 : 200);
        assert.equal(headers["x-ratelimit-remaining"], String(plenty.requestsPerMinute - 4 - request));
        await sleep(100);
      }
      const { status, headers, body } = await ask(strange.key);
      assert.deepEqual([status, headers["retry-after"], body.error.code], [503, "1", "unavailable"]);
      assert.equal(await isReady(), true, "known keys are answered");
      await end();
      await until(async () => (await ask(strange.key)).status === 200, "unknown keys are answered again");
      await isCharged(known.email, 18);
      await isCharged(strange.email, 1);
      await sleep(700);
      assert.deepEqual([await used(known.email), await used(strange.email)], [18, 1]);
    });
  }

  test("quota and minute hold meanwhile, and an hour after it was last read a key is not known any more", async () => {
    const { key, email } = await newKey({ requestsPerMinute: 5, requestsPerMonth: 8 });
    assert.equal((await ask(key)).status, 200);
    await postgres.stop();
    const statuses: number[] = [];
    for (let request = 0; request < 6; request++) statuses.push((await ask(key)).status);
    api.passMs(60_000);
    for (let request = 0; request < 5; request++) statuses.push((await ask(key)).status);
    assert.deepEqual(statuses, [200, 200, 200, 200, 429, 429, 200, 200, 200, 429, 429]);
    api.passMs(hourMs - 120_000);
    assert.equal((await ask(key)).status, 429);
    api.passMs(120_000);
    await assertUnavailable(api, key);
    assert.equal(await api.gate.probe(), false);
    await postgres.start();
    await until(async () => (await ask(key)).status === 429, "it is decided again");
    await isCharged(email, 8);
  });

  test("the log says it once a second, with how many requests it met, and once that it is over", async () => {
    const said = (from: number) =>
      lines
        .slice(from)
        .map((line) => JSON.parse(line) as { level: number; msg: string; times?: number; lastedMs?: number })
        .filter(({ msg }) => msg !== "answered" && msg !== "the caller left");
    const known = (await newKey()).key;
    await until(async () => {
      assert.equal((await ask(known)).status, 200);
      return said(0).at(-1)?.lastedMs !== undefined;
    }, "the outage of the tests before is over");
    const strange = (await newKey()).key;
    const from = lines.length;
    let met = 0;
    await postgres.stop();
    const begunMs = performance.now();
    while (performance.now() - begunMs < 2500) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => ask(strange)));
      met += answers.filter(({ status }) => status === 503).length;
    }
    await postgres.start();
    await until(async () => {
      if ((await ask(strange)).status === 503) met++;
      return said(from).at(-1)?.lastedMs !== undefined;
    }, "the log says that it is over");
    const over = said(from).filter(({ lastedMs }) => lastedMs !== undefined);
    const during = said(from).filter(({ lastedMs }) => lastedMs === undefined);
    assert.deepEqual([over.length, over[0]?.level, over[0]?.times], [1, 30, met]);
    const seconds = Math.ceil((over[0]?.lastedMs ?? 0) / 1000);
    assert.ok(during.length >= 2 && during.length <= seconds + 1, `${during.length} lines in ${seconds} s`);
    for (const line of lines.slice(from))
      assert.ok(!line.includes(strange.slice(0, 16)) && !/password/.test(line), line);
  });

  test("an increment whose confirmation was lost is not sent again, whether it was done or not [D-40]", async () => {
    const { key, email } = await newKey();
    for (let request = 0; request < 3; request++) await ask(key);
    proxy.setMode("lose-commits");
    await api.gate.settle();
    proxy.setMode("pass");
    await ask(key);
    await api.gate.settle();
    await isCharged(email, 4);
    // The server ends the connection before it commits.
    const client = await postgres.connect(owner.url);
    await client.query(`create function end_it() returns trigger language plpgsql as $$
      begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(1); return null; end $$`);
    await client.query(`create constraint trigger ending after update on period_uses deferrable initially deferred
      for each row execute function end_it()`);
    for (let request = 0; request < 3; request++) await ask(key);
    await api.gate.settle();
    await client.query("drop trigger ending on period_uses");
    await client.end();
    await ask(key);
    await api.gate.settle();
    assert.equal(await used(email), 5, "in doubt, for the caller");
    api.passMs(500);
    assert.equal((await ask(key)).headers["x-quota-remaining"], String(plenty.requestsPerMonth - 6));
  });

  test("an account that somebody has locked is answered, and settled afterwards with all others", async () => {
    const [held, other] = [await newKey(), await newKey()];
    const holder = await postgres.connect(owner.url);
    await holder.query("begin");
    await holder.query(`select 1 from accounts where email = '${held.email}' for update`);
    for (let request = 0; request < 5; request++) {
      assert.equal((await ask(held.key)).status, 200);
      assert.equal((await ask(other.key)).status, 200);
    }
    assert.equal(await used(held.email), 0);
    await holder.query("rollback");
    await holder.end();
    for (const { email } of [held, other]) await isCharged(email, 5);
  });

  test("a server that can only be read answers all the same, and says that it cannot count", async () => {
    const { key, email } = await newKey();
    await reload("set default_transaction_read_only = on");
    await until(async () => {
      assert.equal((await ask(key)).status, 200);
      return !(await api.gate.isDatabaseUp());
    }, "it is noticed");
    assert.equal(await isReady(), true);
    await reload("reset default_transaction_read_only");
    await until(() => api.gate.isDatabaseUp(), "it is written again");
    assert.ok(((await used(email)) ?? 0) > 0);
  });
});

test("with another process that holds SQLite's write lock requests are answered for ten seconds, and then 503", async () => {
  await using api = await openApi(league);
  const ask = async (): Promise<number> => (await timed(api.get("/v1/sports"))).status;
  const other = new DatabaseSync(api.access.url, { timeout: 5000 });
  assert.equal(await ask(), 200);
  await api.gate.settle();
  other.exec("begin immediate");
  assert.equal(await ask(), 200);
  await until(async () => !(await api.gate.isDatabaseUp()), "it is noticed");
  assert.equal(await api.gate.probe(), true);
  api.passMs(9000);
  assert.equal(await ask(), 200);
  api.passMs(1000);
  await assertUnavailable(api, api.key);
  assert.equal(await api.gate.probe(), false);
  other.exec("rollback");
  other.close();
  await until(async () => (await ask()) === 200, "requests are answered again");
  assert.equal(await api.used(), 4);
});
