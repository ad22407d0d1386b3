/** How commands fail: in one line that names what is wrong, and without making what is not there. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, test } from "vitest";
import { writeCanonicalLine } from "../../src/feed/canonical.ts";
import { testFolder } from "../support/folders.ts";
import type { Settings } from "../support/process.ts";
import { gameRecord, quoteRecord } from "../support/records.ts";
import { runCommand } from "../support/run-command.ts";

const folder = testFolder("failures");

async function fails(words: string[], settings: Settings, says: RegExp): Promise<void> {
  const ended = await runCommand(words, settings);
  assert.equal(ended.code, 1, ended.output);
  assert.equal(ended.output, "");
  assert.match(ended.errors, says);
  assert.match(ended.errors, /^gradeline: [^\p{Cc}]+\n$/u, "one line");
}

describe("where there is no database", () => {
  const settings = { DATABASE_URL: join(folder, "missing", "gradeline.db") };
  const path = RegExp.escape(join(folder, "missing", "gradeline-access.db"));
  const note = new RegExp(`there is no database at ${path} yet$`, "m");

  for (const words of [
    ["account", "list"],
    ["key", "list"],
  ]) {
    test(`${words.join(" ")} lists nothing, says so, and makes none`, async () => {
      for (const more of [[], ["--json"]]) {
        const { code, output, errors } = await runCommand([...words, ...more], settings);
        assert.deepEqual([code, output], [0, more.length === 0 ? "" : "[]\n"]);
        assert.match(errors, note);
      }
      assert.ok(!existsSync(join(folder, "missing")));
    });
  }

  for (const words of [
    ["account", "show", "a@example.com"],
    ["account", "delete", "a@example.com", "--yes"],
    ["usage", "a@example.com"],
    ["key", "revoke", "gl_live_abcd"],
  ]) {
    test(`${words.join(" ")} says that there is no database, and makes none`, async () => {
      await fails(words, settings, note);
      assert.ok(!existsSync(join(folder, "missing")));
    });
  }
});

describe("a database that cannot be used is one line that names it", () => {
  test("a file that is no database, and a folder", async () => {
    writeFileSync(join(folder, "text-access.db"), "no database, but a text that is long enough to be looked at");
    mkdirSync(join(folder, "folder-access.db"));
    const list = ["account", "list"];
    await fails(list, { DATABASE_URL: join(folder, "text.db") }, /text-access\.db cannot be .*not a database/);
    await fails(
      list,
      { DATABASE_URL: join(folder, "folder.db") },
      /folder-access\.db cannot be opened: it is a folder/,
    );
  });

  test("a folder that cannot be made", async () => {
    writeFileSync(join(folder, "plain-file"), "");
    const settings = { DATABASE_URL: join(folder, "plain-file", "sub", "g.db"), DATA_DIR: folder };
    await fails(["publish"], settings, /plain-file\/sub\/g\.db cannot be opened: ENOTDIR/);
  });

  test("a PostgreSQL that cannot be reached or read, without the password", async () => {
    const urls: [string, RegExp][] = [
      [
        "postgres://u:se@cret@127.0.0.1:1/db",
        /postgres:\/\/u@127\.0\.0\.1:1\/db cannot be opened: connect ECONNREFUSED/,
      ],
      ["postgres://:secret@127.0.0.1:1/db", /postgres:\/\/@127\.0\.0\.1:1\/db cannot be opened/],
      ["postgres://127.0.0.1:1/db?user=u&password=secret", /\?user=u&password=… cannot be opened/],
      ["postgres://u:secret@127.0.0.1:port/db", /postgres:\/\/u@127\.0\.0\.1:port\/db cannot be opened: Invalid URL/],
    ];
    for (const [url, says] of urls) {
      await fails(["account", "list"], { DATABASE_URL: url }, says);
      const { errors } = await runCommand(["account", "list"], { DATABASE_URL: url });
      assert.doesNotMatch(errors, /cret/);
    }
  });
});

describe("serve", () => {
  const settings = (name: string) => ({ DATABASE_URL: join(folder, name, "g.db"), LOG_LEVEL: "silent" });

  test("a port that is in use, by the setting's name", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as { port: number };
    try {
      const says = new RegExp(`^gradeline: PORT ${port} is in use at 127\\.0\\.0\\.1; PORT=0 takes a free one`);
      await fails(["serve"], { ...settings("port"), PORT: String(port) }, says);
      assert.equal(existsSync(join(folder, "port")), false, "nothing was made for a server that cannot listen");
    } finally {
      other.close();
    }
  });

  test("an address that is not this machine's, by the setting's name, with a port and with a free one", async () => {
    for (const PORT of ["0", "18080"]) {
      // 192.0.2.0/24 is for documentation: RFC 5737.
      const says = /^gradeline: HOST 192\.0\.2\.1 is not an address of this machine$/m;
      await fails(["serve"], { ...settings("host"), HOST: "192.0.2.1", PORT }, says);
    }
  });
});

test("what steers a terminal is not printed, wherever the failure was written", async () => {
  const settings = { DATABASE_URL: join(folder, "escape.db") };
  const bad = "a\u001b[2J\nb";
  await runCommand(["account", "set", "a@example.com", "--plan", "trial"], settings);
  await fails(["account", "show", bad], settings, /no account a\ufffd\[2J\ufffdb/);
  await fails(["account", "set", bad, "--plan", "trial"], settings, /"a\ufffd\[2J\ufffdb" is not an e-mail address/);
  await fails(["serve"], { PORT: bad }, /PORT is "a\ufffd\[2J\ufffdb"/);
  const { code, errors } = await runCommand(["account", "\u001b[2J"], settings);
  assert.deepEqual([code, errors.includes("\u001b")], [1, false]);
  const file = join(folder, "strange.ndjson");
  const records = [gameRecord(), { ...quoteRecord(), "\u001b[2Jnobody": 1 }, quoteRecord({ book: "\u001b[2Jnobody" })];
  writeFileSync(file, records.map((record) => `${writeCanonicalLine(record)}\n`).join(""));
  const imported = await runCommand(["import", "canonical", file], settings);
  assert.match(imported.output, /missing or malformed .*line 2, field \ufffd\[2Jnobody: is not a field/);
  assert.match(imported.output, /characters that are not text .*line 3, field book: has characters that are not text/);
  assert.ok(!imported.output.includes("\u001b"), imported.output);
});
