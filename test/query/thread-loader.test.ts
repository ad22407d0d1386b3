/** Loading snapshots in a thread: it gives what loading in place gives, and what cannot be read is told in the same way. */
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, test } from "vitest";
import { DatabaseError, DatabaseOutage } from "../../src/database/database-error.ts";
import { type Database, openDatabase, tablesOf } from "../../src/database/engine.ts";
import { emptySnapshot } from "../../src/query/load.ts";
import { sharedSnapshot, snapshotOf } from "../../src/query/message.ts";
import { openShelf, Shelf } from "../../src/query/shelf.ts";
import { emptySport } from "../../src/query/sport.ts";
import { openThreadLoader, type ThreadLoader } from "../../src/query/thread-loader.ts";
import { ArchiveDamaged } from "../../src/release/damage.ts";
import type { ArchiveTables } from "../../src/release/tables.ts";
import { type GameSketch, publishGames, publishTeams } from "../support/archive.ts";
import { engineNames, startEngine, type TestEngine } from "../support/engines.ts";
import { type Asker, everyAnswer, everyUrl, openAsker } from "../support/every-answer.ts";
import { publishSmallSample } from "../support/small-sample.ts";
import { longIf } from "../support/volume.ts";

const nfl = { sport: "nfl", season: 2024, start: "2024-09-08T20:00:00Z", away: "BUF", home: "KC" } as const;
const other: GameSketch = { ...nfl, season: 2023, start: "2023-09-10T20:00:00Z", books: { 1: ["spread"] } };
const sketches: readonly GameSketch[] = [{ ...nfl, books: { 1: ["spread"], 3: ["total"] } }, other];

for (const name of engineNames) {
  describe(`on ${name}`, longIf(name === "postgres"), () => {
    let engine: TestEngine;
    let asker: Asker;
    let url: string;
    let database: Database;
    let loader: ThreadLoader;

    beforeAll(async () => {
      engine = await startEngine(name);
      asker = await openAsker();
    });
    afterAll(async () => {
      await asker?.close();
      await engine?.close();
    });

    async function inDatabase(work: () => Promise<void>): Promise<void> {
      url = await engine.freshUrl();
      database = await openDatabase(url);
      loader = openThreadLoader(database);
      try {
        await work();
      } finally {
        await loader.close();
        await database.close();
      }
    }

    test("every answer is that of a shelf which loads in place", async () => {
      await inDatabase(async () => {
        await publishSmallSample(database, 3);
        const inPlace = await openShelf(database);
        const truth = await everyAnswer(asker, inPlace, everyUrl(inPlace));
        const loaded = await loader.load(emptySnapshot);
        const shelf = new Shelf(database, { loader: { load: async () => loaded } });
        Object.defineProperty(shelf, "current", { value: loaded });
        assert.deepEqual(await everyAnswer(asker, shelf, [...truth.keys()]), truth);
        assert.deepEqual([loaded.revision, loaded.archiveId], [inPlace.current.revision, inPlace.current.archiveId]);
      });
    });

    test("a new revision is taken over, and a season that did not change is the very same one", async () => {
      await inDatabase(async () => {
        await publishGames(database, sketches);
        await publishTeams(database, "nfl");
        const shelf = await openShelf(database, { loader });
        const [kept, old] = shelf.current.sports.nfl.seasons;
        await publishGames(database, [{ ...nfl, referee: "Ann Other", books: { 1: ["spread"] } }]);
        assert.equal(await shelf.refresh(), true);
        assert.equal(await shelf.refresh(), false);
        const [first, second] = shelf.current.sports.nfl.seasons;
        assert.ok(first !== undefined && first === kept, "it was loaded again");
        assert.ok(second !== undefined && second !== old && second.revision === 2);
        assert.ok(second.odds.json.text.bytes.buffer instanceof SharedArrayBuffer);
        const app = asker.appOf(shelf);
        const said = await asker.ask(app, "/v1/games?sport=nfl&season=2024");
        assert.match(said.text, /"referee":"Ann Other"/);
        const { text } = await asker.ask(app, "/v1/odds?sport=nfl&season=2024");
        assert.equal(text.match(/"book_id":/g)?.length, 1);
      });
    });

    test("a season that is damaged is served as it was, and the damage of a revision fails the refresh", async () => {
      await inDatabase(async () => {
        await publishSmallSample(database, 2);
        const shelf = await openShelf(database, { loader });
        const archive = tablesOf<ArchiveTables>(database.kysely);
        const before = shelf.current;
        // As a publish of a later revision, on a disk that then lost a season's rows.
        const [row] = await archive.selectFrom("archive_revisions").selectAll().execute();
        await archive.updateTable("archive_revisions").set({ checksum: "x" }).execute();
        await archive
          .insertInto("archive_revisions")
          .values({ ...(row ?? assert.fail()), revision: 2 })
          .execute();
        await assert.rejects(
          shelf.refresh(),
          (error) => error instanceof ArchiveDamaged && /revision 2/.test(error.message),
        );
        assert.equal(shelf.current, before);
        await archive.updateTable("archive_revisions").set({ contents: null, checksum: null }).execute();
        await archive.updateTable("archive_seasons").set({ revision: 2 }).where("sport", "=", "nba").execute();
        await archive
          .updateTable("archive_games")
          .set({ odds: Uint8Array.of(1, 2, 3) })
          .where("sport", "=", "nba")
          .execute();
        assert.equal(await shelf.refresh(), true);
        assert.match(shelf.current.damages.join(), /^nba \d+ is damaged, and served as it was in revision 1: NBA-/);
        assert.equal(shelf.current.sports.nba.seasons[0], before.sports.nba.seasons[0]);
      });
    });

    test("a database that cannot be read fails the load with an error of databases, and the next load works", async () => {
      await inDatabase(async () => {
        await publishGames(database, sketches);
        const away = openThreadLoader({ url: name === "sqlite" ? `${url}.none` : "postgres://127.0.0.1:1/none" });
        await assert.rejects(away.load(emptySnapshot), (error) => {
          assert.ok(error instanceof DatabaseError, String(error));
          assert.ok(name === "sqlite" || error instanceof DatabaseOutage);
          return true;
        });
        assert.equal((await loader.load(emptySnapshot)).revision, 1);
      });
    });

    test("closing ends a load that is under way", async () => {
      await inDatabase(async () => {
        await publishGames(database, sketches);
        const loading = assert.rejects(loader.load(emptySnapshot), /ended with/);
        await loader.close();
        await loading;
      });
    });

    if (name === "sqlite") {
      test("files that were replaced while a thread read are not served", async () => {
        await inDatabase(async () => {
          await publishGames(database, sketches);
          const shelf = await openShelf(database, {
            loader: {
              async load(current) {
                const loaded = await loader.load(current);
                rmSync(url);
                return loaded;
              },
            },
          });
          const before = shelf.current;
          await publishGames(database, [{ ...nfl, referee: "Ann Other" }]);
          await assert.rejects(shelf.refresh(), /was deleted/);
          assert.equal(shelf.current, before);
        });
      });
    }
  });
}

test("a snapshot goes through a message without its texts being copied, and an empty one stays empty", async () => {
  const database = await openDatabase(":memory:");
  await publishGames(database, sketches);
  const { current } = await openShelf(database);
  const received = snapshotOf(structuredClone(sharedSnapshot(current)));
  const [season] = current.sports.nfl.seasons;
  const [other] = received.sports.nfl.seasons;
  const [bytes, same] = [season?.odds.json.text.bytes ?? assert.fail(), other?.odds.json.text.bytes ?? assert.fail()];
  const [was] = bytes;
  bytes[0] = 0;
  assert.equal(same[0], 0);
  bytes[0] = was ?? assert.fail();
  assert.deepEqual(received, current);
  assert.equal(snapshotOf(structuredClone(sharedSnapshot(emptySnapshot))).sports.nfl, emptySport);
  await database.close();
});
