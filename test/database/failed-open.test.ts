/** A file of SQLite that cannot be opened, or is given up, is let go of at once: whoever opens it next has it alone. */
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, test } from "vitest";
import { connectionsFor, openDatabase } from "../../src/database/engine.ts";
import { readPart } from "../../src/database/read-only.ts";
import { publish } from "../../src/publish/publish.ts";
import { openShelf } from "../../src/query/shelf.ts";
import { publishSmallSample } from "../support/sample-archive.ts";

const folder = mkdtempSync(join(tmpdir(), "gradeline-failed-open-"));
let bytes: Buffer;

beforeAll(async () => {
  const file = join(folder, "whole.db");
  const database = await openDatabase(file);
  await publishSmallSample(database, 1);
  await database.close();
  bytes = readFileSync(file);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Over the file that is there, so that SQLite takes it for the same one; nothing is left beside it. */
function write(file: string, content: Uint8Array): void {
  for (const end of ["-wal", "-shm"]) rmSync(file + end, { force: true });
  writeFileSync(file, content);
}

/** Which of a database's files this process has open, where the system tells. */
function openFiles(file: string): string[] {
  if (process.platform !== "linux") return [];
  const targets = readdirSync("/proc/self/fd").map((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`);
    } catch {
      return ""; // the one that the list was read by
    }
  });
  return targets.filter((target) => target.startsWith(file)).sort();
}

const cut = () => bytes.subarray(0, Math.floor(bytes.length / 2));
const garbage = () => Buffer.alloc(bytes.length, "x");
/** The file's header is good, and nothing else of its first page. */
const headless = () => Buffer.from(bytes).fill("x", 100, 4096);

const failures: Readonly<Record<string, (file: string) => Promise<void>>> = {
  async "opened to write"(file) {
    for (const content of [cut(), garbage(), headless()]) {
      write(file, content);
      await assert.rejects(openDatabase(file), { name: "DatabaseError" });
    }
  },
  async "opened to read"(file) {
    for (const content of [garbage(), headless()]) {
      write(file, content);
      await assert.rejects(
        readPart(file, "facts", async () => assert.fail("was read")),
        { name: "DatabaseError" },
      );
    }
  },
  async "opened to count"(file) {
    write(file, bytes);
    const database = await openDatabase(file);
    await database.close();
    for (const content of [garbage(), headless()]) {
      write(file, content);
      const counting = await connectionsFor(database, "admission");
      await assert.rejects(sql`select * from archive_games`.execute(counting.kysely), { name: "DatabaseError" });
      await counting.close();
    }
  },
};

for (const [index, [how, fail]] of Object.entries(failures).entries()) {
  test(`a file that cannot be ${how}: a good one in its place is written to, and closed for good`, async () => {
    const file = join(folder, `${index}.db`);
    await fail(file);
    // One descriptor of the database itself is kept, to look at its header: closing it would take away others' locks.
    assert.deepEqual(
      openFiles(file).filter((open, at, all) => open !== file || all.indexOf(open) !== at),
      [],
    );
    for (let night = 2; night < 5; night++) {
      write(file, bytes);
      const database = await openDatabase(file);
      const publishedAt = `2026-01-0${night}T00:00:00.000Z`;
      await publish(database, { all: true, acceptRemovals: false, publishedAt });
      assert.deepEqual((await openShelf(database)).current.damages, []);
      await database.close();
      // SQLite brings everything into the file and removes the log when the last one lets go of it.
      assert.equal(existsSync(`${file}-wal`), false, "somebody has it open yet");
    }
  });
}
