/** What becomes of our connections to PostgreSQL when they, their server, or its host fail. */
import assert from "node:assert/strict";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Kysely, PostgresDialect, sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, test } from "vitest";
import { DatabaseOutage, isOutage } from "../../src/database/database-error.ts";
import {
  connectionsFor,
  type Database,
  openAccess,
  openDatabase,
  writeTransaction,
} from "../../src/database/engine.ts";
import type { AnyTables } from "../../src/database/names.ts";
import { BoundedPool } from "../../src/database/postgres.ts";
import { type Limits, limitsOf } from "../../src/database/uses.ts";
import { type OwnPostgres, startOwnPostgres } from "../support/own-postgres.ts";
import { postgresRefusal } from "../support/postgres-refusal.ts";
import { startTcpProxy, type TcpProxy } from "../support/tcp-proxy.ts";
import { until } from "../support/until.ts";
import { long } from "../support/volume.ts";

/** The machine may be busy with other tests. */
const slackMs = 30_000;
const most = 24;

describe("a connection to PostgreSQL", () => {
  let postgres: OwnPostgres;
  let proxy: TcpProxy;
  let url: string;
  let facts: Database;
  let details: Database;
  const opened: Database[] = [];

  beforeAll(async () => {
    postgres = await startOwnPostgres(["-c", `max_connections=${most}`]);
    proxy = await startTcpProxy(postgres.port);
    url = (await postgres.freshUrl()).replace(`:${postgres.port}/`, `:${proxy.port}/`);
    await (await openDatabase(url)).close();
  });
  afterAll(async () => {
    await proxy?.close();
    await postgres?.close();
  });
  beforeEach(async () => {
    facts = await open(openDatabase(url));
    details = await open(connectionsFor(facts, "details"));
  });
  afterEach(async () => {
    proxy.setMode("pass");
    for (const database of opened.splice(0)) await database.close();
  });

  async function open(opening: Promise<Database>): Promise<Database> {
    const database = await opening;
    opened.push(database);
    return database;
  }
  const ask = async (database: Database): Promise<number> => {
    const { rows } = await sql<{ one: number }>`select 1 as one`.execute(database.kysely);
    return rows[0]?.one ?? 0;
  };
  const backendsOf = (database: string) =>
    postgres.query<{ pid: number; application_name: string }>(
      "select pid, application_name from pg_stat_activity where datname = $1",
      [database],
    );
  const databaseName = () => new URL(url).pathname.slice(1);
  const terminateAll = () =>
    postgres.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [databaseName()]);
  /** Until so many statements wait in the server. They must wait for longer than it takes to see them. */
  async function areUnderWay(count: number): Promise<void> {
    const sql = "select 1 from pg_stat_activity where datname = $1 and state = 'active' and query like '%pg_sleep%'";
    await until(async () => (await postgres.query(sql, [databaseName()])).length >= count, `${count} under way`);
  }
  /** Connections for details that let a statement take longer than any test does. */
  async function withPatience(
    limits: Partial<Limits>,
    work: (kysely: Kysely<AnyTables>) => Promise<void>,
    at = url,
  ): Promise<void> {
    const patient = { ...limitsOf.details, statementMs: 60_000, silenceMs: 60_000, ...limits };
    const kysely = new Kysely<AnyTables>({
      dialect: new PostgresDialect({ pool: new BoundedPool(at, "details", patient) }),
    });
    try {
      await work(kysely);
    } finally {
      await kysely.destroy();
    }
  }
  const askAny = async (kysely: Kysely<AnyTables>) =>
    (await sql<{ one: number }>`select 1 as one`.execute(kysely)).rows;
  /** Rejects with an outage, and in time. */
  async function failsWithin(limitMs: number, work: Promise<unknown>, says: RegExp): Promise<void> {
    const begunMs = performance.now();
    await assert.rejects(work, (error) => {
      assert.ok(isOutage(error), String(error));
      assert.match(String(error), says);
      assert.doesNotMatch(String(error), /password/);
      return true;
    });
    const elapsedMs = performance.now() - begunMs;
    assert.ok(elapsedMs < limitMs + slackMs, `${elapsedMs} ms`);
  }

  test("that is ended between two statements of a transaction fails the transaction, and nothing else", async () => {
    await failsWithin(
      0,
      details.kysely.transaction().execute(async (connection) => {
        await sql`select 1`.execute(connection);
        await terminateAll();
        // The news arrives while nobody has asked anything.
        await sleep(200);
        await sql`select 2`.execute(connection);
      }),
      /terminating connection due to administrator command/,
    );
    assert.equal(await ask(details), 1);
  });

  test("that is ended under a statement, ten times, leaves ten errors and a pool that works", long, async () => {
    await withPatience({}, async (kysely) => {
      for (let round = 0; round < 10; round++) {
        const asking = [1, 2, 3].map(() => sql`select pg_sleep(50)`.execute(kysely));
        const all = Promise.allSettled(asking);
        await areUnderWay(3);
        await terminateAll();
        for (const { status, ...rest } of await all) {
          assert.equal(status, "rejected");
          assert.ok(isOutage((rest as PromiseRejectedResult).reason), String((rest as PromiseRejectedResult).reason));
        }
        assert.deepEqual(await askAny(kysely), [{ one: 1 }]);
      }
    });
  });

  test("of a server that restarts is replaced, ten times", long, async () => {
    await withPatience({}, async (kysely) => {
      for (let round = 0; round < 10; round++) {
        const asking = Promise.allSettled([1, 2, 3].map(() => sql`select pg_sleep(50)`.execute(kysely)));
        await areUnderWay(3);
        await postgres.stop();
        for (const { status } of await asking) assert.equal(status, "rejected");
        await failsWithin(0, askAny(kysely), /ECONNRE|Connection terminated|cannot be asked/);
        await postgres.start();
        const begunMs = performance.now();
        await backAgain(kysely);
        assert.ok(performance.now() - begunMs < 1_000 + slackMs);
      }
    });
  });

  async function backAgain(kysely: Kysely<AnyTables>): Promise<void> {
    await until(async () => {
      try {
        await askAny(kysely);
        return true;
      } catch (error) {
        assert.ok(isOutage(error), String(error));
        return false;
      }
    }, "it is asked again");
  }

  test("of a host that falls silent fails in time, and is not used again", async () => {
    assert.equal(await ask(details), 1);
    proxy.setMode("silent");
    await failsWithin(limitsOf.details.silenceMs, ask(details), /nothing came from the server for 1100 ms/);
    // Neither does a new connection come about, nor does anybody wait for one soon after.
    await failsWithin(limitsOf.details.connectMs, ask(details), /timeout/);
    await failsWithin(0, ask(details), /timeout/);
    proxy.setMode("pass");
    await backAgain(details.kysely);
    assert.equal(await ask(details), 1);
  });

  test("whose answers are lost fails in time", long, async () => {
    assert.equal(await ask(details), 1);
    proxy.setMode("swallow");
    await failsWithin(limitsOf.details.silenceMs, ask(details), /nothing came from the server/);
  });

  test("of a server that is frozen fails in time, and works when it is thawed", async () => {
    assert.equal(await ask(details), 1);
    postgres.freeze();
    try {
      await failsWithin(limitsOf.details.silenceMs, ask(details), /nothing came from the server/);
      await failsWithin(limitsOf.details.connectMs, ask(details), /timeout/);
    } finally {
      postgres.thaw();
    }
    await backAgain(details.kysely);
  });

  test("of a server that is busy with a long answer is not taken for a silent one", long, async () => {
    await withPatience({ silenceMs: 1_000 }, async (kysely) => {
      const slow = sql<{ text: string }>`
        select repeat('x', 20000) || pg_sleep(0.2)::text as text from generate_series(1, 15)`.execute(kysely);
      assert.equal((await slow).rows.length, 15);
      await assert.rejects(sql`select pg_sleep(20)`.execute(kysely), /nothing came from the server for 1000 ms/);
    });
  });

  test("whose process was busy itself is not taken for a silent one", long, async () => {
    const silenceMs = 3_000;
    // Without the proxy, which would stand still with this process.
    const direct = url.replace(`:${proxy.port}/`, `:${postgres.port}/`);
    await withPatience(
      { silenceMs },
      async (kysely) => {
        await askAny(kysely);
        const asking = sql`select pg_sleep(2)`.execute(kysely);
        await areUnderWay(1);
        // The event loop stands still for longer than the server may be silent.
        const untilMs = performance.now() + silenceMs + 300;
        while (performance.now() < untilMs);
        await asking;
      },
      direct,
    );
  });

  test("that waits for a lock fails in time, and says so", async () => {
    const holder = await postgres.connect(url);
    await holder.query("begin");
    await holder.query("lock table published_games in access exclusive mode");
    try {
      const read = sql`select game_id from published_games`.execute(details.kysely);
      await failsWithin(limitsOf.details.lockMs, read, /lock timeout/);
    } finally {
      await holder.end();
    }
  });

  test("is not waited for longer than its use allows, and other uses have their own", long, async () => {
    await withPatience({}, async (kysely) => {
      const busy = [1, 2, 3].map(() => sql`select pg_sleep(5)`.execute(kysely));
      await areUnderWay(limitsOf.details.connections);
      const pages = await open(connectionsFor(facts, "pages"));
      const waiting = failsWithin(
        limitsOf.details.connectMs,
        askAny(kysely),
        /timeout exceeded when trying to connect/,
      );
      assert.equal(await ask(pages), 1);
      await waiting;
      await Promise.all(busy);
    });
  });

  test("says which node it belongs to, and what for", async () => {
    const uses = ["admission", "details", "refresh", "pages"] as const;
    for (const use of uses) await ask(await open(connectionsFor(facts, use)));
    const names = (await backendsOf(databaseName())).map(({ application_name: name }) => name);
    for (const use of uses)
      assert.ok(
        names.some((name) => name.startsWith(`gradeline ${use} `)),
        names.join(", "),
      );
    assert.ok(
      names.some((name) => name.endsWith(`:${process.pid}`)),
      names.join(", "),
    );
  });

  test("that decides on keys stays open when nobody asks, for a server that has no more to give", long, async () => {
    const admission = await open(connectionsFor(await open(openAccess(url)), "admission"));
    await Promise.all([1, 2, 3, 4].map(() => sql`select pg_sleep(0.2)`.execute(admission.kysely)));
    // Longer than the pool keeps those that nobody needs.
    await sleep(11_000);
    const kept = async () =>
      (await backendsOf(databaseName())).filter(({ application_name: name }) => name.includes(" admission ")).length;
    await until(async () => (await kept()) <= limitsOf.admission.kept, "the others are closed");
    assert.equal(await kept(), limitsOf.admission.kept);
    const others = [];
    try {
      for (;;) others.push(await postgres.connect());
    } catch (error) {
      assert.match(String(error), /too many clients|remaining connection slots/);
    }
    try {
      for (let turn = 0; turn < 20; turn++) assert.equal(await ask(admission), 1);
      await failsWithin(0, ask(await open(connectionsFor(facts, "pages"))), /too many clients|connection slots/);
    } finally {
      for (const other of others) await other.end();
    }
  });

  test("is not asked for in a storm while the server is away, and is there soon when it is back", long, async () => {
    let attempts = 0;
    const refusing = createServer(
      postgresRefusal("57P03", "the database system is starting up", () => {
        attempts += 1;
      }),
    );
    await new Promise<void>((resolve) => refusing.listen(0, "127.0.0.1", resolve));
    const { port } = refusing.address() as { port: number };
    const pool = new BoundedPool(`postgres://u:password@127.0.0.1:${port}/db`, "admission");
    let asked = 0;
    const untilMs = performance.now() + 2_000;
    const asking = Array.from({ length: 16 }, async () => {
      while (performance.now() < untilMs) {
        asked += 1;
        await assert.rejects(pool.connect(), /cannot be asked: the database system is starting up/);
        await sleep(1);
      }
    });
    await Promise.all(asking);
    await pool.end();
    refusing.close();
    assert.ok(asked > 200, `${asked} asked`);
    // All at once when nobody knows yet, then one after another with pauses of a quarter of a second and more.
    assert.ok(attempts <= 30, `${attempts} attempts for ${asked} askers`);
  });

  test("that is taken and given back again and again leaves nothing behind", long, async () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const pool = new BoundedPool(url, "details");
    const takeAndGiveBack = async (times: number): Promise<number> => {
      for (let turn = 0; turn < times; turn++) (await pool.connect()).release();
      await sleep(10);
      collect();
      return process.memoryUsage().heapUsed;
    };
    const before = await takeAndGiveBack(5_000);
    const bytesEach = ((await takeAndGiveBack(50_000)) - before) / 50_000;
    await pool.end();
    assert.ok(bytesEach < 40, `${bytesEach} bytes each`);
  });

  test("is closed soon, though its host is silent and a statement is under way", async () => {
    const hung = await connectionsFor(facts, "refresh");
    assert.equal(await ask(hung), 1);
    proxy.setMode("silent");
    const asking = assert.rejects(ask(hung), /the connection was closed/);
    const waiting = assert.rejects(ask(hung), /the connection was closed|timeout/);
    await sleep(100);
    const begunMs = performance.now();
    await hung.close();
    await waiting;
    const elapsedMs = performance.now() - begunMs;
    assert.ok(elapsedMs < 1_100 + slackMs, `${elapsedMs} ms`);
    await asking;
  });

  test("that is lost while writing says whether anything was changed", async () => {
    const losing = writeTransaction(facts, async (connection) => {
      await sql`update archive_identity set archive_id = 'lost'`.execute(connection);
      await terminateAll();
      await sleep(100);
      await sql`select 1`.execute(connection);
    });
    await failsWithin(0, losing, /administrator command \(nothing was changed\)/);
    const { rows } = await sql<{ archive_id: string }>`select archive_id from archive_identity`.execute(facts.kysely);
    assert.notEqual(rows[0]?.archive_id, "lost");
    const committing = writeTransaction(facts, async () => {
      await terminateAll();
      await sleep(100);
    });
    await failsWithin(0, committing, /\(whether the changes were kept is not known; making them again is safe\)/);
  });
});

test("what a statement did wrong is no outage", async () => {
  assert.equal(isOutage(new Error("syntax error")), false);
  const outage = new DatabaseOutage(
    "postgres://u:password@h/db",
    Object.assign(new Error("x"), { code: "53300" }),
    "!",
  );
  assert.deepEqual(
    [outage.message, outage.reason, outage.code],
    ["the database postgres://u@h/db cannot be asked: x!", "x!", "53300"],
  );
});
