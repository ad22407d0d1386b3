/** How a server opens seasons from their files, and that a file which is not what its name says is never served. */
import assert from "node:assert/strict";
import { afterAll, beforeAll, test } from "vitest";
import { DatabaseError } from "../../src/database/database-error.ts";
import { type Database, openDatabase } from "../../src/database/engine.ts";
import { sharedSnapshot, snapshotOf } from "../../src/query/load.ts";
import { openShelf, Shelf, type ShelfOptions } from "../../src/query/shelf.ts";
import { ReleaseDamaged } from "../../src/release/release-damaged.ts";
import { readSeasonTable } from "../../src/release/season-table.ts";
import { tasksInThread } from "../../src/serve/threads/archive-tasks.ts";
import { type Asker, everyAnswer, everyUrl, openAsker } from "../release/every-answer.ts";
import { type GameSketch, idOf, publishGames, publishTeams } from "../support/archive.ts";
import { onSqliteDaily } from "../support/engines.ts";
import { damageSeason, seasonEntry } from "../support/release-by-hand.ts";
import { publishSmallSample } from "../support/sample.ts";
import { long } from "../support/volume.ts";

const nfl = { sport: "nfl", season: 2024, start: "2024-09-08T20:00:00Z", away: "BUF", home: "KC" } as const;
const game: GameSketch = { ...nfl, books: { 1: ["spread"], 3: ["total"] } };
const other: GameSketch = { ...nfl, season: 2023, start: "2023-09-10T20:00:00Z", books: { 1: ["spread"] } };

/** Reads seasons in a thread, as a server does. */
function inThread(database: Database): NonNullable<ShelfOptions["readTable"]> {
  const tasks = tasksInThread(database);
  return (entry) => tasks("season", entry);
}

function warnings(): { readonly told: string[]; readonly log: NonNullable<ShelfOptions["log"]> } {
  const told: string[] = [];
  const note = (message: string) => void told.push(message);
  return { told, log: { warn: note, error: note } };
}

onSqliteDaily((engine) => {
  let asker: Asker;

  beforeAll(async () => {
    asker = await openAsker();
  });
  afterAll(async () => {
    await asker?.close();
  });

  async function inDatabase(work: (database: Database) => Promise<void>): Promise<void> {
    const database = await openDatabase(await engine.freshUrl());
    try {
      await work(database);
    } finally {
      await database.close();
    }
  }

  test("every answer is the same of seasons read in a thread, and in the thread that computes", long, async () => {
    await inDatabase(async (database) => {
      await publishSmallSample(database, 1);
      const here = await openShelf(database);
      const truth = await everyAnswer(asker, here, everyUrl(here));
      const there = await openShelf(database, { readTable: inThread(database) });
      const sent = new Shelf(database);
      const current = snapshotOf(structuredClone(sharedSnapshot(there.current)));
      Object.defineProperty(sent, "current", { value: current });
      for (const shelf of [there, sent]) {
        assert.deepEqual(await everyAnswer(asker, shelf, [...truth.keys()]), truth);
      }
    });
  });

  test("a new revision is taken over, and a season that did not change is the very same one", async () => {
    await inDatabase(async (database) => {
      await publishGames(database, [game, other]);
      await publishTeams(database, "nfl");
      const shelf = await openShelf(database);
      const [kept, old] = shelf.current.sports.nfl.seasons;
      await publishGames(database, [{ ...nfl, referee: "Ann Other", books: { 1: ["spread"] } }]);
      assert.equal(await shelf.refresh(), true);
      assert.equal(await shelf.refresh(), false);
      const [first, second] = shelf.current.sports.nfl.seasons;
      assert.ok(first !== undefined && first === kept, "it was loaded again");
      assert.ok(second !== undefined && second !== old && second.revision === 2);
      assert.ok(second.startMs.buffer instanceof SharedArrayBuffer);
      const app = asker.appOf(shelf);
      const said = await asker.ask(app, "/v1/games?sport=nfl&season=2024");
      assert.match(said.text, /"referee":"Ann Other"/);
      const { text } = await asker.ask(app, "/v1/odds?sport=nfl&season=2024");
      assert.equal(text.match(/"book_id":/g)?.length, 1);
    });
  });

  test("the newest season is open at once, and an older one when it is asked for: that request waits", async () => {
    await inDatabase(async (database) => {
      await publishTeams(database, "nfl");
      await publishGames(database, [game, other]);
      const may = Promise.withResolvers<void>();
      const shelf = await openShelf(database, {
        opensNewestFirst: true,
        async readTable(entry) {
          if (entry.season === other.season) await may.promise;
          return readSeasonTable(database.kysely, entry);
        },
      });
      const app = asker.appOf(shelf);
      assert.equal((await asker.ask(app, "/v1/games?sport=nfl&season=2024")).status, 200);
      assert.equal((await asker.ask(app, `/v1/games/${idOf(game)}/lines`)).status, 200);
      const urls = ["/v1/games?sport=nfl&season=2023", "/v1/bets?sport=nfl&team=KC", `/v1/games/${idOf(other)}`];
      let answered = 0;
      const asked = urls.map((url) => asker.ask(app, url).finally(() => answered++));
      assert.equal((await asker.ask(app, "/v1/odds?sport=nfl&season=2024")).status, 200);
      assert.equal(answered, 0);
      may.resolve();
      for (const [place, answer] of asked.entries()) assert.equal((await answer).status, 200, String(urls[place]));
      const whole = asker.appOf(await openShelf(database));
      for (const url of urls) assert.deepEqual(await asker.ask(app, url), await asker.ask(whole, url));
    });
  });

  test("a season of which a file is not what its name says is not served, until that is mended", async () => {
    await inDatabase(async (database) => {
      await publishTeams(database, "nfl");
      await publishGames(database, [game, other]);
      const { told, log } = warnings();
      const shelf = await openShelf(database, { log, readTable: inThread(database) });
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
      const url = engine.name === "sqlite" ? `${database.url}.none` : "postgres://127.0.0.1:1/none";
      const entry = await seasonEntry(database, nfl);
      await assert.rejects(inThread({ ...database, url })(entry), (error) => {
        return error instanceof DatabaseError && !(error instanceof ReleaseDamaged);
      });
      await damageSeason(database, nfl);
      await assert.rejects(inThread(database)(entry), ReleaseDamaged);
    });
  });
});
