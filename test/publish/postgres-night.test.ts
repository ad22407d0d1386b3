/** Imports and publishing while PostgreSQL goes away, or somebody else is writing. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import { afterAll, afterEach, beforeAll, test } from "vitest";
import { openDatabase } from "../../src/database/engine.ts";
import { writeCanonicalLine } from "../../src/feed/canonical.ts";
import { testFolder } from "../support/folders.ts";
import { type OwnPostgres, startOwnPostgres } from "../support/own-postgres.ts";
import { dumpArchive } from "../support/published.ts";
import { gameRecord, quoteRecord } from "../support/records.ts";
import { runCommand } from "../support/run-command.ts";

let postgres: OwnPostgres;
const file = join(testFolder("night"), "night.ndjson");
let url: string;
let holder: Client | null = null;

beforeAll(async () => {
  postgres = await startOwnPostgres();
  writeFileSync(file, [gameRecord(), quoteRecord()].map((record) => `${writeCanonicalLine(record)}\n`).join(""));
  url = await postgres.freshUrl();
  await (await openDatabase(url)).close();
});
afterEach(async () => {
  await holder?.end();
  holder = null;
});
afterAll(() => postgres?.close());

/** As another command does that is writing. */
async function write(): Promise<Client> {
  holder = await postgres.connect(url);
  await holder.query("begin; update write_lock set taken = taken + 1 where id = 1");
  return holder;
}
async function isWaiting(): Promise<number> {
  const untilMs = performance.now() + 30_000;
  for (;;) {
    const rows = await postgres.query<{ pid: number }>(
      "select pid from pg_stat_activity where application_name like 'gradeline night %' and wait_event_type = 'Lock'",
    );
    const [row] = rows;
    if (row !== undefined) return row.pid;
    assert.ok(performance.now() < untilMs, "nobody waits");
    await sleep(20);
  }
}
const importing = () => runCommand(["import", "canonical", file], { DATABASE_URL: url });

test("a night that loses its connection ends in one line, which says that nothing was changed, and can be run again", async () => {
  await write();
  const import_ = importing();
  await postgres.query("select pg_terminate_backend($1)", [await isWaiting()]);
  const { code, errors } = await import_;
  assert.equal(code, 1);
  assert.match(
    errors,
    /^gradeline: the database postgres:\/\/postgres@[^ ]+ cannot be asked: terminating connection due to administrator command \(nothing was changed\)\n$/,
  );
  await holder?.query("rollback");
  assert.equal((await importing()).code, 0);
});

test("a night waits for another one that is writing, and then does its work", async () => {
  const client = await write();
  const import_ = importing();
  await isWaiting();
  await sleep(1_000);
  await client.query("rollback");
  const { code, errors } = await import_;
  assert.equal(code, 0, errors);
  assert.equal((await runCommand(["publish"], { DATABASE_URL: url })).code, 0);
  assert.ok((await dumpArchive(url)).some((line) => line.startsWith("game ")));
});
