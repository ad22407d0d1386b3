/** Accounts come over to another database, also from a version before 0.2.0, and their keys go on working. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import { hashKey } from "../../src/access/keys/keys.ts";
import { askDatabase } from "../database/ask-database.ts";
import { onEachEngine } from "../support/engines.ts";
import { testFolder } from "../support/folders.ts";
import { jsonOf, refused, run } from "../support/run-command.ts";

const folder = testFolder("account-file");
let files = 0;
const newFile = () => join(folder, `${++files}.ndjson`);
const json = (url: string, words: string) => jsonOf(url, ...words.split(" "));

onEachEngine((engine) => {
  const accessOf = (url: string) => (engine.name === "sqlite" ? url.replace(/\.db$/, "-access.db") : url);

  async function madeHere() {
    const url = await engine.migratedUrl();
    await run(url, "account", "set", "own@example.com", "--plan", "standard", "--requests-per-minute", "600");
    await run(url, "account", "set", "late@example.com", "--standing", "past_due");
    const key = (await run(url, "key", "create", "--email", "own@example.com", "--name", "production")).trim();
    await run(url, "key", "create", "--email", "try@example.com", "--plan", "trial");
    await run(url, "key", "revoke", (await run(url, "key", "create", "--email", "own@example.com")).trim());
    const [own] = await askDatabase(accessOf(url), "select * from accounts where email = 'own@example.com'");
    await askDatabase(
      accessOf(url),
      `insert into period_uses (email, period, start_ms, used) values ('own@example.com', ${own?.period}, ${own?.period_start_ms}, 77)`,
    );
    await askDatabase(accessOf(url), "insert into billing_customers values ('cus_1', 'own@example.com', 5)");
    return { url, key };
  }

  test("every account is there with its terms, use and keys, and no trial is to be had twice", async () => {
    const { url, key } = await madeHere();
    const file = newFile();
    assert.equal(await run(url, "account", "export", file), `${file}: 3 accounts\n`);
    const other = await engine.migratedUrl();
    assert.deepEqual(await json(other, `account import ${file}`), { accounts: 3, rows: 9 });
    for (const words of ["account list", "key list", "account show own@example.com", "usage own@example.com"]) {
      assert.deepEqual(await json(other, words), await json(url, words), words);
    }
    const again = newFile();
    await run(other, "account", "export", again);
    assert.equal(readFileSync(again, "utf8"), readFileSync(file, "utf8"));
    assert.ok(!readFileSync(file, "utf8").includes(key));
    const [deed] = await askDatabase(accessOf(other), "select deed, about from access_audit");
    assert.deepEqual([deed?.deed, deed?.about], ["account import", '{"accounts":3,"rows":9}']);
  });

  test("a database of 0.1.0 is refused, and its accounts and ids come over", async () => {
    const url = await engine.freshUrl();
    const key = `gl_${"a".repeat(40)}`;
    const startMs = Date.UTC(2026, 10, 1);
    const ofAccounts = [
      "create table access_migration (name text, timestamp text)",
      "insert into access_migration values ('0001-accounts-and-counts', '2026-11-01')",
      `create table accounts (email text, plan text, standing text, requests_per_minute bigint, requests_per_month bigint,
        period_anchor_ms bigint, period bigint, period_start_ms bigint, period_end_ms bigint, requests_used bigint, day text,
        day_requests bigint, created_ms bigint)`,
      `insert into accounts values ('reader@example.com', 'standard', 'active', null, 5000, ${startMs}, 3, ${startMs},
        ${Date.UTC(2026, 11, 1)}, 65, '2026-11-20', 12, 7)`,
      "create table account_days (email text, day text, requests bigint)",
      "insert into account_days values ('reader@example.com', '2026-11-19', 53), ('reader@example.com', '2026-11-20', 1)",
      `create table account_keys (key_id text, secret_hash text, email text, name text, prefix text, last_four text,
        created_ms bigint, revoked_ms bigint, last_used_ms bigint)`,
      `insert into account_keys values ('k1', '${hashKey(key)}', 'reader@example.com', 'production', 'gl_aaaaaaaaa', 'aaaa', 8, null, 9)`,
    ];
    const ofFacts = [
      "create table kysely_migration (name text, timestamp text)",
      "insert into kysely_migration values ('0001-foundation', '2026-11-01')",
      "create table ledger_identities (provider text, record_key text, game_id text)",
      "insert into ledger_identities values ('espn', 'nba:g1', 'NBA-20250110-NYK-BOS')",
    ];
    for (const statement of ofAccounts) await askDatabase(accessOf(url), statement);
    await refused(
      url,
      ["account", "list"],
      /a version of Gradeline before 0\.2\.0 made it, .* gradeline account import\n$/,
    );
    for (const statement of ofFacts) await askDatabase(url, statement);
    const [file, ids] = [newFile(), newFile()];
    await run(url, "account", "export", file);
    assert.equal(await run(url, "identities", "export", ids), `${ids}: 1 identities and 0 decisions\n`);
    const other = await engine.migratedUrl();
    await run(other, "identities", "import", ids);
    await run(other, "account", "import", file);
    const account = await json(other, "account show reader@example.com");
    assert.deepEqual([account.plan, account.standing, account.keys.length], ["standard", "active", 1]);
    const rows = (sql: string) => askDatabase(accessOf(other), sql);
    const [use] = await rows("select period, start_ms, used from period_uses");
    assert.deepEqual(Object.values(use ?? {}).map(Number), [3, startMs, 65]);
    const days = await rows("select day, requests from account_days order by day");
    assert.deepEqual(
      days.map(({ day, requests }) => `${day} ${requests}`),
      ["2026-11-19 53", "2026-11-20 12"],
    );
    assert.equal((await rows("select secret_hash from account_keys"))[0]?.secret_hash, hashKey(key));
  });

  test("a file that is cut off, edited or already taken is refused by its line, and nothing of it is taken", async () => {
    const { url } = await madeHere();
    const file = newFile();
    await run(url, "account", "export", file);
    const text = readFileSync(file, "utf8");
    const lines = text.split("\n");
    const own = '"email":"own@example.com","period"';
    const edits: readonly (readonly [string, RegExp])[] = [
      [lines.slice(0, -2).join("\n"), /was cut off or edited: it has 8 rows, not 9\n$/],
      [lines.slice(1).join("\n"), /line 1: is not the head of a file of accounts\n$/],
      [text.replace('"plan":"standard"', '"plan":"gold"'), /line \d: field plan: .+\n$/],
      [text.replace('"used":77', '"used":"77"'), /line \d: field used: must be integer\n$/],
      [text.replace('"used":77', '"used":77,"extra":1'), /line \d: field extra: is not known\n$/],
      [text.replace('"table":"period_uses"', '"table":"nodes"'), /line \d: field table: must be one of accounts, /],
      [text.replace(/\}\n$/, "\n"), /line 10: is no JSON\n$/],
      [text.replace(own, own.replace("own", "nobody")), /line \d: nothing was taken: /],
    ];
    const other = await engine.migratedUrl();
    for (const [edited, why] of edits) {
      assert.notEqual(edited, text);
      const bad = newFile();
      writeFileSync(bad, edited);
      await refused(other, ["account", "import", bad], why);
      assert.deepEqual(await json(other, "account list"), []);
    }
    await refused(
      url,
      ["account", "import", file],
      /line 2: nothing was taken: the account \S+@example\.com is here already/,
    );
  });
});
