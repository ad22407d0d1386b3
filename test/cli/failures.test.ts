/** How commands fail: in one line that names what is wrong, and without making what is not there. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import { writeCanonicalLine } from "../../src/feed/canonical.ts";
import { testFolder } from "../support/folders.ts";
import { startHttp } from "../support/http-server.ts";
import { gameRecord, quoteRecord } from "../support/records.ts";
import { refused, run, runCommand } from "../support/run-command.ts";

const folder = testFolder("failures");
const list = ["account", "list"];

test("where there is no database, lists are empty and say so, other commands fail, and none makes one", async () => {
  const missing = join(folder, "missing");
  const url = join(missing, "gradeline.db");
  const path = RegExp.escape(join(missing, "gradeline-access.db"));
  const note = new RegExp(`there is no database at ${path} yet$`, "m");
  for (const words of [list, ["key", "list"]]) {
    for (const more of [[], ["--json"]]) {
      const { code, output, errors } = await runCommand([...words, ...more], { DATABASE_URL: url });
      assert.deepEqual([code, output], [0, more.length === 0 ? "" : "[]\n"]);
      assert.match(errors, note);
    }
  }
  for (const words of ["account show", "account delete --yes", "usage"])
    await refused(url, [...words.split(" "), "a@example.com"], note);
  await refused(url, ["key", "revoke", "gl_live_abcd"], note);
  assert.ok(!existsSync(missing));
});

test("a database that cannot be used is one line that names it, without the password", async () => {
  writeFileSync(join(folder, "text-access.db"), "no database, but a text that is long enough to be looked at");
  mkdirSync(join(folder, "folder-access.db"));
  writeFileSync(join(folder, "plain-file"), "");
  await refused(join(folder, "text.db"), list, /text-access\.db cannot be .*not a database/);
  await refused(join(folder, "folder.db"), list, /folder-access\.db cannot be opened: it is a folder/);
  const below = { DATABASE_URL: join(folder, "plain-file", "sub", "g.db"), DATA_DIR: folder };
  await refused(below, ["publish"], /plain-file\/sub\/g\.db cannot be opened: ENOTDIR/);
  const withoutSecret = (says: string) => new RegExp(`^(?!.*cret).*${says}`);
  const refusedAt = "connect ECONNREFUSED";
  for (const [url, says] of [
    ["postgres://u:se@cret@127.0.0.1:1/db", `postgres://u@127\\.0\\.0\\.1:1/db cannot be opened: ${refusedAt}`],
    ["postgres://:secret@127.0.0.1:1/db", "postgres://@127\\.0\\.0\\.1:1/db cannot be opened"],
    ["postgres://127.0.0.1:1/db?user=u&password=secret", "\\?user=u&password=… cannot be opened"],
    ["postgres://u:secret@127.0.0.1:port/db", "postgres://u@127\\.0\\.0\\.1:port/db cannot be opened: Invalid URL"],
  ] as const)
    await refused(url, list, withoutSecret(says));
});

test("serve names the setting of a port that is in use and of an address that is not this machine's, and makes nothing", async () => {
  const { port, close } = await startHttp(() => {});
  const settings = { DATABASE_URL: join(folder, "unmade", "g.db") };
  const inUse = new RegExp(`^gradeline: PORT ${port} is in use at 127\\.0\\.0\\.1; PORT=0 takes a free one`);
  await refused({ ...settings, PORT: String(port) }, ["serve"], inUse).finally(close);
  assert.equal(existsSync(join(folder, "unmade")), false, "nothing was made for a server that cannot listen");
  // 192.0.2.0/24 is for documentation: RFC 5737.
  const elsewhere = /^gradeline: HOST 192\.0\.2\.1 is not an address of this machine$/m;
  for (const PORT of ["0", "18080"]) await refused({ ...settings, HOST: "192.0.2.1", PORT }, ["serve"], elsewhere);
});

test("what steers a terminal is not printed, wherever the failure was written", async () => {
  const url = join(folder, "escape.db");
  const bad = "a\u001b[2J\nb";
  await run(url, "account", "set", "a@example.com", "--plan", "trial");
  await refused(url, ["account", "show", bad], /no account a\ufffd\[2J\ufffdb/);
  await refused(url, ["account", "set", bad, "--plan", "trial"], /"a\ufffd\[2J\ufffdb" is not an e-mail address/);
  await refused({ PORT: bad }, ["serve"], /PORT is "a\ufffd\[2J\ufffdb"/);
  const { code, errors } = await runCommand(["account", "\u001b[2J"], { DATABASE_URL: url });
  assert.deepEqual([code, errors.includes("\u001b")], [1, false]);
  const file = join(folder, "strange.ndjson");
  const records = [gameRecord(), { ...quoteRecord(), "\u001b[2Jnobody": 1 }, quoteRecord({ book: "\u001b[2Jnobody" })];
  writeFileSync(file, records.map((record) => `${writeCanonicalLine(record)}\n`).join(""));
  const imported = await run(url, "import", "canonical", file);
  assert.match(imported, /missing or malformed .*line 2, field \ufffd\[2Jnobody: is not a field/);
  assert.match(imported, /characters that are not text .*line 3, field book: has characters that are not text/);
  assert.ok(!imported.includes("\u001b"), imported);
});
