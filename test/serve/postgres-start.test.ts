/** Starting while PostgreSQL is not there yet, or will never be. */
import assert from "node:assert/strict";
import { createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import { afterAll, afterEach, beforeAll, describe, test } from "vitest";
import { openAccess, openDatabase } from "../../src/database/engine.ts";
import { freePort } from "../support/http-server.ts";
import { type OwnPostgres, startOwnPostgres } from "../support/own-postgres.ts";
import { gradeline, type ServingProcess, startServing } from "../support/process.ts";
import { until } from "../support/until.ts";
import { long, longIf } from "../support/volume.ts";

const waitSeconds = 30;
/** Who does not fail at once would wait for this long. */
const longWaitSeconds = 120;
/** Node itself takes a second or two to start, many more when other tests run. */
const atOnceMs = 60_000;

describe("a start", () => {
  let postgres: OwnPostgres;
  let url: string;
  const running: { close(): Promise<void> }[] = [];

  beforeAll(async () => {
    postgres = await startOwnPostgres(["-c", "max_connections=12"]);
    url = await postgres.freshUrl();
    await (await openDatabase(url)).close();
    await (await openAccess(url)).close();
  });
  afterEach(async () => {
    for (const each of running.splice(0)) await each.close();
  });
  afterAll(() => postgres?.close());

  function start(databaseUrl: string, seconds: number, words?: readonly string[]): ServingProcess {
    const serving = startServing({ DATABASE_URL: databaseUrl, DATABASE_WAIT_SECONDS: String(seconds) }, words);
    running.push(serving);
    return serving;
  }
  async function says(serving: ServingProcess, text: RegExp): Promise<void> {
    await until(() => {
      if (text.test(serving.screen())) return true;
      assert.equal(serving.end(), null, serving.screen());
      return false;
    }, `it says ${text}`);
  }
  const servesSoon = async (serving: ServingProcess): Promise<void> => {
    // On a busy machine the first look at the database may take longer than /readyz waits for it.
    await until(async () => (await fetch(`${await serving.url}/readyz`)).status === 200, "it is ready");
  };

  test("while the server is down waits, says so once, and serves when it is up", async () => {
    await postgres.stop();
    try {
      const serving = start(url, waitSeconds);
      await says(serving, /^gradeline: waiting up to 30 s for the database: connect ECONNREFUSED/m);
      await sleep(1_000);
      assert.equal(serving.end(), null);
      await postgres.start();
      await servesSoon(serving);
      // A server that is starting up is another reason, which is said once, too.
      const said = serving.screen().match(/^gradeline: waiting.*$/gm) ?? [];
      assert.equal(new Set(said).size, said.length, serving.screen());
    } finally {
      await postgres.start();
    }
  });

  for (const [what, free] of [
    ["no connection left waits for one", 0],
    ["too few connections left waits for more", 1],
    ["enough connections to be opened and none to be read by waits for one", 2],
  ] as const) {
    test(`while the server has ${what}`, long, async () => {
      // Those of servers before would come free in the middle of this.
      const ofOurs = "select 1 from pg_stat_activity where application_name like 'gradeline %'";
      await until(async () => (await postgres.query(ofOurs)).length === 0, "all connections of before are closed");
      const others: Client[] = [];
      await until(async () => {
        try {
          others.push(await postgres.connect());
          return false;
        } catch (error) {
          assert.match(String(error), /too many clients|connection slots/);
          return true;
        }
      }, "all connections are used");
      try {
        for (const other of others.splice(0, free)) await other.end();
        const serving = start(url, waitSeconds);
        await says(serving, /waiting up to 30 s for the database: .*(too many clients|connection slots)/);
        for (const other of others.splice(0)) await other.end();
        await servesSoon(serving);
      } finally {
        for (const other of others) await other.end();
      }
    });
  }

  test("while the server recovers waits for a bounded time, and ends in one line", long, async () => {
    const refusing = createServer(postgresRefusal("57P03", "the database system is starting up"));
    const port = await listening(refusing);
    const serving = start(`postgres://u:secret@127.0.0.1:${port}/db`, 2);
    const { code } = await serving.ended;
    refusing.close();
    assert.equal(code, 1);
    assert.equal(
      serving.screen(),
      "gradeline: waiting up to 2 s for the database: the database system is starting up\n" +
        `gradeline: the database postgres://u@127.0.0.1:${port}/db cannot be opened: the database system is starting up\n`,
    );
  });

  test("that waits ends at once when it is told to", long, async () => {
    const serving = start(`postgres://u:p@127.0.0.1:${await freePort()}/db`, 60);
    await says(serving, /waiting up to 60 s/);
    const begunMs = performance.now();
    serving.signal("SIGTERM");
    await serving.ended;
    assert.ok(performance.now() - begunMs < 3_000);
  });

  const wrong = [
    ["a wrong password", (good: string) => good.replace("password", "wrong"), /password authentication failed/],
    [
      "a database that nobody knows",
      (good: string) => good.replace(/\w+$/, "nothing"),
      /database "nothing" does not exist/,
    ],
    ["a host that nobody knows", () => "postgres://u:p@gradeline.invalid/db", /ENOTFOUND gradeline\.invalid/],
  ] as const;
  for (const [what, made, reason] of wrong) {
    test(`with ${what} fails at once, in one line`, longIf(what !== "a wrong password"), async () => {
      const begunMs = performance.now();
      const serving = start(made(url), longWaitSeconds);
      const { code } = await serving.ended;
      assert.equal(code, 1);
      assert.match(serving.screen(), reason);
      assert.match(serving.screen(), /^gradeline: [^\n]+\n$/);
      assert.ok(performance.now() - begunMs < atOnceMs, `${performance.now() - begunMs} ms`);
    });
  }

  test("of a publish waits too, and of a command for a person does not", long, async () => {
    await postgres.stop();
    try {
      const publishing = start(url, waitSeconds, ["publish"]);
      const listing = await gradeline(["account", "list"], { DATABASE_URL: url });
      assert.equal(listing.code, 1);
      assert.match(listing.errors, /^gradeline: the database [^\n]+ cannot be opened: connect ECONNREFUSED[^\n]+\n$/);
      await says(publishing, /waiting up to 15 s for the database/);
      await postgres.start();
      assert.equal((await publishing.ended).code, 0, publishing.screen());
    } finally {
      await postgres.start();
    }
  });
});

function listening(server: Server): Promise<number> {
  return new Promise((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve((server.address() as { readonly port: number }).port)),
  );
}

/** A server that refuses every connection, as a PostgreSQL server that cannot be used yet does. */
function postgresRefusal(code: string, message: string): (socket: Socket) => void {
  // https://www.postgresql.org/docs/current/protocol-message-formats.html
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.alloc(5, "E");
  head.writeInt32BE(fields.length + 4, 1);
  return (socket) => {
    socket.on("error", () => {});
    // The client's first message says who it is; the refusal is the answer to it.
    socket.once("data", () => socket.end(Buffer.concat([head, fields])));
  };
}
