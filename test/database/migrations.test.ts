/** Whatever happens while tables are made, the database has all of them or is as it was. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { openAccess, openDatabase } from "../../src/database/engine.ts";
import { onEachEngine } from "../support/engines.ts";
import { gradeline } from "../support/process.ts";
import { runCommand } from "../support/run-command.ts";
import { longIf } from "../support/volume.ts";
import { askDatabase, contentsOf, tablesOf } from "./ask-database.ts";

onEachEngine(({ name, freshUrl, migratedUrl }) => {
  const accessOf = (url: string) => (name === "sqlite" ? url.replace(/\.db$/, "-access.db") : url);

  for (const [part, open, obstacle] of [
    ["facts", openDatabase, "releases"],
    ["access", openAccess, "billing_events"],
  ] as const) {
    test(`a migration of the ${part} that fails is named, and nothing is left half done`, async () => {
      const url = await freshUrl();
      const place = part === "access" ? accessOf(url) : url;
      await askDatabase(place, `create table ${obstacle} (other integer)`);
      await assert.rejects(open(url), new RegExp(`cannot be opened: migration 0.2.0 failed: .*${obstacle}`));
      // Kysely makes its own record of migrations in any case, empty here.
      const others = (await tablesOf(place)).filter((table) => !/_migration(_lock)?$/.test(table));
      assert.deepEqual(others, [obstacle]);
      await askDatabase(place, `drop table ${obstacle}`);
      await (await open(url)).close();
      assert.ok((await tablesOf(place)).length > 7);
    });
  }

  test("processes that find a new database at one time all find its tables", longIf(name === "sqlite"), async () => {
    const settings = { DATABASE_URL: await freshUrl() };
    const create = ["key", "create", "--email", "a@example.com", "--plan", "trial"];
    const commands = [create, ["publish"], create, ["publish"], create];
    const ended = await Promise.all(commands.map((command) => gradeline(command, settings)));
    for (const { code, errors } of ended) assert.equal(code, 0, errors);
  });

  for (const [part, words] of [
    ["facts", ["publish"]],
    ["facts", ["status"]],
    ["access", ["account", "set", "a@example.com", "--plan", "standard"]],
    ["access", ["account", "list"]],
  ] as const) {
    test(`a database of another version is refused in one sentence, and left as it is [D-56]: ${words.join(" ")}`, async () => {
      const url = await migratedUrl();
      await (await openDatabase(url)).close();
      await (await openAccess(url)).close();
      const [place, record] = part === "access" ? [accessOf(url), "access_migration"] : [url, "kysely_migration"];
      const old = part === "access" ? "0001-accounts-and-counts" : "0001-foundation";
      const versions: [change: string, says: RegExp][] = [
        [
          `update ${record} set name = '${old}'`,
          /cannot be opened: a version of Gradeline before 0\.2\.0 made it, .* import its games again, .* gradeline account import$/m,
        ],
        [
          `update ${record} set name = '0.10.0'`,
          /cannot be opened: a later version of Gradeline has migrated it \(0\.10\.0\): run that version, or restore a backup/,
        ],
      ];
      // A command that writes brings it up to date.
      if (["list", "status"].includes(words.at(-1) ?? ""))
        versions.push([`delete from ${record}`, / is of an earlier version of Gradeline; gradeline serve brin/]);
      for (const [change, says] of versions) {
        await askDatabase(place, change);
        const before = await contentsOf(place);
        const { code, output, errors } = await runCommand(words, { DATABASE_URL: url });
        assert.deepEqual([code, output], [1, ""]);
        assert.match(errors, /^gradeline: the database \S+ [^\n]*\n$/);
        assert.match(errors, says);
        assert.deepEqual(await contentsOf(place), before);
      }
    });
  }
});
