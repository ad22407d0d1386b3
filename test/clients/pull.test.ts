/** A mirror by `pull`: what it takes and costs, and everything that it refuses. */
import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, test } from "vitest";
import { tablesOf } from "../../src/database/engine.ts";
import { sha256Of } from "../../src/release/proof/manifest-text.ts";
import type { ReleaseTables } from "../../src/release/tables.ts";
import { contentOf, Mirrors } from "../support/clients/mirrors.ts";
import { openOfferingServer } from "../support/clients/offering-server.ts";

const site = await openOfferingServer();
const mirrors = new Mirrors(site);
afterAll(async () => {
  mirrors.close();
  await site[Symbol.asyncDispose]();
});

const main = mirrors.folder("main");
const mirrorOf = (folder: string) => JSON.parse(readFileSync(join(folder, "gradeline-mirror.json"), "utf8"));

async function costOf<T>(work: () => Promise<T>): Promise<readonly [value: T, requests: number]> {
  const before = await site.counted();
  const value = await work();
  return [value, (await site.counted()) - before];
}

describe("a mirror", () => {
  test("takes every file at one request each, says so before, and notes what it has", async () => {
    const [ran, requests] = await costOf(() => mirrors.pull("all", "--to", main));
    assert.deepEqual([ran.code, ran.complained], [0, ""]);
    const mirror = mirrorOf(main);
    assert.equal(mirror.files.length, 18);
    assert.equal(requests, 19);
    assert.match(ran.said, /^18 of 18 files to take, \d+ bytes: 18 requests after the 1 of the list/);
    assert.deepEqual(Object.keys(mirror), [
      ..."mirror base_url archive revision format sports since data_sets list_etag head head_line files".split(" "),
    ]);
    assert.equal(readFileSync(join(main, "gradeline-mirror.json"), "utf8"), `${JSON.stringify(mirror, null, 2)}\n`);
    const manifest = JSON.parse(readFileSync(join(main, "gradeline-manifest.json"), "utf8"));
    assert.equal(mirror.head.manifest_sha256, sha256Of(readFileSync(join(main, "gradeline-manifest.json"), "utf8")));
    for (const file of mirror.files) {
      const named = manifest.files.find(({ path }: { path: string }) => path === file.path);
      assert.deepEqual([named.sha256, named.bytes], [file.sha256, readFileSync(join(main, file.path)).length]);
    }
    assert.ok(!existsSync(join(main, ".gradeline-lock")));
  });

  test("is one request in a night without news, and what a user has put into it stays", async () => {
    writeFileSync(join(main, "nfl/2025/mine.txt"), "mine");
    const before = contentOf(main);
    const [ran, requests] = await costOf(() => mirrors.pull("all", "--to", main));
    assert.deepEqual([ran.code, requests], [0, 1]);
    assert.match(ran.said, /^Nothing is new among 18 files: 1 request\./);
    assert.deepEqual(contentOf(main), before);
    rmSync(join(main, "nfl/2025/mine.txt"));
  });

  test("takes sports, seasons and data sets as they are named, also as Parquet", async () => {
    const folder = mirrors.folder("part");
    const words = ["nfl", "--since", "2025", "--data-sets", "odds,games", "--format", "parquet", "--to", folder];
    const [ran, requests] = await costOf(() => mirrors.pull(...words));
    assert.deepEqual([ran.code, requests], [0, 3]);
    assert.deepEqual(
      mirrorOf(folder).files.map(({ path }: { path: string }) => path),
      ["nfl/2025/games.parquet", "nfl/2025/odds.parquet"],
    );
    const verified = await mirrors.verify(folder);
    assert.equal(verified.code, 1);
    assert.match(verified.complained, /needs csv\.gz/);
    assert.equal((await mirrors.verify(folder, "--hashes-only")).code, 0);
    assert.match((await mirrors.pull("nfl", "--to", folder)).complained, /is a mirror of files of the format parquet/);
  });

  test("begins nothing when the budget would be passed, and asks nothing when there is none", async () => {
    const folder = mirrors.folder("poor");
    const [ran, requests] = await costOf(() => mirrors.pull("nfl", "--to", folder, "--max-requests", "5"));
    assert.deepEqual([ran.code, requests], [2, 1]);
    assert.match(ran.said, /9 of 9 files to take/);
    assert.deepEqual(contentOf(folder), {});
    const [none, asked] = await costOf(() => mirrors.pull("nfl", "--to", folder, "--max-requests", "0"));
    assert.deepEqual([none.code, asked], [2, 0]);
  });

  test("goes on with a part that is there, and throws away one of another version", async () => {
    const folder = mirrors.folder("parts");
    const { path, sha256, bytes } = mirrorOf(main).files.find(
      ({ data_set: name }: { data_set: string }) => name === "lines",
    );
    const whole = readFileSync(join(main, path));
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, ".gradeline-lock"), "999999999\n");
    writeFileSync(join(folder, `${path}.partial`), whole.subarray(0, bytes >> 1));
    writeFileSync(join(folder, `${path}.partial.json`), JSON.stringify({ sha256 }));
    const other = path.replace("lines", "games");
    writeFileSync(join(folder, `${other}.partial`), "what was before");
    writeFileSync(join(folder, `${other}.partial.json`), JSON.stringify({ sha256: "0".repeat(64) }));
    const [ran, requests] = await costOf(() => mirrors.pull("all", "--to", folder));
    assert.deepEqual([ran.code, requests], [0, 19]);
    assert.deepEqual(contentOf(folder), contentOf(main));
  });

  test("refuses in one sentence what it cannot do, and changes nothing", async () => {
    const foreign = mirrors.folder("foreign");
    mkdirSync(foreign);
    writeFileSync(join(foreign, "thesis.txt"), "mine");
    const copy = mirrors.folder("copy");
    cpSync(main, copy, { recursive: true });
    const busy = mirrors.folder("busy");
    mkdirSync(busy);
    writeFileSync(join(busy, ".gradeline-lock"), `${process.ppid}\n`);
    const cases: readonly (readonly [words: readonly string[], sentence: RegExp])[] = [
      [["all", "--to", foreign], /foreign has files and is no mirror/],
      [["all", "--to", copy, "--base-url", site.url.replace("127.0.0.1", "localhost")], /is a mirror of http:\/\/127/],
      [["all", "--to", busy], /process \d+ is at work/],
      [["nfl,cricket", "--to", copy], /SPORTS has "cricket"/],
      [["nfl"], /--to DIR/],
      [["nfl", "--to", copy, "--since", "last"], /--since must be a whole number/],
      [["nfl", "--to", copy, "--format", "xlsx"], /--format must be/],
      [["nfl", "--to", copy, "--data-sets", "props"], /--data-sets has "props"/],
      [["nfl", "--to", copy, "--frobnicate"], /frobnicate/],
      [["all", "--to", join(foreign, "thesis.txt", "deep")], /could not be written|no mirror|not a directory/i],
    ];
    for (const [words, sentence] of cases) {
      const [ran, requests] = await costOf(() => mirrors.pull(...words));
      assert.deepEqual([ran.code, requests], [1, 0], words.join(" "));
      assert.match(ran.complained, sentence);
      assert.equal(ran.complained.split("\n").length, 1, ran.complained);
    }
    assert.deepEqual(contentOf(foreign), { "thesis.txt": Buffer.from("mine").toString("base64") });
    assert.deepEqual(contentOf(copy), contentOf(main));
    const wrongKey = new Mirrors({ url: site.url, key: "gl_live_wrong" });
    assert.match((await wrongKey.pull("all", "--to", wrongKey.folder("x"))).complained, /^unauthorized: /);
    wrongKey.close();
  });

  test("brings after another night only the files that are others", async () => {
    await site.night();
    const before = mirrorOf(main);
    const [ran, requests] = await costOf(() => mirrors.pull("all", "--to", main));
    const after = mirrorOf(main);
    const known = new Set(before.files.map(({ sha256 }: { sha256: string }) => sha256));
    const fresh = after.files.filter(({ sha256 }: { sha256: string }) => !known.has(sha256));
    assert.deepEqual([ran.code, requests], [0, 1 + fresh.length]);
    assert.equal(after.revision, before.revision + 1);
    const whole = mirrors.folder("whole");
    await mirrors.pull("all", "--to", whole);
    assert.deepEqual(contentOf(main), contentOf(whole));
    assert.deepEqual([(await mirrors.verify(main)).complained], [""]);
  });

  test("names a history that was rewritten, and a restore that nobody has accepted", async () => {
    const copy = mirrors.folder("restored");
    cpSync(main, copy, { recursive: true });
    await site.restore();
    const before = contentOf(copy);
    const refused = await mirrors.pull("all", "--to", copy);
    assert.equal(refused.code, 3);
    assert.match(refused.complained, /restored from a backup.*--accept-restore/);
    assert.deepEqual(contentOf(copy), before);
    const accepted = await mirrors.pull("all", "--to", copy, "--accept-restore");
    assert.deepEqual([accepted.code, accepted.complained], [0, ""]);
    assert.equal((await mirrors.pull("all", "--to", copy)).code, 0, "once is enough");
    assert.equal((await mirrors.verify(copy)).code, 0);

    // The newest head is another one than the mirror has kept, and nothing says why.
    const tables = tablesOf<ReleaseTables>(site.database.kysely);
    const row = await tables
      .selectFrom("file_manifests")
      .selectAll()
      .orderBy("position", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    await tables.deleteFrom("file_manifests").where("position", "=", row.position).execute();
    const rewritten = await mirrors.pull("all", "--to", copy);
    assert.equal(rewritten.code, 3);
    assert.match(rewritten.complained, /^history was rewritten: the server no longer has the head of revision 2/);
  });
});
