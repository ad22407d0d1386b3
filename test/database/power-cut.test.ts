/** What a power cut may undo: SQLite says for each connection whether its commits wait for the disk. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, test } from "vitest";
import { type Database, openAccess, openDatabase } from "../../src/database/engine.ts";

const folder = mkdtempSync(join(tmpdir(), "gradeline-power-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** SQLite's numbers: at 1 a commit in the log may be lost with the power, at 2 it is on the disk before it is told of. */
async function synchronousOf(database: Database): Promise<number | undefined> {
  const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(database.kysely);
  await database.close();
  return rows[0]?.synchronous;
}

test("a revocation, a plan and a standing are on the disk before anybody is told that they hold", async () => {
  assert.equal(await synchronousOf(await openAccess(join(folder, "a.db"))), 2);
});

test("a night may be lost with the power, and is published again from what was imported", async () => {
  assert.equal(await synchronousOf(await openDatabase(join(folder, "a.db"))), 1);
});
