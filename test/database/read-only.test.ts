/** Commands that only tell what is there change nothing, beside a server or without. */
import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";
import { afterAll, beforeAll, describe, test } from "vitest";
import { createKey } from "../../src/access/keys/account-keys.ts";
import { openAccess, openDatabase } from "../../src/database/engine.ts";
import { startKillable } from "../access/killable-server.ts";
import { startEngine, type TestEngine } from "../support/engines.ts";
import { gradeline } from "../support/process.ts";
import { runCommand } from "../support/run-command.ts";
import { until } from "../support/until.ts";
import { long } from "../support/volume.ts";

const email = "a@example.com";
const commands = [
  ["account", "list", "--json"],
  ["account", "show", email, "--json"],
  ["key", "list", "--json"],
  ["usage", email, "--json"],
  ["doubts", "--json"],
] as const;

/** Both files of an embedded database, with an account and a key. */
async function newDatabase(): Promise<{ folder: string; url: string; key: string }> {
  const folder = mkdtempSync(join(tmpdir(), "gradeline-read-"));
  const url = join(folder, "g.db");
  await (await openDatabase(url)).close();
  const access = await openAccess(url);
  const { key } = await createKey(access, { email, plan: "standard", now: new Date() });
  await access.close();
  return { folder, url, key };
}

const digests = (folder: string) =>
  ["g-access.db", "g.db"].map((name) => hash("sha256", readFileSync(join(folder, name))));

test("reading a database of another version changes nothing, and says which of the two is older", async () => {
  const { folder, url } = await newDatabase();
  const access = join(folder, "g-access.db");
  const change = (sql: string) => {
    const database = new DatabaseSync(access);
    database.exec(sql);
    database.close();
  };
  try {
    change("delete from access_migration where name = '0.2.0'");
    const before = digests(folder);
    const older = await runCommand(["account", "list"], { DATABASE_URL: url });
    assert.equal(older.code, 1);
    assert.match(
      older.errors,
      /^gradeline: the database \S+ is of an earlier version of Gradeline; gradeline serve brin/,
    );
    assert.deepEqual(digests(folder), before);
    change("insert into access_migration values ('0.2.0', ''), ('9.9.9', '')");
    const later = await runCommand(["account", "list"], { DATABASE_URL: url });
    assert.match(
      later.errors,
      /: a later version of Gradeline has migrated it \(9\.9\.9\): run that version, or restore a backup/,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("commands that only tell what is there change nothing, and see what was counted just now", long, async () => {
  const { folder, url, key } = await newDatabase();
  try {
    const before = digests(folder);
    for (const command of commands) {
      const { code, output, errors } = await runCommand(command, { DATABASE_URL: url });
      assert.deepEqual([code, errors], [0, ""], command.join(" "));
      if (command[0] !== "doubts") assert.match(output, /a@example\.com/);
    }
    assert.deepEqual(digests(folder), before);
    const server = await startKillable(url, folder);
    const used = async () =>
      JSON.parse((await runCommand(["usage", email, "--json"], { DATABASE_URL: url })).output).requestsUsed;
    await fetch(`${server.url}/v1/sports`, { headers: { "x-api-key": key } });
    await until(async () => (await used()) === 1, "a reader sees the request");
    await server.kill();
    // What a killed server leaves can be read too: nothing that was counted is missing.
    assert.equal(await used(), 1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

describe("on postgres", long, () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startEngine("postgres");
  });
  afterAll(() => engine.close());

  test("a role that may only select is enough for what only tells what is there", async () => {
    const url = await engine.freshUrl();
    await (await openDatabase(url)).close();
    const access = await openAccess(url);
    await createKey(access, { email, plan: "standard", now: new Date() });
    await access.close();
    const role = `reader_${process.pid}`;
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query(`create role ${role} login password 'reading'`);
    await client.query(`grant select on all tables in schema public to ${role}`);
    await client.end();
    const reading = new URL(url);
    reading.username = role;
    reading.password = "reading";
    for (const command of commands) {
      const { code, errors } = await gradeline(command, { DATABASE_URL: reading.href });
      assert.deepEqual([code, errors], [0, ""], command.join(" "));
    }
  });
});
