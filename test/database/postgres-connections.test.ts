/** What becomes of our connections to PostgreSQL when they, their server, or its host fail. */
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, test } from "vitest";
import { DatabaseOutage, isOutage } from "../../src/database/database-error.ts";
import { connectionsFor, type Database, openDatabase, writeTransaction } from "../../src/database/engine.ts";
import { limitsOf } from "../../src/database/uses.ts";
import { type OwnPostgres, startOwnPostgres } from "../support/own-postgres.ts";
import { startTcpProxy, type TcpProxy } from "../support/tcp-proxy.ts";
import { until } from "../support/until.ts";

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
  /** Ends all connections; the news arrives while nobody has asked anything. */
  async function terminateAll(): Promise<void> {
    const name = new URL(url).pathname.slice(1);
    await postgres.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);
    await sleep(200);
  }
  async function isDoneWithin(limitMs: number, work: Promise<unknown>): Promise<void> {
    const begunMs = performance.now();
    await work;
    const elapsedMs = performance.now() - begunMs;
    assert.ok(elapsedMs < limitMs + slackMs, `${elapsedMs} ms`);
  }
  /** Rejects with an outage, and in time. */
  const failsWithin = (limitMs: number, work: Promise<unknown>, says: RegExp) =>
    isDoneWithin(
      limitMs,
      assert.rejects(work, (error) => {
        assert.ok(isOutage(error), String(error));
        assert.match(String(error), says);
        assert.doesNotMatch(String(error), /password/);
        return true;
      }),
    );

  test("that is ended between two statements of a transaction fails the transaction, and nothing else", async () => {
    const working = details.kysely.transaction().execute(async (connection) => {
      await sql`select 1`.execute(connection);
      await terminateAll();
      await sql`select 2`.execute(connection);
    });
    await failsWithin(0, working, /terminating connection due to administrator command/);
    assert.equal(await ask(details), 1);
  });

  test("of a host that falls silent fails in time, and is not used again", async () => {
    assert.equal(await ask(details), 1);
    proxy.setMode("silent");
    await failsWithin(limitsOf.details.statementMs, ask(details), /no answer came from the server in time/);
    // Nor does a new connection come about.
    await failsWithin(limitsOf.details.connectMs, ask(details), /timeout/);
    proxy.setMode("pass");
    const isBack = () =>
      ask(details).catch((error: unknown) => {
        assert.ok(isOutage(error), String(error));
        return 0;
      });
    await until(async () => (await isBack()) === 1, "it is asked again");
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

  test("is closed soon, though its host is silent and a statement is under way", async () => {
    const hung = await connectionsFor(facts, "refresh");
    assert.equal(await ask(hung), 1);
    proxy.setMode("silent");
    const asking = assert.rejects(ask(hung), /the connection was closed/);
    const waiting = assert.rejects(ask(hung), /the connection was closed|timeout/);
    await sleep(100);
    await isDoneWithin(1_100, Promise.all([hung.close(), waiting]));
    await asking;
  });

  test("that is lost while writing says whether anything was changed", async () => {
    const losing = writeTransaction(facts, async (connection) => {
      await sql`update archive_identity set archive_id = 'lost'`.execute(connection);
      await terminateAll();
      await sql`select 1`.execute(connection);
    });
    await failsWithin(0, losing, /administrator command \(nothing was changed\)/);
    const { rows } = await sql<{ archive_id: string }>`select archive_id from archive_identity`.execute(facts.kysely);
    assert.notEqual(rows[0]?.archive_id, "lost");
    const committing = writeTransaction(facts, terminateAll);
    await failsWithin(0, committing, /\(whether the changes were kept is not known; making them again is safe\)/);
  });
});

test("what a statement did wrong is no outage", async () => {
  assert.equal(isOutage(new Error("syntax error")), false);
  const cause = Object.assign(new Error("x"), { code: "53300" });
  const { message, reason, code } = new DatabaseOutage("postgres://u:password@h/db", cause, "!");
  const said = "the database postgres://u@h/db cannot be asked: x!";
  assert.deepEqual([message, reason, code], [said, "x!", "53300"]);
});
