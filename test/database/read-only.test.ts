/** Commands that only tell what is there need not be allowed to write, and change nothing, beside a server or without. */
import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, beforeAll, describe, test } from "vitest";
import { createKey } from "../../src/access/keys/account-keys.ts";
import { openAccess, openDatabase } from "../../src/database/engine.ts";
import { startKillable } from "../access/killable-server.ts";
import { gradeline } from "../support/command.ts";
import { startEngine, type TestEngine } from "../support/engines.ts";
import { asReader, letRead, letWrite, whyNoReader } from "../support/reader.ts";
import { runCommand } from "../support/run-command.ts";
import { skipIf } from "../support/skip-if.ts";
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
  Object.fromEntries(readdirSync(folder).map((name) => [name, hash("sha256", readFileSync(join(folder, name)))]));

describe("on sqlite, as a user who may not write", { ...skipIf(whyNoReader()), ...long }, () => {
  const folders: string[] = [];
  afterAll(() => {
    for (const folder of folders) {
      letWrite(folder);
      rmSync(folder, { recursive: true, force: true });
    }
  });
  async function fresh() {
    const made = await newDatabase();
    folders.push(made.folder);
    return made;
  }

  test("every command that only tells what is there works where no server runs, and leaves no trace", async () => {
    const { folder, url } = await fresh();
    letRead(folder);
    const before = digests(folder);
    assert.deepEqual(Object.keys(before), ["g-access.db", "g.db"]);
    for (const command of commands) {
      const { code, output, errors } = await asReader(command, { DATABASE_URL: url });
      assert.deepEqual([code, errors], [0, ""], command.join(" "));
      if (command[0] !== "doubts") assert.match(output, /a@example\.com/);
    }
    const elsewhere = mkdtempSync(join(tmpdir(), "gradeline-export-"));
    chmodSync(elsewhere, 0o777);
    const exported = await asReader(["identities", "export", join(elsewhere, "ids")], { DATABASE_URL: url });
    rmSync(elsewhere, { recursive: true, force: true });
    assert.deepEqual([exported.code, exported.errors], [0, ""]);
    assert.deepEqual(digests(folder), before);
  });

  test("beside a running server they see what was counted a moment ago, and the server goes on", async () => {
    const { folder, url, key } = await fresh();
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644);
    const server = await startKillable(url, folder);
    try {
      letRead(folder);
      if (process.getuid?.() !== 0) letWrite(folder);
      const ask = async () => (await fetch(`${server.url}/v1/sports`, { headers: { "x-api-key": key } })).status;
      for (let asked = 1; asked <= 3; asked++) {
        assert.equal(await ask(), 200);
        await until(async () => (await usedAsReader(url)) === asked, "a reader sees the request");
      }
      for (const command of commands) assert.equal((await asReader(command, { DATABASE_URL: url })).code, 0);
      assert.equal(await ask(), 200);
      await until(async () => (await usedAsReader(url)) === 4, "the last request is written down");
    } finally {
      await server.kill();
    }
    // What a killed server leaves can be read too: nothing that was counted is missing.
    const { code, output } = await asReader(["usage", email, "--json"], { DATABASE_URL: url });
    assert.equal(code, 0);
    assert.match(output, /"requestsUsed":4/);
  });

  test("a file that may not be read, and one that must be recovered first, are told of in one line", async () => {
    const { folder, url, key } = await fresh();
    chmodSync(folder, 0o755);
    chmodSync(join(folder, "g-access.db"), 0o600);
    if (process.getuid?.() === 0) {
      const { code, errors } = await asReader(["key", "list"], { DATABASE_URL: url });
      assert.equal(code, 1);
      assert.match(errors, /^gradeline: the database \S+g-access\.db cannot be opened: this user may not read it\n$/);
    }
    const server = await startKillable(url, folder);
    await fetch(`${server.url}/v1/sports`, { headers: { "x-api-key": key } });
    // Requests are written down once a second.
    await sleep(1_500);
    await server.kill();
    rmSync(join(folder, "g-access.db-shm"));
    letRead(folder);
    const { code, errors } = await asReader(["key", "list"], { DATABASE_URL: url });
    assert.equal(code, 1);
    assert.match(
      errors,
      /^gradeline: .*g-access\.db cannot be opened: it was not closed properly, and must first be ope/,
    );
    letWrite(folder);
    assert.equal((await runCommand(["key", "list"], { DATABASE_URL: url })).code, 0);
  });
});

async function usedAsReader(url: string): Promise<unknown> {
  const { code, output, errors } = await asReader(["usage", email, "--json"], { DATABASE_URL: url });
  assert.deepEqual([code, errors], [0, ""]);
  return JSON.parse(output).requestsUsed;
}

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
