/** Commands that only tell what is there change nothing, beside a server or without. */
import assert from "node:assert/strict";
import { Client } from "pg";
import { afterAll, beforeAll, describe, test } from "vitest";
import { startKillable } from "../access/killable-server.ts";
import { makeKeyIn } from "../support/access.ts";
import { startEngine, type TestEngine } from "../support/engines.ts";
import { gradeline } from "../support/process.ts";
import { run } from "../support/run-command.ts";
import { until } from "../support/until.ts";
import { long } from "../support/volume.ts";
import { askForGames, digestsIn, email, newDatabaseFiles } from "./database-files.ts";

const usage = ["usage", email, "--json"];
const commands = [
  ["account", "list", "--json"],
  ["account", "show", email, "--json"],
  ["key", "list", "--json"],
  usage,
  ["doubts", "--json"],
] as const;

test("commands that only tell what is there change nothing, and see what was counted just now", long, async () => {
  const files = await newDatabaseFiles();
  const { url, folder, key, remove } = files;
  try {
    const before = digestsIn(folder);
    for (const command of commands) {
      const output = await run(url, ...command);
      if (command[0] !== "doubts") assert.match(output, /a@example\.com/);
    }
    // The files that SQLite makes beside a database for whoever reads it are no part of it.
    const after = Object.keys(before).map((name) => [name, digestsIn(folder)[name]]);
    assert.deepEqual(Object.fromEntries(after), before);
    const server = await startKillable(url, folder);
    const used = async () => JSON.parse(await run(url, ...usage)).requestsUsed;
    await askForGames(server, key);
    await until(async () => (await used()) === 1, "a reader sees the request");
    await server.kill();
    // What a killed server leaves can be read too: nothing that was counted is missing.
    assert.equal(await used(), 1);
  } finally {
    remove();
  }
});

describe("on postgres", long, () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startEngine("postgres");
  });
  afterAll(() => engine.close());

  test("a role that may only select is enough for what only tells what is there", async () => {
    const url = await engine.migratedUrl();
    await makeKeyIn(url, email);
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
