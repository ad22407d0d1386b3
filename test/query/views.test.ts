/** Where the views of seasons come from, and that a file which is not what its name says is never served. */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, test } from "vitest";
import { DatabaseError } from "../../src/database/database-error.ts";
import { type Database, openDatabase, tablesOf } from "../../src/database/engine.ts";
import { emptySnapshot } from "../../src/query/load.ts";
import { sharedSnapshot, snapshotOf } from "../../src/query/message.ts";
import { openShelf, Shelf, type ShelfOptions } from "../../src/query/shelf.ts";
import { contentOf, type SeasonEntry } from "../../src/release/manifest.ts";
import { ReleaseDamaged } from "../../src/release/release-damaged.ts";
import type { ReleaseTables } from "../../src/release/tables.ts";
import { openView } from "../../src/release/view/open-view.ts";
import { viewFromFiles } from "../../src/release/view/view-from-files.ts";
import { bytesOf, ViewStore, viewFiles } from "../../src/release/view/view-store.ts";
import { viewVersion } from "../../src/release/view/view-version.ts";
import { viewInThread } from "../../src/serve/views/views.ts";
import { type GameSketch, idOf, publishGames, publishTeams } from "../support/archive.ts";
import { damageSeason, seasonEntry, withoutViews } from "../support/damaged-season.ts";
import { engineNames, startEngine, type TestEngine } from "../support/engines.ts";
import { type Asker, everyAnswer, everyUrl, openAsker } from "../support/every-answer.ts";
import { publishSmallSample } from "../support/small-sample.ts";
import { long, longIf } from "../support/volume.ts";

const nfl = { sport: "nfl", season: 2024, start: "2024-09-08T20:00:00Z", away: "BUF", home: "KC" } as const;
const game: GameSketch = { ...nfl, books: { 1: ["spread"], 3: ["total"] } };
const other: GameSketch = { ...nfl, season: 2023, start: "2023-09-10T20:00:00Z", books: { 1: ["spread"] } };

const folders = mkdtempSync(join(tmpdir(), "views-"));
afterAll(() => rmSync(folders, { recursive: true }));
let folder = "";
let folderCount = 0;
beforeEach(() => {
  folder = join(folders, String(folderCount++));
});

const noView = { makeView: () => Promise.reject(new Error("a view was made")) };

function warnings(): { readonly told: string[]; readonly log: NonNullable<ShelfOptions["log"]> } {
  const told: string[] = [];
  const note = (message: string) => void told.push(message);
  return { told, log: { warn: note, error: note } };
}

for (const name of engineNames) {
  describe(`on ${name}`, longIf(name === "postgres"), () => {
    let engine: TestEngine;
    let asker: Asker;

    beforeAll(async () => {
      engine = await startEngine(name);
      asker = await openAsker();
    });
    afterAll(async () => {
      await asker?.close();
      await engine?.close();
    });

    async function inDatabase(work: (database: Database) => Promise<void>): Promise<void> {
      const database = await openDatabase(await engine.freshUrl());
      try {
        await work(database);
      } finally {
        await database.close();
      }
    }

    test(
      "every answer is the same from the database, from the folder, of the files in a thread, and in another thread",
      long,
      async () => {
        await inDatabase(async (database) => {
          await publishSmallSample(database, 1);
          const fetched = await openShelf(database, { folder, ...noView });
          const truth = await everyAnswer(asker, fetched, everyUrl(fetched));
          const urls = [...truth.keys()];
          const { entries } = fetched.current;
          for (const entry of entries) await withoutViews(database, entry);
          const kept = await openShelf(database, { folder, ...noView });
          assert.deepEqual(await everyAnswer(asker, kept, urls), truth);
          const made = await openShelf(database, { makeView: (entry) => viewInThread(database, entry) });
          assert.deepEqual(await everyAnswer(asker, made, urls), truth);
          for (const shelf of [kept, made]) {
            const sent = new Shelf(database);
            const current = snapshotOf(structuredClone(sharedSnapshot(shelf.current)));
            Object.defineProperty(sent, "current", { value: current });
            assert.deepEqual(await everyAnswer(asker, sent, urls), truth);
          }
          for (const entry of entries) {
            const inPlace = await viewFromFiles(database.kysely, entry);
            assert.equal(Buffer.compare(inPlace, await viewInThread(database, entry)), 0);
          }
        });
      },
    );

    test("a new revision is taken over, and a season that did not change is the very same one", async () => {
      await inDatabase(async (database) => {
        await publishGames(database, [game, other]);
        await publishTeams(database, "nfl");
        const shelf = await openShelf(database, { folder });
        const [kept, old] = shelf.current.sports.nfl.seasons;
        await publishGames(database, [{ ...nfl, referee: "Ann Other", books: { 1: ["spread"] } }]);
        assert.equal(await shelf.refresh(), true);
        assert.equal(await shelf.refresh(), false);
        const [first, second] = shelf.current.sports.nfl.seasons;
        assert.ok(first !== undefined && first === kept, "it was loaded again");
        assert.ok(second !== undefined && second !== old && second.revision === 2);
        assert.ok(second.odds.json.between(0, 1).buffer instanceof SharedArrayBuffer);
        const app = asker.appOf(shelf);
        const said = await asker.ask(app, "/v1/games?sport=nfl&season=2024");
        assert.match(said.text, /"referee":"Ann Other"/);
        const { text } = await asker.ask(app, "/v1/odds?sport=nfl&season=2024");
        assert.equal(text.match(/"book_id":/g)?.length, 1);
      });
    });

    test("a season of which a file is not what its name says is not served, until that is mended", async () => {
      await inDatabase(async (database) => {
        await publishTeams(database, "nfl");
        await publishGames(database, [game, other]);
        const { told, log } = warnings();
        const shelf = await openShelf(database, { log, makeView: (entry) => viewInThread(database, entry) });
        const [kept] = shelf.current.sports.nfl.seasons;
        await publishGames(database, [{ ...game, referee: "Ann Other" }]);
        const mend = await damageSeason(database, nfl);
        assert.equal(await shelf.refresh(), true);
        assert.match(
          told.join(),
          /^nfl 2024 is not served: the file \w+ does not match its name; gradeline verify lists /,
        );
        assert.deepEqual(shelf.current.sports.nfl.seasons, [kept]);
        const app = asker.appOf(shelf);
        assert.equal((await asker.ask(app, "/v1/games?sport=nfl&season=2024")).status, 503);
        assert.equal((await asker.ask(app, "/v1/games?sport=nfl")).status, 503);
        assert.equal((await asker.ask(app, `/v1/games/${idOf(game)}`)).status, 503);
        assert.equal((await asker.ask(app, "/v1/games?sport=nfl&season=2023")).status, 200);
        await mend();
        while (shelf.current.damages.length > 0) await shelf.refresh();
        assert.match(told.at(-1) ?? "", /every season is served again/);
        assert.match((await asker.ask(app, "/v1/games?sport=nfl&season=2024")).text, /Ann Other/);
      });
    });

    test("a thread that cannot read the database fails with an error of databases", async () => {
      await inDatabase(async (database) => {
        await publishGames(database, [game]);
        const url = name === "sqlite" ? `${database.url}.none` : "postgres://127.0.0.1:1/none";
        const entry = await seasonEntry(database, nfl);
        await assert.rejects(viewInThread({ ...database, url }, entry), (error) => {
          return error instanceof DatabaseError && !(error instanceof ReleaseDamaged);
        });
        await damageSeason(database, nfl);
        await assert.rejects(viewInThread(database, entry), ReleaseDamaged);
      });
    });

    test("whoever makes a view puts it into the database, and the next process makes nothing", async () => {
      await inDatabase(async (database) => {
        await publishGames(database, [game]);
        await withoutViews(database, await seasonEntry(database, nfl));
        const made: SeasonEntry[] = [];
        const makeView = (entry: SeasonEntry) => {
          made.push(entry);
          return viewFromFiles(database.kysely, entry);
        };
        await openShelf(database, { makeView });
        const shelf = await openShelf(database, noView);
        assert.equal(made.length, 1);
        assert.deepEqual([shelf.current.damages, shelf.current.sports.nfl.seasons.length], [[], 1]);
      });
    });

    test("a view in the database that is not what its name says is made anew, and mended there", async () => {
      await inDatabase(async (database) => {
        await publishGames(database, [game]);
        const tables = tablesOf<ReleaseTables>(database.kysely);
        const { sha256 } = await tables.selectFrom("release_views").select("sha256").executeTakeFirstOrThrow();
        await tables
          .updateTable("release_pieces")
          .set({ body: Uint8Array.of(1, 2, 3) })
          .where("sha256", "=", sha256)
          .execute();
        const shelf = await openShelf(database);
        assert.deepEqual([shelf.current.damages, shelf.current.sports.nfl.seasons.length], [[], 1]);
        await openShelf(database, noView);
      });
    });

    test("views of another version of the code stay as they are, in the database and in the folder", async () => {
      await inDatabase(async (database) => {
        await publishGames(database, [game]);
        const entry = await seasonEntry(database, nfl);
        const tables = tablesOf<ReleaseTables>(database.kysely);
        const stored = async () => {
          const rows = await tables.selectFrom("release_views").selectAll().execute();
          return rows.sort((a, b) => Number(a.version) - Number(b.version));
        };
        const later = String(Number(viewVersion) + 1);
        await tables.updateTable("release_views").set({ version: later }).execute();
        const [ofLater] = await stored();
        await openShelf(database, { folder });
        const [own = ""] = readdirSync(folder);
        const theirs = `${contentOf(entry)}-${later}-${"0".repeat(64)}.view`;
        writeFileSync(join(folder, theirs), "of another version");
        await openShelf(database, { folder, ...noView });
        assert.deepEqual(readdirSync(folder).sort(), [own, theirs].sort());
        assert.equal(readFileSync(join(folder, theirs), "utf8"), "of another version");
        const rows = await stored();
        assert.deepEqual(
          rows.map(({ version }) => version),
          [viewVersion, later],
        );
        assert.deepEqual(rows[1], ofLater);
        // Those of the two newest versions are kept.
        assert.equal((await viewFiles(database.kysely, [entry])).length, 2);
        const { season, sha256 } = rows[1] ?? assert.fail();
        await tables
          .insertInto("release_views")
          .values({ season, version: String(Number(later) + 1), sha256 })
          .execute();
        assert.deepEqual(await viewFiles(database.kysely, [entry]), [sha256, sha256]);
      });
    });
  });
}

describe("the folder", () => {
  let database: Database;
  let asker: Asker;
  beforeAll(async () => {
    asker = await openAsker();
    database = await openDatabase(":memory:");
    await publishTeams(database, "nfl");
    await publishGames(database, [game, other]);
  });
  afterAll(async () => {
    await asker?.close();
    await database?.close();
  });

  const urls = [
    "/v1/games?sport=nfl&season=2024",
    "/v1/odds?sport=nfl&season=2024&format=csv",
    "/v1/bets?sport=nfl&season=2024",
    "/v1/snapshots?sport=nfl&season=2024",
    `/v1/games/${idOf(game)}`,
    `/v1/games/${idOf(game)}/lines`,
  ];
  const fileOf = async () => {
    const start = contentOf(await seasonEntry(database, nfl));
    return join(folder, readdirSync(folder).find((name) => name.startsWith(start)) ?? assert.fail(start));
  };

  test("a view with another bit, and one that is cut off, is fetched anew", async () => {
    const whole = await openShelf(database, { folder, ...noView });
    const truth = await everyAnswer(asker, whole, urls);
    const file = await fileOf();
    const good = readFileSync(file);
    const flipped = Array.from({ length: 40 }, (_, place) => Math.floor((place * (good.length - 1)) / 39)).map((at) => {
      const bad = Buffer.from(good);
      bad[at] = (bad[at] as number) ^ (1 << (at % 8));
      return bad;
    });
    const cut = [0, 1, 15, 16, 200, good.length >> 1, good.length - 1].map((length) => good.subarray(0, length));
    for (const [place, bad] of [...flipped, ...cut].entries()) {
      writeFileSync(file, bad);
      const { told, log } = warnings();
      const shelf = await openShelf(database, { folder, log, ...noView });
      assert.deepEqual(await everyAnswer(asker, shelf, urls), truth, `${place}`);
      assert.match(told.join(), /^the view of nfl 2024 is not what its name says, and is laid anew$/, `${place}`);
      assert.equal(Buffer.compare(readFileSync(file), good), 0, `${place}`);
    }
  });

  test("no memory of others is answered of a view that is cut off while a server reads it", async () => {
    await openShelf(database, { folder, ...noView });
    const views = new ViewStore(database, { folder, make: noView.makeView, warn: () => {} });
    const entry = await seasonEntry(database, nfl);
    const { odds } = openView("nfl", contentOf(entry), bytesOf(await views.place(entry, false)));
    truncateSync(await fileOf(), 200);
    assert.throws(() => odds.json.between(0, 1), /was cut off/);
  });

  test("it may be lost while a server has views from it", async () => {
    const shelf = await openShelf(database, { folder });
    const truth = await everyAnswer(asker, await openShelf(database), urls);
    rmSync(folder, { recursive: true });
    assert.deepEqual(await everyAnswer(asker, shelf, urls), truth);
    await openShelf(database, { folder, ...noView });
    assert.equal(readdirSync(folder).length, 2);
  });

  test("one that cannot be written is told of once, and views are kept in memory", async () => {
    writeFileSync(folder, "a file");
    const { told, log } = warnings();
    const shelf = await openShelf(database, { folder: join(folder, "releases"), log });
    assert.equal(told.length, 1);
    assert.match(told.join(), /releases cannot be written: views stay in memory alone/);
    const truth = await everyAnswer(asker, await openShelf(database), urls);
    assert.deepEqual(await everyAnswer(asker, shelf, urls), truth);
  });

  test("what has not been used for two days is removed from it, and what is used stays", async () => {
    await openShelf(database, { folder });
    const used = readdirSync(folder);
    const longAgo = Date.now() / 1000 - 50 * 3600;
    for (const name of ["old-1-0.view", "old-1-0.view.77-1"]) writeFileSync(join(folder, name), "");
    for (const name of readdirSync(folder)) utimesSync(join(folder, name), longAgo, longAgo);
    writeFileSync(join(folder, "young-1-0.view"), "");
    await openShelf(database, { folder });
    assert.deepEqual(readdirSync(folder).sort(), [...used, "young-1-0.view"].sort());
  });

  test("a database without any release needs none", async () => {
    const empty = await openDatabase(":memory:");
    const shelf = await openShelf(empty, { folder });
    assert.equal(shelf.current.revision, 0);
    await empty.close();
  });
});

test("a snapshot goes through a message without its texts being copied, and an empty one stays empty", async () => {
  const database = await openDatabase(":memory:");
  await publishGames(database, [game, other]);
  const { current } = await openShelf(database);
  const received = snapshotOf(structuredClone(sharedSnapshot(current)));
  const [season] = current.sports.nfl.seasons;
  const [same] = received.sports.nfl.seasons;
  const firstRow = (of: typeof season) => of?.odds.json.between(0, 1) ?? assert.fail();
  const [text, textThere] = [firstRow(season), firstRow(same)];
  const [was] = text;
  text[0] = 0;
  assert.equal(textThere[0], 0);
  text[0] = was ?? assert.fail();
  assert.deepEqual(received.sports.nfl.seasonList, current.sports.nfl.seasonList);
  assert.deepEqual(snapshotOf(structuredClone(sharedSnapshot(emptySnapshot))), emptySnapshot);
  const again = snapshotOf(structuredClone(sharedSnapshot(current)), received);
  assert.equal(again.sports.nfl.seasons[0], received.sports.nfl.seasons[0]);
  await database.close();
});
