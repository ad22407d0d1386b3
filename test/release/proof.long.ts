// @module-tag long
/** A hundred nights of manifests before the sample of the docs, which knows nothing of our code. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, test } from "vitest";
import { type Database, openDatabase, tablesOf } from "../../src/database/engine.ts";
import { renewArchiveId } from "../../src/release/manifest.ts";
import { headsText } from "../../src/release/proof/manifests.ts";
import type { ReleaseTables } from "../../src/release/tables.ts";
import { snippetsOf } from "../support/docs.ts";
import { nameNext, offeredAt, publishNight, testKey } from "../support/offered-files.ts";
import { runners, runSample } from "../support/sample-runners.ts";
import { skipIf } from "../support/skip-if.ts";

const nights = 100;
const first = testKey(1);
const second = testKey(2);
const folder = mkdtempSync(join(tmpdir(), "gradeline-nights-"));
const databases: Database[] = [];
afterAll(async () => {
  for (const database of databases) await database.close();
  rmSync(folder, { recursive: true });
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

const rowsOf = ({ kysely }: Database) =>
  tablesOf<ReleaseTables>(kysely).selectFrom("file_manifests").selectAll().orderBy("position").execute();

let told: Database;
beforeAll(async () => {
  told = await history(null);
});

describe("the Python of the docs", skipIf(runners.python?.program == null && "needs python3"), () => {
  const samples = snippetsOf("docs/api/files.md");
  const { code } =
    samples.find(({ language, heading }) => language === "python" && heading === "The history") ?? assert.fail();

  /** @returns what somebody finds who has kept the head of one day, and asks again on another. */
  async function find(kept: readonly string[], now: readonly string[]): Promise<readonly [unknown, string]> {
    const own = mkdtempSync(join(folder, "keeper-"));
    let shown = kept;
    const server = createServer((_request, response) => response.end(headsText(shown)));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const settings = { BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
    try {
      assert.equal((await runSample({ language: "python", code }, "keep", own, settings)).code, 0);
      shown = now;
      const ran = await runSample({ language: "python", code }, "keep", own, settings);
      return [ran.code, ran.output + ran.errors];
    } finally {
      server.close();
    }
  }

  test("finds a history that goes on as it was kept, also through a change of the key and a restore", async () => {
    const heads = (await rowsOf(told)).map(({ head }) => head);
    for (const night of [1, 49, 50, 99, 100])
      assert.equal((await find(heads.slice(0, night), heads))[0], 0, `${night}`);
    const restored = await history(null);
    await renewArchiveId(restored);
    await publishNight(restored, nights, second);
    const after = (await rowsOf(restored)).map(({ head }) => head);
    assert.match(after.at(-1) ?? "", /"restored":"one"/);
    assert.deepEqual(after.slice(0, -1), heads);
    assert.equal((await find(heads, after))[0], 0);
  });

  test("finds a history that was written anew, with the right keys, whichever night was changed, left out or put in", async () => {
    const heads = (await rowsOf(told)).map(({ head }) => head);
    for (const night of [1, 40, 100]) {
      const rewritten = await history(night);
      const [code, said] = await find(
        heads,
        (await rowsOf(rewritten)).map(({ head }) => head),
      );
      assert.equal(code, 1);
      assert.match(said, /the history that you have seen before is not the one of today/, `night ${night}`);
    }
    const without = await find(heads, heads.toSpliced(39, 1));
    assert.match(without[1], /this line does not follow from the one before/);
    const twice = await find(heads, heads.toSpliced(39, 0, heads[38] ?? ""));
    assert.match(twice[1], /this line does not follow from the one before/);
    assert.match((await find(heads, heads.slice(0, 99)))[1], /is not the one of today/);
  });
});
