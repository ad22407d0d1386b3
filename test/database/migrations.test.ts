/** Whatever happens while tables are made, the database has all of them or is as it was. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, test } from "vitest";
import { openAccess, openDatabase } from "../../src/database/engine.ts";
import { askDatabase } from "../support/ask-database.ts";
import { engineNames, startEngine, type TestEngine } from "../support/engines.ts";
import { runCommand } from "../support/run-command.ts";
import { longIf } from "../support/volume.ts";

const run = promisify(execFile);
const commandFile = join(import.meta.dirname, "..", "..", "bin", "gradeline.js");

async function tableNames(url: string): Promise<unknown[]> {
  const query = url.startsWith("postgres")
    ? "select table_name as name from information_schema.tables where table_schema = 'public'"
    : "select name from sqlite_schema where type = 'table'";
  const names = (await askDatabase(url, query)).map((row) => row.name);
  // Kysely makes its own record of migrations in any case, empty here.
  return names.filter((name) => !/_migration(_lock)?$/.test(String(name)));
}

for (const name of engineNames) {
  describe(`on ${name}`, () => {
    let engine: TestEngine;
    beforeAll(async () => {
      engine = await startEngine(name);
    });
    afterAll(() => engine.close());

    for (const [part, open, obstacle, migration] of [
      ["facts", openDatabase, "archive_teams", "0001-foundation"],
      ["access", openAccess, "billing_events", "0002-billing"],
    ] as const) {
      test(`a migration of the ${part} that fails is named, and nothing is left half done`, async () => {
        const url = await engine.freshUrl();
        const file = name === "sqlite" && part === "access" ? url.replace(/\.db$/, "-access.db") : url;
        await askDatabase(file, `create table ${obstacle} (other integer)`);
        await assert.rejects(open(url), new RegExp(`cannot be opened: migration ${migration} failed: .*${obstacle}`));
        assert.deepEqual(await tableNames(file), [obstacle]);
        await askDatabase(file, `drop table ${obstacle}`);
        const opened = await open(url);
        await opened.close();
        assert.ok((await tableNames(file)).length > 5);
      });
    }

    test(
      "processes that find a new database at the same time all find its tables",
      longIf(name === "sqlite"),
      async () => {
        const env = { ...process.env, DATABASE_URL: await engine.freshUrl() };
        const create = ["key", "create", "--email", "a@example.com", "--plan", "trial"];
        const commands = [create, ["publish"], create, ["publish"], create];
        await Promise.all(commands.map((command) => run(process.execPath, [commandFile, ...command], { env })));
      },
    );

    test("a database that a later version has migrated is refused", async () => {
      const url = await engine.freshUrl();
      const database = await openDatabase(url);
      await database.close();
      await askDatabase(
        url,
        "insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01T00:00:00Z')",
      );
      await assert.rejects(openDatabase(url), /cannot be opened: .*9999-later/);
    });

    test("where a later version has only added tables, this one goes on until the upgrade is finished", async () => {
      const url = await engine.freshUrl();
      const env = { DATABASE_URL: url };
      const parts = [
        ["facts", url, "kysely_migration", openDatabase, ["status", "--json"]],
        [
          "access",
          name === "sqlite" ? url.replace(/\.db$/, "-access.db") : url,
          "access_migration",
          openAccess,
          ["account", "list"],
        ],
      ] as const;
      for (const [part, place, record, open, reading] of parts) {
        await (await open(url)).close();
        const { code } = await runCommand([...reading], env);
        const added = `9999-of-${part}-adds`;
        await askDatabase(place, "create table if not exists of_a_later_version (id integer)");
        await askDatabase(place, `insert into ${record} (name, timestamp) values ('${added}', '2030-01-01T00:00:00Z')`);
        await (await open(url)).close();
        assert.deepEqual([part, (await runCommand([...reading], env)).code], [part, code]);
        // What `gradeline upgrade --finish` of the later version writes.
        await askDatabase(place, `insert into ${part}_finished (migration) values ('${added}')`);
        await assert.rejects(open(url), new RegExp(`cannot be opened: .*${added}`));
        assert.match((await runCommand([...reading], env)).errors, new RegExp(`cannot be opened: .*${added}`));
        await askDatabase(place, `delete from ${part}_finished`);
      }
    });

    test("an upgrade that is finished is finished in both parts, and noted", async () => {
      const url = await engine.freshUrl();
      const access = name === "sqlite" ? url.replace(/\.db$/, "-access.db") : url;
      await (await openAccess(url)).close();
      for (const lines of [1, 0]) {
        const { output } = await runCommand(["upgrade", "--finish"], { DATABASE_URL: url });
        const told = output.split("\n").filter((line) => line === "no earlier version opens the database any more");
        assert.equal(told.length, lines);
      }
      for (const [part, place, last] of [
        ["facts", url, "0021-finished-adds"],
        ["access", access, "0008-finished-adds"],
      ] as const) {
        const finished = await askDatabase(place, `select migration from ${part}_finished order by migration`);
        assert.deepEqual(
          finished.map(({ migration }) => migration),
          [last],
        );
        const noted = await askDatabase(place, `select distinct deed from ${part}_audit`);
        assert.deepEqual(
          noted.map(({ deed }) => deed),
          ["upgrade finish"],
        );
      }
    });
  });
}
