/** What only the counting on SQLite can get wrong: its log, and its memory of it. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { afterAll, beforeAll, test } from "vitest";
import { readAccount } from "../../src/access/accounts.ts";
import { Again } from "../../src/access/counting/moments.ts";
import { withClock } from "../../src/access/counting/runtime.ts";
import { sqliteCounter } from "../../src/access/counting/sqlite-counter.ts";
import { hashKey } from "../../src/access/keys/keys.ts";
import { createKey } from "../../src/access/keys/operator-keys.ts";
import type { AccessTables } from "../../src/access/tables.ts";
import { type Direct, openDirect } from "../../src/database/direct.ts";
import { type Database, openAccess, tablesOf } from "../../src/database/engine.ts";
import { startEngine, type TestEngine } from "../support/engines.ts";

let engine: TestEngine;
let access: Database;
let nowMs = Date.UTC(2026, 10, 21, 12);

beforeAll(async () => {
  engine = await startEngine("sqlite");
  access = await openAccess(await engine.freshUrl());
});
afterAll(async () => {
  await access?.close();
  await engine.close();
});

const newKey = (email: string) => createKey(access, { email, requestsPerMinute: 1000, now: new Date(nowMs) });
const used = async (email: string) => (await readAccount(access, email, new Date(nowMs)))?.requestsUsed;
const entries = () => tablesOf<AccessTables>(access.kysely).selectFrom("request_log").selectAll().execute();

test("the log keeps a minute, and never gives a number twice", async () => {
  const { key, email } = await newKey("log@example.com");
  const counter = sqliteCounter(
    openDirect(access),
    withClock(() => nowMs),
  );
  const numbers = new Set<number>();
  for (let second = 0; second < 200; second++) {
    nowMs += 1000;
    await counter.take([hashKey(key), hashKey(key)]);
    const rows = await entries();
    assert.ok(rows.length <= 61, `${rows.length} entries after ${second} s`);
    numbers.add(rows.at(-1)?.entry ?? 0);
  }
  nowMs += 3_600_000;
  await counter.take([hashKey(key)]);
  nowMs += 3_600_000;
  await counter.take([hashKey(key)]);
  const last = (await entries()).map(({ entry }) => entry);
  assert.deepEqual([numbers.size, last], [200, [202]]);
  assert.equal(await used(email), 402);
  await counter.close();
});

test("a clock that was ahead for a moment does not keep the log from being trimmed", async () => {
  const { key } = await newKey("ahead@example.com");
  const other = await newKey("other@example.com");
  const counter = sqliteCounter(
    openDirect(access),
    withClock(() => nowMs),
  );
  nowMs += 3_600_000;
  await counter.take([hashKey(other.key)]);
  nowMs -= 3_600_000;
  for (let second = 0; second < 200; second++) {
    nowMs += 1000;
    await counter.take([hashKey(key)]);
  }
  assert.ok((await entries()).length <= 61);
  await counter.close();
});

test("what could not be committed was not counted: not in a window, not in the use", async () => {
  const { key, email } = await newKey("full@example.com");
  const direct = openDirect(access);
  let isFull = false;
  const failing: Direct = {
    ...direct,
    tryTransaction: (work, outside) =>
      direct.tryTransaction(() => {
        const result = work();
        if (isFull) throw new Error("database or disk is full");
        return result;
      }, outside),
  };
  const { kysely } = access;
  const counter = sqliteCounter(
    failing,
    withClock(() => nowMs),
  );
  const take = () => counter.take([hashKey(key), hashKey(key), hashKey(key)]);
  await take();
  isFull = true;
  await assert.rejects(take(), /disk is full/);
  nowMs += 2000;
  await assert.rejects(take(), /disk is full/);
  isFull = false;
  nowMs += 2000;
  await sql`create trigger full before insert on request_log begin select raise(abort, 'no room'); end`.execute(kysely);
  await assert.rejects(take(), /no room/);
  await sql`drop trigger full`.execute(kysely);
  const taken = (await take()).at(-1);
  assert.ok(taken !== undefined && !(taken instanceof Again) && taken.outcome === "taken");
  assert.deepEqual([taken.counts.counted, taken.counts.used, await used(email)], [6, 6, 6]);
  await counter.close();
});
