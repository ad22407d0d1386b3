/** The audit list: no deed without its row, no row that changes, and nothing in it that is secret. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { afterAll, beforeAll, test } from "vitest";
import { readAccount, setAccount } from "../../src/access/accounts.ts";
import { createKey } from "../../src/access/keys/account-keys.ts";
import { newestFirst, noteBefore, readDeeds } from "../../src/audit/deeds.ts";
import { type Actor, type Database, openAccess, openDatabase } from "../../src/database/engine.ts";
import { onEachEngine } from "../support/engines.ts";

const actor: Actor = { through: "command", who: "root" };
const jane = "jane@example.com";
const all = { since: null, limit: 100 };

onEachEngine((engine) => {
  let facts: Database;
  let access: Database;
  beforeAll(async () => {
    const url = await engine.migratedUrl();
    facts = { ...(await openDatabase(url)), actor };
    access = { ...(await openAccess(url)), actor };
  });
  afterAll(async () => {
    await facts?.close();
    await access?.close();
  });

  test("what has an actor is noted, with ids alone; what has none is not", async () => {
    const { key, keyId } = await createKey(access, { email: jane, now: new Date() });
    const { actor: _, ...own } = access;
    await setAccount(own, jane, { requestsPerMinute: 7 }, new Date());
    const deeds = await readDeeds(access, all);
    assert.deepEqual(
      deeds.map(({ deed, through, who, about }) => [deed, through, who, about.key]),
      [["key create", "command", "root", keyId]],
    );
    const text = JSON.stringify(deeds);
    assert.ok(!text.includes(jane) && !text.includes(key) && !text.includes(key.slice(0, 12)));
  });

  test("the database refuses to change, remove or replace a row", async () => {
    for (const database of [facts, access]) {
      await noteBefore(database, "backfill", { of: "results" });
      const table = sql.table(`${database.part}_audit`);
      const before = await readDeeds(database, all);
      const statements = [
        sql`update ${table} set who = 'nobody'`,
        sql`delete from ${table}`,
        engine.name === "sqlite"
          ? sql`insert or replace into ${table} select deed_id, at, through, 'nobody', deed, about from ${table}`
          : sql`truncate ${table}`,
      ];
      for (const statement of statements) {
        await assert.rejects(statement.execute(database.kysely), /rows of the audit list are only added/);
      }
      assert.deepEqual(await readDeeds(database, all), before);
    }
  });

  test("a deed whose row cannot be written is not done", async () => {
    const why = new Error("the row cannot be written");
    const failing: Database = {
      ...access,
      get actor(): Actor {
        throw why;
      },
    };
    await assert.rejects(setAccount(failing, jane, { requestsPerMinute: 99 }, new Date()), why);
    assert.equal((await readAccount(access, jane, new Date()))?.requestsPerMinute, 7);
  });

  test("the newest come first, of both parts, since a time", async () => {
    await noteBefore(facts, "backfill", { of: "late", text: "x".repeat(500) });
    const lists = [await readDeeds(facts, all), await readDeeds(access, all)];
    const [newest, ...older] = newestFirst(lists, 100);
    assert.equal(newest?.about.of, "late");
    assert.equal(String(newest?.about.text).length, 200);
    assert.ok(older.every(({ at }) => at <= (newest?.at ?? "")));
    const since = await readDeeds(facts, { since: newest?.at ?? null, limit: 100 });
    assert.deepEqual(
      since.map(({ about }) => about.of),
      ["late"],
    );
  });
});
