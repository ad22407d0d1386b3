/** SQLite's log of writes belongs to one file; beside another one it is refused before it is read. */
import assert from "node:assert/strict";
import { copyFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "vitest";
import { long } from "../support/volume.ts";
import { digestsIn, email, freshPlaces, killServerOn, refused, stateOf, states } from "./database-files.ts";

const fresh = freshPlaces();

describe("a log that belongs to another file", () => {
  test("a file of a backup that was copied over a log of before is refused by every command", long, async () => {
    const files = await fresh();
    await killServerOn(files);
    for (const [path, name] of [
      [files.facts, "gradeline.db"],
      [files.access, "gradeline-access.db"],
    ] as const) {
      assert.ok(statSync(`${path}-wal`).size > 0, "the killed server left it");
      copyFileSync(join(files.backup, name), path);
    }
    const before = digestsIn(files.folder);
    const notIts = (name: string) =>
      new RegExp(
        `/${name}\\.db cannot be opened: \\S+-wal does not belong to it \\(the database is a copy.*restore$`,
        "m",
      );
    for (const words of [
      ["account", "list"],
      ["usage", email],
      ["key", "create", "--email", email, "--plan", "trial"],
    ]) {
      await refused(files.url, words, notIts("g-access"));
    }
    for (const words of [["publish"], ["doubts"], ["serve"], ["backup", `${files.backup}-2`]]) {
      await refused(files.url, words, notIts("g"));
    }
    assert.deepEqual(digestsIn(files.folder), before, "what was refused is as it was");
  });

  test("a log without its database is refused, and stays", long, async () => {
    const files = await fresh();
    await killServerOn(files);
    const create = ["key", "create", "--email", email, "--plan", "trial"];
    rmSync(files.access);
    const before = digestsIn(files.folder);
    await refused(files.url, create, /does not belong to it \(there is no database/);
    writeFileSync(files.access, "");
    await refused(files.url, create, /there is no database, or an empty one/);
    assert.equal(digestsIn(files.folder)["g-access.db-wal"], before["g-access.db-wal"]);
  });

  test("a killed server's own log is read, an empty log and any index are harmless", long, async () => {
    const files = await fresh();
    await killServerOn(files);
    assert.equal(await stateOf(files.url), states.grown, "what was committed before the kill is there");
    for (const path of [files.facts, files.access]) {
      writeFileSync(`${path}-wal`, "");
      writeFileSync(`${path}-shm`, Buffer.alloc(32_768, "an index of nothing "));
    }
    assert.equal(await stateOf(files.url), states.grown);
    const text = "not a log, but a text that is long enough to be looked at ".repeat(100);
    writeFileSync(`${files.access}-wal`, text);
    assert.equal(await stateOf(files.url), states.grown, "SQLite takes this for an empty log");
  });
});
