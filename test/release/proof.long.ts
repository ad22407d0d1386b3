// @module-tag long
/** A hundred nights of manifests before the sample of the docs, which knows nothing of our code. */
import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, test } from "vitest";
import { type Database, openDatabase, tablesOf } from "../../src/database/engine.ts";
import { renewArchiveId } from "../../src/release/manifest.ts";
import { headsText } from "../../src/release/proof/manifests.ts";
import type { ReleaseTables } from "../../src/release/tables.ts";
import { snippetsUnder } from "../support/docs.ts";
import { testFolder } from "../support/folders.ts";
import { startHttp } from "../support/http-server.ts";
import { nameNext, offeredAt, publishNight, testKey } from "../support/offered-files.ts";
import { runners, runSample } from "../support/sample-runners.ts";
import { skipIf } from "../support/skip-if.ts";

const nights = 100;
const [first, second] = [testKey(1), testKey(2)];
const folder = testFolder("nights");
const databases: Database[] = [];
afterAll(async () => {
  for (const database of databases) await database.close();
});

/** A hundred nights with a change of the key. @param changedNight the night that is told otherwise than it was. */
async function history(changedNight: number | null): Promise<Database> {
  const database = await openDatabase(":memory:");
  databases.push(database);
  await tablesOf<ReleaseTables>(database.kysely).updateTable("archive_identity").set({ archive_id: "one" }).execute();
  for (let night = 1; night <= nights; night++) {
    const files = offeredAt(night);
    await publishNight(database, night, night <= 50 ? first : second, night === changedNight ? files.slice(1) : files);
    if (night === 50) assert.ok(await nameNext(database, first, second));
  }
  return database;
}

async function headsOf({ kysely }: Database): Promise<string[]> {
  const rows = tablesOf<ReleaseTables>(kysely).selectFrom("file_manifests").select("head").orderBy("position");
  return (await rows.execute()).map(({ head }) => head);
}

describe("the Python of the docs", skipIf(runners.python?.program == null && "needs python3"), () => {
  const [code] = snippetsUnder("docs/api/files.md", "The history", "python");

  /** @returns what somebody finds who has kept the head of one day, and asks again on another. */
  async function find(kept: readonly string[], now: readonly string[]): Promise<readonly [unknown, string]> {
    const own = mkdtempSync(join(folder, "keeper-"));
    let shown = kept;
    const server = await startHttp((_request, response) => response.end(headsText(shown)));
    const run = () => runSample({ language: "python", code }, "keep", own, { BASE_URL: server.url });
    try {
      assert.equal((await run()).code, 0);
      shown = now;
      const { code: ended, output, errors } = await run();
      return [ended, output + errors];
    } finally {
      await server.close();
    }
  }

  test("finds a history that goes on as it was kept, also through a change of the key and a restore", async () => {
    const told = await history(null);
    const heads = await headsOf(told);
    for (const night of [1, 49, 50, 99, 100])
      assert.equal((await find(heads.slice(0, night), heads))[0], 0, `${night}`);
    await renewArchiveId(told);
    await publishNight(told, nights, second);
    const after = await headsOf(told);
    assert.match(after.at(-1) ?? "", /"restored":"one"/);
    assert.deepEqual(after.slice(0, -1), heads);
    assert.equal((await find(heads, after))[0], 0);
  });

  test("finds a history that was written anew, with the right keys, whichever night was changed, left out or put in", async () => {
    const heads = await headsOf(await history(null));
    const anew = /the history that you have seen before is not the one of today/;
    for (const night of [1, 40, 100]) {
      const [code, said] = await find(heads, await headsOf(await history(night)));
      assert.equal(code, 1);
      assert.match(said, anew, `night ${night}`);
    }
    const broken = /this line does not follow from the one before/;
    assert.match((await find(heads, heads.toSpliced(39, 1)))[1], broken);
    assert.match((await find(heads, heads.toSpliced(39, 0, heads[38] ?? "")))[1], broken);
    assert.match((await find(heads, heads.slice(0, 99)))[1], anew);
  });
});
