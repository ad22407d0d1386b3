/** Files of seasons are made after a publish of the command line, and at the start of a server, by a process of their own. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { afterAll, beforeAll, test } from "vitest";
import { fileFormats, fileSetNames } from "../../src/contract/file-sets.ts";
import { type Database, openDatabase, tablesOf } from "../../src/database/engine.ts";
import { readOfferedFiles } from "../../src/release/offered-files.ts";
import type { ReleaseTables } from "../../src/release/tables.ts";
import { testFolder } from "../support/folders.ts";
import { gradeline, startServing } from "../support/process.ts";
import { gameRecord, items, quoteRecord } from "../support/records.ts";
import { publishItems } from "../support/sample.ts";
import { until } from "../support/until.ts";

const folder = testFolder("making");
const settings = { DATABASE_URL: join(folder, "gradeline.db"), DATA_DIR: folder, FILES: "on" };
/** One season has seven data sets in two formats. */
const allFiles = fileSetNames.length * fileFormats.length;
const at = "2026-02-01T00:00:00Z";
let database: Database;

beforeAll(async () => {
  database = await openDatabase(settings.DATABASE_URL);
  await publishItems(database, items(gameRecord(), quoteRecord()), at);
});
afterAll(async () => {
  await database.close();
});

async function offered(): Promise<number> {
  return (await readOfferedFiles(database.kysely)).length;
}

async function forget(): Promise<void> {
  await tablesOf<ReleaseTables>(database.kysely).deleteFrom("offered_files").execute();
}

test("with FILES=off nothing makes files, and the command says so", async () => {
  const off = { ...settings, FILES: "off" };
  assert.equal((await gradeline(["publish"], off)).code, 0);
  const { code, errors } = await gradeline(["files"], off);
  assert.deepEqual([code, errors], [1, "gradeline: FILES=off offers no files; set it to on\n"]);
  assert.equal(await offered(), 0);
});

test("a publish of the command line begins to make them and returns; gradeline files waits for that, and finds nothing to do", async () => {
  const { code, output, errors } = await gradeline(["publish"], settings);
  assert.equal(code, 0, errors);
  assert.match(output, /\npublished as revision 1; making files\n$/);
  // It holds no pipe of the command, whose end the lines above have awaited.
  await until(async () => (await offered()) === allFiles, "the files are made");
  const again = await gradeline(["files"], settings);
  assert.equal(again.code, 0);
  assert.match(again.output, new RegExp(`^ {2}made +0\\n {2}kept +${allFiles}$`, "m"));
});

test("of two at once one makes the files, and the other one waits and finds nothing to do", async () => {
  await forget();
  const both = await Promise.all([gradeline(["files"], settings), gradeline(["files"], settings)]);
  const made = both.map(({ output }) => Number(/^ {2}made +(\d+)$/m.exec(output)?.[1]));
  assert.deepEqual(
    made.sort((a, b) => a - b),
    [0, allFiles],
  );
});

test("the start of a server makes those that are not there", async () => {
  await forget();
  const serving = startServing({ ...settings, DATA_DIR: join(folder, "node") });
  try {
    await serving.url;
    await until(async () => (await offered()) === allFiles, "the files are made");
  } finally {
    await serving.close();
  }
});
