/** `python -m gradeline pull` against a real server: what it takes home, what it costs, and what it refuses. */
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, test } from "vitest";
import { tablesOf } from "../../src/database/engine.ts";
import { renewArchiveId } from "../../src/release/manifest.ts";
import { allowedSigners } from "../../src/release/proof/signature.ts";
import type { ReleaseTables } from "../../src/release/tables.ts";
import { plenty } from "../support/access.ts";
import { nameNext, testKey } from "../support/offered-files.ts";
import { skipIf } from "../support/skip-if.ts";
import {
  contentsOf,
  type Ended,
  MirrorSite,
  type Sketch,
  startCommands,
  startPython,
  whyNoPython,
} from "./mirror-site.ts";

const key = testKey(1);
const files = (version: number): readonly Sketch[] =>
  (["nfl", "nba"] as const).flatMap((sport) =>
    [2024, 2025].map((season) => ({ sport, season, dataSet: "games", version: season === 2025 ? version : 1 })),
  );
const needed = files(1).length + 1;

describe("pull", skipIf(whyNoPython()), () => {
  let site: MirrorSite;
  let folders = 0;
  // A site counts what is asked for without a key, and refuses the sixty-first request of a minute.
  beforeEach(async () => {
    site = await MirrorSite.open();
    await site.publish(files(1), key);
  });
  afterEach(() => site[Symbol.asyncDispose]());

  const commands = startCommands();
  afterAll(commands.end);
  const newFolder = () => join(site.folder, String(folders++));
  const caller = () => site.caller(plenty);
  async function pull(apiKey: string, to: string, words: readonly string[] = ["nfl,nba"]): Promise<Ended> {
    return commands.run(["pull", ...words, "--to", to], site.env(apiKey));
  }
  const said = ({ output, errors }: Ended) => output + errors;

  test("a mirror is what the list has; another run without news is one request, and one with news takes what is new", async () => {
    const to = newFolder();
    const { key: apiKey, used } = await caller();
    const first = await pull(apiKey, to);
    assert.equal(first.code, 0, said(first));
    assert.match(first.output, new RegExp(`^plan: 4 of 4 files, 8,000 bytes, ${needed} requests`, "m"));
    assert.equal(await used(), needed);
    const before = contentsOf(to);
    const second = await pull(apiKey, to);
    assert.equal(second.code, 0, said(second));
    assert.equal(await used(), needed + 1);
    assert.deepEqual(contentsOf(to), before);
    assert.equal(contentsOf(to).size, 4 + 6, "files, mirror, heads and manifest with signatures, key");

    await site.publish(files(2), key);
    const third = await pull(apiKey, to);
    assert.equal(third.code, 0, said(third));
    assert.equal(await used(), needed + 1 + 3, "the list and the two files that are new");
    const fresh = newFolder();
    assert.equal((await pull(apiKey, fresh)).code, 0);
    assert.deepEqual(contentsOf(to), contentsOf(fresh));
    const verified = await commands.run(["verify", to, "--hashes-only"]);
    assert.equal(verified.code, 0, said(verified));
    assert.match(verified.output, /all is right\n$/);
  });

  test("while files of a revision are made, a mirror keeps what is proved and says what is on its way", async () => {
    await using making = await MirrorSite.open();
    const { key: apiKey } = await making.caller(plenty);
    const run = (to: string) => commands.run(["pull", "nfl,nba", "--to", to], making.env(apiKey));
    await making.publish(files(1), key);
    const to = join(making.folder, "kept");
    assert.match((await run(to)).output, /^it is of revision 1, the newest$/m);
    const before = contentsOf(to);

    const ofOneSeason = files(2).filter(({ sport, season }) => sport === "nba" && season === 2025);
    await making.publish(ofOneSeason, key, false);
    const meanwhile = await run(to);
    assert.equal(meanwhile.code, 0, said(meanwhile));
    assert.match(
      meanwhile.output,
      /^it is of revision 1, and the newest is 2, of which files are not made yet: nfl\/2025; /m,
    );
    assert.doesNotMatch(meanwhile.output, /no longer part/);
    const bytesOf = (contents: ReturnType<typeof contentsOf>) => [...contents].filter(([name]) => name.endsWith(".gz"));
    assert.deepEqual(bytesOf(contentsOf(to)), bytesOf(before));
    assert.equal((await commands.run(["verify", to, "--hashes-only"])).code, 0);
    const fresh = await run(join(making.folder, "fresh"));
    assert.equal(fresh.code, 0, said(fresh));
    assert.match(fresh.output, /^plan: 3 of 3 files/m);

    await making.publish(files(2), key);
    const after = await run(to);
    assert.match(after.output, /^plan: 2 of 4 files.*$/m, said(after));
    assert.match(after.output, /^it is of revision 3, the newest$/m);
  });

  test("a file that was damaged or deleted comes again, though nothing is new", async () => {
    const to = newFolder();
    const { key: apiKey, used } = await caller();
    assert.equal((await pull(apiKey, to)).code, 0);
    const before = contentsOf(to);
    writeFileSync(join(to, "nfl/2024/games.csv.gz"), "damaged");
    rmSync(join(to, "nba/2025/games.csv.gz"));
    // A run that is killed between its last two steps leaves the note of a file that is whole.
    writeFileSync(join(to, "nba/2024/games.csv.gz.partial.json"), "{}");
    assert.equal((await pull(apiKey, to)).code, 0);
    assert.deepEqual(contentsOf(to), before);
    assert.equal(await used(), needed + 3);
  });

  test("the budget is never passed: with one request too few nothing is begun, and the code is 2", async () => {
    for (const most of [0, 1, needed - 1]) {
      const to = newFolder();
      const { key: apiKey, used } = await caller();
      const ended = await pull(apiKey, to, ["nfl,nba", "--max-requests", String(most)]);
      assert.equal(ended.code, 2, said(ended));
      assert.match(ended.errors, new RegExp(`--max-requests ${most} would be passed`));
      assert.equal(await used(), Math.min(most, 1), "the list alone");
      assert.deepEqual([...contentsOf(to)], []);
    }
    const { key: apiKey, used } = await caller();
    const enough = await pull(apiKey, newFolder(), ["nfl,nba", "--max-requests", String(needed)]);
    assert.equal(enough.code, 0, said(enough));
    assert.equal(await used(), needed);
  });

  test("sports, seasons, data sets and format choose, and what is left behind is named and kept", async () => {
    const to = newFolder();
    const { key: apiKey } = await caller();
    assert.equal((await pull(apiKey, to, ["all", "--data-sets", "games,odds"])).code, 0);
    const fewer = await pull(apiKey, to, ["nfl", "--since", "2025"]);
    assert.equal(fewer.code, 0, said(fewer));
    assert.match(fewer.output, /^nba\/2024\/games.csv.gz is no longer part of the mirror/m);
    const mirror = JSON.parse(readFileSync(join(to, "gradeline-mirror.json"), "utf8"));
    assert.deepEqual([mirror.sports, mirror.since, mirror.data_sets, mirror.files.length], [["nfl"], 2025, null, 1]);
    assert.ok(contentsOf(to).has("nba/2024/games.csv.gz"));
    const none = await pull(apiKey, newFolder(), ["mlb"]);
    assert.deepEqual([none.code, none.errors.includes("the server has no such files")], [1, true], said(none));
  });

  test("what is no mirror, of another server or in another format, and a wrong word or key, is one sentence and no change", async () => {
    const { key: apiKey } = await caller();
    const foreign = newFolder();
    mkdirSync(foreign);
    writeFileSync(join(foreign, "thesis.txt"), "mine");
    const mirror = newFolder();
    assert.equal((await pull(apiKey, mirror)).code, 0);
    const damaged = newFolder();
    mkdirSync(damaged);
    writeFileSync(join(damaged, "gradeline-mirror.json"), "{");
    const cases: [string, string[], RegExp, string?][] = [
      [foreign, ["nfl"], /has files and is no mirror/],
      [join(foreign, "thesis.txt"), ["nfl"], /is a file and no folder/],
      [damaged, ["nfl"], /gradeline-mirror.json is damaged/],
      [mirror, ["nfl", "--base-url", "http://127.0.0.1:9"], /is a mirror with base_url http/],
      [mirror, ["nfl", "--format", "parquet"], /is a mirror with format csv.gz, and not parquet/],
      [mirror, ["nfll"], /there is no 'nfll' among mlb, .*did you mean nfl\?/],
      [mirror, ["nfl", "--data-sets", "odd"], /did you mean odds\?/],
      [mirror, ["nfl", "--since", "25"], /a year of four digits, not '25'/],
      [mirror, ["nfl", "--max-requests", "-1"], /expected one argument|whole number/],
      [newFolder(), ["nfl"], /401 unauthorized/, "gl_live_00000000000000000000000000000000000000"],
      [newFolder(), ["nfl"], /the API key must be one word/, "two words"],
    ];
    for (const [to, words, sentence, wrongKey] of cases) {
      const before = contentsOf(to);
      const ended = await pull(wrongKey ?? apiKey, to, words);
      assert.equal(ended.code, 1, said(ended));
      assert.match(ended.errors, sentence);
      assert.equal(ended.errors.trimEnd().split("\n").length, 1, ended.errors);
      assert.deepEqual(contentsOf(to), before);
    }
    assert.equal(readFileSync(join(foreign, "thesis.txt"), "utf8"), "mine");
  });

  test("a disk that is full is one sentence, nothing is deleted, and the same command goes on", async () => {
    const to = newFolder();
    const { key: apiKey, used } = await caller();
    const limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (1500, 1500))";
    const program = `${limit}; from gradeline.__main__ import main; raise SystemExit(main(["pull", "nfl", "--to", ${JSON.stringify(to)}]))`;
    const full = await startPython(["-c", program], site.env(apiKey)).ended;
    assert.equal(full.code, 1, said(full));
    assert.match(full.errors, /^\[Errno 27\] .*; nothing was deleted, and the same command goes on from here\n$/);
    const before = await used();
    const ended = await pull(apiKey, to, ["nfl"]);
    assert.equal(ended.code, 0, said(ended));
    assert.ok((await used()) > before);
  });

  test("the lock of a living process is respected, and that of one which is gone is not", async () => {
    const to = newFolder();
    const { key: apiKey } = await caller();
    mkdirSync(to);
    writeFileSync(join(to, ".gradeline-lock"), `${process.pid}\n`);
    const held = await pull(apiKey, to);
    assert.deepEqual([held.code, held.errors.includes(`process ${process.pid} is at work`)], [1, true], said(held));
    const gone = startPython(["-c", "import os; print(os.getpid())"]);
    writeFileSync(join(to, ".gradeline-lock"), (await gone.ended).output);
    const ended = await pull(apiKey, to);
    assert.equal(ended.code, 0, said(ended));
    assert.ok(!contentsOf(to).has(".gradeline-lock"));
  });
});

describe("pull, when history changes", skipIf(whyNoPython()), () => {
  let site: MirrorSite;
  const commands = startCommands();
  afterAll(commands.end);
  beforeAll(async () => {
    site = await MirrorSite.open();
  });
  afterAll(() => site[Symbol.asyncDispose]());

  test("a restored archive waits for --accept-restore, a rewritten history is refused by name, another key is never taken", async () => {
    const tables = tablesOf<ReleaseTables>(site.api.database.kysely);
    const { key: apiKey, used } = await site.caller(plenty);
    const to = join(site.folder, "mirror");
    const pullInto = (folder: string, ...words: string[]) =>
      commands.run(["pull", "nfl,nba", "--to", folder, ...words], site.env(apiKey));
    const pull = (...words: string[]) => pullInto(to, ...words);
    for (const version of [1, 2]) await site.publish(files(version), key);
    assert.equal((await pull()).code, 0);
    const spent = await used();

    const manifests = await tables.selectFrom("file_manifests").selectAll().execute();
    await tables.deleteFrom("file_manifests").where("position", "=", 2).execute();
    await renewArchiveId(site.api.database);
    await site.publish(files(3), key);
    const waits = await pull();
    assert.equal(waits.code, 3);
    assert.match(waits.errors, /the archive was restored from a backup: a head of revision 3 says so/);
    assert.equal(await used(), spent, "history costs nothing");
    const goesOn = await pull("--accept-restore");
    assert.equal(goesOn.code, 0, goesOn.errors);
    assert.equal((await pull()).code, 0, "once it was accepted it is the history");

    const [first] = manifests;
    assert.ok(first);
    await tables.deleteFrom("file_manifests").where("position", ">", 1).execute();
    await tables
      .updateTable("file_manifests")
      .set({ archive: (await tables.selectFrom("archive_identity").selectAll().executeTakeFirstOrThrow()).archive_id })
      .execute();
    await site.publish(files(4), key);
    const before = contentsOf(to);
    const rewritten = await pull("--accept-restore");
    assert.equal(rewritten.code, 3, rewritten.errors);
    assert.match(rewritten.errors, /history was rewritten: the head of revision 3 that was kept, \{"revision":3,/);
    assert.deepEqual(contentsOf(to), before);

    const other = join(site.folder, "other");
    assert.equal((await pullInto(other)).code, 0);
    writeFileSync(join(other, "allowed_signers"), allowedSigners(testKey(3).publicKey));
    const another = await pullInto(other);
    assert.equal(another.code, 1, another.errors);
    assert.match(
      another.errors,
      /is by another key than the one that was kept, and no manifest that it signed names it/,
    );
  });

  test("a key that a signed manifest of the kept one names is taken, and verify goes by it", async () => {
    await using own = await MirrorSite.open();
    const { key: apiKey } = await own.caller(plenty);
    const to = join(own.folder, "mirror");
    const pull = () => commands.run(["pull", "nfl,nba", "--to", to], own.env(apiKey));
    await own.publish(files(1), key);
    assert.equal((await pull()).code, 0);
    const next = testKey(2);
    assert.equal(await nameNext(own.api.database, key, next), true);
    await own.publish(files(2), next);
    const ended = await pull();
    assert.equal(ended.code, 0, ended.errors);
    assert.match(ended.output, /^the key that signs is another, and the one before has named it$/m);
    assert.equal(readFileSync(join(to, "allowed_signers"), "utf8"), allowedSigners(next.publicKey));
    const verified = await commands.run(["verify", to, "--hashes-only"]);
    assert.equal(verified.code, 0, verified.output);
  });
});
