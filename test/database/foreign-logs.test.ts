/** SQLite's log of writes belongs to one file; beside another one it is refused before it is read. */
import assert from "node:assert/strict";
import { copyFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "vitest";
import { refused } from "../support/run-command.ts";
import { long } from "../support/volume.ts";
import { digestsIn, email, freshPlaces, killServerOn, stateOf, states } from "./database-files.ts";

const fresh = freshPlaces();
const create = ["key", "create", "--email", email, "--plan", "trial"];

/** A database beside whose files a killed server left its logs. */
async function killed() {
  const files = await fresh();
  await killServerOn(files);
  return files;
}

describe("a log that belongs to another file", long, () => {
  test("a file of a backup that was copied over a log of before is refused by every command", async () => {
    const { facts, access, backup, folder, url } = await killed();
    for (const path of [facts, access]) assert.ok(statSync(`${path}-wal`).size > 0, "the killed server left it");
    copyFileSync(join(backup, "gradeline.db"), facts);
    copyFileSync(join(backup, "gradeline-access.db"), access);
    const before = digestsIn(folder);
    for (const [name, commands] of [
      ["g-access", [["account", "list"], ["usage", email], create]],
      ["g", [["publish"], ["doubts"], ["serve"], ["backup", `${backup}-2`]]],
    ] as const) {
      const why = "cannot be opened: \\S+-wal does not belong to it \\(the database is a copy.*restore$";
      for (const words of commands) await refused(url, words, new RegExp(`/${name}\\.db ${why}`, "m"));
    }
    assert.deepEqual(digestsIn(folder), before, "what was refused is as it was");
  });

  test("a log without its database is refused, and stays", async () => {
    const { access, folder, url } = await killed();
    rmSync(access);
    const before = digestsIn(folder);
    await refused(url, create, /does not belong to it \(there is no database/);
    writeFileSync(access, "");
    await refused(url, create, /there is no database, or an empty one/);
    assert.equal(digestsIn(folder)["g-access.db-wal"], before["g-access.db-wal"]);
  });

  test("a killed server's own log is read, an empty log and any index are harmless", async () => {
    const { facts, access, url } = await killed();
    assert.equal(await stateOf(url), states.grown, "what was committed before the kill is there");
    for (const path of [facts, access]) {
      writeFileSync(`${path}-wal`, "");
      writeFileSync(`${path}-shm`, Buffer.alloc(32_768, "an index of nothing "));
    }
    assert.equal(await stateOf(url), states.grown);
    const text = "not a log, but a text that is long enough to be looked at ".repeat(100);
    writeFileSync(`${access}-wal`, text);
    assert.equal(await stateOf(url), states.grown, "SQLite takes this for an empty log");
  });
});
