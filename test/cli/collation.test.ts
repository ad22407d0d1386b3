/** `doctor` and `verify` of a PostgreSQL below whose data the library that sorts texts was replaced. */
import assert from "node:assert/strict";
import { Client } from "pg";
import { test } from "vitest";
import { onEachEngine } from "../support/engines.ts";
import { runCommand } from "../support/run-command.ts";

type Finding = { readonly name: string; readonly standing: string; readonly sentence: string; readonly remedy: string };

onEachEngine((databases) => {
  const findingOf = async (url: string): Promise<Finding | undefined> => {
    const { output } = await runCommand(["doctor", "--json"], { DATABASE_URL: url });
    return (JSON.parse(output) as { findings: readonly Finding[] }).findings.find(({ name }) => name === "collation");
  };

  test("texts that are sorted as when the database was made are well", async () => {
    const { url } = await databases.fresh();
    // An embedded database sorts by code units, so there is nothing to look at.
    assert.equal((await findingOf(url))?.standing, databases.name === "postgres" ? "ok" : undefined);
    assert.equal((await runCommand(["verify"], { DATABASE_URL: url })).code, 0);
  });

  if (databases.name === "postgres")
    test("another version of the collation is told with what to do first and then, until it is done", async () => {
      const address = new URL(await databases.freshUrl());
      const admin = new Client({ connectionString: address.href });
      await admin.connect();
      const name = '"sorted-as-english"';
      await admin.query(`create database ${name} template template0 locale_provider icu icu_locale 'en-US'`);
      await admin.end();
      address.pathname = "/sorted-as-english";
      const url = address.href;
      await databases.open(url);
      const client = new Client({ connectionString: url });
      await client.connect();
      try {
        // What an upgraded image looks like.
        await client.query("update pg_database set datcollversion = '999.1' where datname = current_database()");
        const found = await findingOf(url);
        assert.equal(found?.standing, "wrong");
        assert.match(found.sentence, /version 999\.1 of the collation/);
        const remedy = new RegExp(`REINDEX DATABASE ${name};.*ALTER DATABASE ${name} REFRESH COLLATION VERSION;`);
        assert.match(found.remedy, remedy);
        const verified = await runCommand(["verify"], { DATABASE_URL: url });
        assert.equal(verified.code, 1);
        assert.match(verified.output, remedy);
        assert.equal(verified.output.match(/999\.1/g)?.length, 1, "it is told once");
        for (const [command = ""] of found.remedy.matchAll(/(?:REINDEX|ALTER) DATABASE [^;]+/g))
          await client.query(command);
        assert.equal((await findingOf(url))?.standing, "ok");
        const after = await runCommand(["verify"], { DATABASE_URL: url });
        assert.doesNotMatch(after.output, /collation|REINDEX/);
      } finally {
        await client.end();
      }
    });
});
