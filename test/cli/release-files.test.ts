/** `gradeline release` lays what is published into a folder, from which DuckDB reads it. */
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, test } from "vitest";
import { openDatabase } from "../../src/database/engine.ts";
import { gradeline } from "../support/command.ts";
import { publishedOddsRows, publishedValues } from "../support/published.ts";
import { publishSmallSample } from "../support/small-sample.ts";

const folder = mkdtempSync(join(tmpdir(), "gradeline-release-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const settings = { DATABASE_URL: join(folder, "gradeline.db") };

test("nothing is laid before the first publish", async () => {
  await (await openDatabase(settings.DATABASE_URL)).close();
  const { code, errors } = await gradeline(["release", join(folder, "none")], settings);
  assert.deepEqual([code, errors], [1, "gradeline: nothing is published yet\n"]);
  assert.ok(!existsSync(join(folder, "none")));
});

test("the files have every game and every quote, and a folder that is there stays as it is", async () => {
  const database = await openDatabase(settings.DATABASE_URL);
  await publishSmallSample(database, 3);
  const [games, odds] = [await publishedValues(database), await publishedOddsRows(database)];
  await database.close();
  const to = join(folder, "release");
  const { code, output } = await gradeline(["release", to], settings);
  assert.equal(code, 0);
  const names = readdirSync(to);
  assert.match(output, new RegExp(`: ${names.length} files`));
  const { seasons } = JSON.parse(readFileSync(join(to, "manifest.json"), "utf8"));
  assert.equal(names.length, 4 * seasons.length + 5 + 1);

  const duck = await (await DuckDBInstance.create()).connect();
  const count = async (what: string) =>
    Number((await duck.runAndReadAll(`select count(*) from ${what}`)).getRows()[0]?.[0]);
  assert.equal(await count(`'${to}/*-games.parquet'`), games.length);
  const quoted = `(select distinct game_id, book from '${to}/*-quotes.parquet' where period = 'game' and book_id > 0)`;
  assert.equal(await count(quoted), odds.length);
  duck.closeSync();

  const again = await gradeline(["release", to], settings);
  assert.deepEqual([again.code, again.errors], [1, `gradeline: ${to} exists already\n`]);
  assert.deepEqual(readdirSync(to), names);
});
