/** Whatever happens while tables are made, the database has all of them or is as it was. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { test } from "vitest";
import { openAccess, openDatabase } from "../../src/database/engine.ts";
import { onEachEngine } from "../support/engines.ts";
import { runCommand } from "../support/run-command.ts";
import { longIf } from "../support/volume.ts";
import { askDatabase, contentsOf } from "./ask-database.ts";

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

onEachEngine(({ name, freshUrl }) => {
  for (const [part, open, obstacle] of [
    ["facts", openDatabase, "releases"],
    ["access", openAccess, "billing_events"],
  ] as const) {
    test(`a migration of the ${part} that fails is named, and nothing is left half done`, async () => {
      const url = await freshUrl();
      const file = name === "sqlite" && part === "access" ? url.replace(/\.db$/, "-access.db") : url;
      await askDatabase(file, `create table ${obstacle} (other integer)`);
      await assert.rejects(open(url), new RegExp(`cannot be opened: migration 0.2.0 failed: .*${obstacle}`));
      assert.deepEqual(await tableNames(file), [obstacle]);
      await askDatabase(file, `drop table ${obstacle}`);
      const opened = await open(url);
      await opened.close();
      assert.ok((await tableNames(file)).length > 5);
    });
  }

  test("processes that find a new database at one time all find its tables", longIf(name === "sqlite"), async () => {
    const env = { ...process.env, DATABASE_URL: await freshUrl() };
    const create = ["key", "create", "--email", "a@example.com", "--plan", "trial"];
    const commands = [create, ["publish"], create, ["publish"], create];
    await Promise.all(commands.map((command) => run(process.execPath, [commandFile, ...command], { env })));
  });

  for (const [part, record, arguments_] of [
    ["facts", "kysely_migration", ["publish"]],
    ["facts", "kysely_migration", ["status"]],
    ["access", "access_migration", ["account", "set", "a@example.com", "--plan", "standard"]],
    ["access", "access_migration", ["account", "list"]],
  ] as const) {
    test(`a database of another version is refused in one sentence, and left as it is [D-56]: ${arguments_.join(" ")}`, async () => {
      const url = await freshUrl();
      const place = name === "sqlite" && part === "access" ? url.replace(/\.db$/, "-access.db") : url;
      await (await openDatabase(url)).close();
      await (await openAccess(url)).close();
      const refused = async (migration: string, why: RegExp) => {
        await askDatabase(place, `update ${record} set name = '${migration}'`);
        const before = await contentsOf(place);
        const { code, output, errors } = await runCommand([...arguments_], { DATABASE_URL: url });
        assert.deepEqual([code, output], [1, ""]);
        assert.match(errors, /^gradeline: the database \S+ cannot be opened: .*\n$/);
        assert.match(errors, why);
        assert.deepEqual(await contentsOf(place), before);
      };
      await refused(
        part === "facts" ? "0001-foundation" : "0001-accounts-and-counts",
        /: a version of Gradeline before 0\.2\.0 made it, .* import its games again, .* gradeline account import$/m,
      );
      await refused(
        "0.10.0",
        /: a later version of Gradeline has migrated it \(0\.10\.0\): run that version, or restore/,
      );
    });
  }
});
