/** The files of an embedded database, and the connection to a server: who may read them, what a power cut may undo, and how they fail. */
import assert from "node:assert/strict";
import { chmodSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, test } from "vitest";
import { setAccount } from "../../src/access/accounts.ts";
import { DatabaseError, reasonOf, withoutPassword } from "../../src/database/database-error.ts";
import { type Database, missingAccess, openAccess, openDatabase } from "../../src/database/engine.ts";
import { startEngine, type TestEngine } from "../support/engines.ts";
import { testFolder } from "../support/folders.ts";
import { skipIf } from "../support/skip-if.ts";

const folder = testFolder("files");

const modeOf = (name: string) => (statSync(join(folder, name)).mode & 0o777).toString(8);

describe("the file of accounts", skipIf(process.platform === "win32" && "no modes of files there"), () => {
  test("a new one is its owner's alone, with the files beside it", async () => {
    const before = process.umask(0o022);
    try {
      const access = await openAccess(join(folder, "sub", "g.db"));
      await setAccount(access, "a@example.com", { plan: "trial" }, new Date());
      const modes = ["", "-wal", "-shm"].map((end) => modeOf(`sub/g-access.db${end}`));
      await access.close();
      assert.deepEqual(modes, ["600", "600", "600"]);
    } finally {
      process.umask(before);
    }
  });

  test("one that is there keeps its mode", async () => {
    writeFileSync(join(folder, "old-access.db"), "");
    chmodSync(join(folder, "old-access.db"), 0o640);
    const access = await openAccess(join(folder, "old.db"));
    await access.close();
    assert.equal(modeOf("old-access.db"), "640");
  });
});

test("accounts that are not there are missing by their file; a server's never are", async () => {
  const url = join(folder, "some.db");
  assert.equal(missingAccess(url), join(folder, "some-access.db"));
  assert.equal(missingAccess(`sqlite://${url}`), join(folder, "some-access.db"));
  assert.equal(missingAccess("postgres://host/db"), null);
  await (await openAccess(url)).close();
  assert.equal(missingAccess(url), null);
});

/** SQLite's numbers: at 1 a commit in the log may be lost with the power, at 2 it is on the disk before it is told of. */
test.for<[what: string, open: (url: string) => Promise<Database>, synchronous: number]>([
  ["a revocation, a plan and a standing are on the disk before anybody is told that they hold", openAccess, 2],
  ["a night may be lost with the power, and is published again from what was imported", openDatabase, 1],
])("%s", async ([, open, expected]) => {
  const database = await open(join(folder, "power.db"));
  const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(database.kysely);
  await database.close();
  assert.equal(rows[0]?.synchronous, expected);
});

function assertTold(error: unknown, says: RegExp): true {
  assert.ok(error instanceof DatabaseError, String(error));
  assert.match(error.message, says);
  assert.doesNotMatch(error.message, /:password|wr@ng|\n/);
  return true;
}

test("a file that may not be written is named by the error", async () => {
  const access = await openAccess(join(folder, "fixed.db"));
  await sql`pragma query_only = 1`.execute(access.kysely);
  const says = /fixed-access\.db cannot be used: attempt to write a readonly database$/;
  const writing = setAccount(access, "a@example.com", { plan: "trial" }, new Date());
  await assert.rejects(writing, (error) => assertTold(error, says)).finally(() => access.close());
});

test("a URL is shown without its password, wherever that stands", () => {
  for (const [url, shown] of [
    ["postgres://u:secret@host/db", "postgres://u@host/db"],
    ["postgres://u:s@:/ecret@host/db", "postgres://u@host/db"],
    ["postgres://:secret@host/db", "postgres://@host/db"],
    ["postgres://user@org:secret@host/db", "postgres://user@org@host/db"],
    ["postgres://a/b:secret@host/db", "postgres://a/b@host/db"],
    ["postgres://host/db?pass%77ord=secret&user=u", "postgres://host/db?pass%77ord=…&user=u"],
    ["postgres://host/db?password=secret&sslmode=require", "postgres://host/db?password=…&sslmode=require"],
    ["/var/lib/a:b@c.db", "/var/lib/a:b@c.db"],
  ] as const) {
    assert.equal(withoutPassword(url), shown);
  }
});

test("a host that refuses at each of its addresses is told of by each", () => {
  const refused = ["::1", "127.0.0.1"].map((address) => new Error(`connect ECONNREFUSED ${address}:1`));
  assert.equal(reasonOf(new AggregateError(refused)), "connect ECONNREFUSED ::1:1; connect ECONNREFUSED 127.0.0.1:1");
});

describe("on postgres", {
  ...skipIf(process.env.TEST_POSTGRES_OWN === undefined && "a server that is given may ask for no password"),
}, () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startEngine("postgres");
  });
  afterAll(() => engine.close());

  test("a wrong password, and a database that is not there, are said without the password", async () => {
    const good = await engine.freshUrl();
    const wrong = good.replace(/:password@/, ":wr@ng@");
    const elsewhere = good.replace(/[^/]+$/, "elsewhere");
    for (const [url, says] of [
      [wrong, /^the database postgres:\/\/postgres@\S+ cannot be opened: password authentication failed for user/],
      [elsewhere, /cannot be opened: database "elsewhere" does not exist$/],
    ] as const) {
      await assert.rejects(openAccess(url), (error) => assertTold(error, says));
    }
  });
});
