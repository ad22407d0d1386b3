/** An archive whose odds are rows of `archive_odds`, as releases before packed odds wrote them, on every engine. */
import assert from "node:assert/strict";
import { afterAll, beforeAll, describe, test } from "vitest";
import { checkArchive } from "../../src/archive/check.ts";
import type { ArchiveTables } from "../../src/archive/tables.ts";
import { type Database, openDatabase, tablesOf } from "../../src/database/engine.ts";
import { Findings } from "../../src/database/findings.ts";
import { booksPerGame, readPublishedFigures } from "../../src/publish/alarms/books-per-game.ts";
import { publish } from "../../src/publish/publish.ts";
import { openShelf } from "../../src/query/shelf.ts";
import { setRevision } from "../support/earlier-archive.ts";
import { engineNames, startEngine, type TestEngine } from "../support/engines.ts";
import { type Answers, type Asker, everyAnswer, everyUrl, openAsker } from "../support/every-answer.ts";
import { unpackEveryOdds } from "../support/odds-rows.ts";
import { publishSmallSample } from "../support/small-sample.ts";
import { longIf } from "../support/volume.ts";

const night = { all: false, acceptRemovals: false, publishedAt: "2026-01-02T00:00:00.000Z" };
/** What the release before packed odds wrote of its bounds. */
const reportOfBefore = { bounds: 3 };

for (const name of engineNames) {
  describe(`on ${name}`, longIf(name === "postgres"), () => {
    let engine: TestEngine;
    let asker: Asker;
    let database: Database;
    let truth: Answers;

    beforeAll(async () => {
      engine = await startEngine(name);
      asker = await openAsker();
      database = await openDatabase(await engine.freshUrl());
      await publishSmallSample(database, 3);
      const shelf = await openShelf(database);
      truth = await everyAnswer(asker, shelf, everyUrl(shelf));
      await unpackEveryOdds(database);
      await setRevision(database, reportOfBefore);
    });
    afterAll(async () => {
      await database?.close();
      await asker?.close();
      await engine?.close();
    });

    const archive = () => tablesOf<ArchiveTables>(database.kysely);
    const countOdds = async () => (await archive().selectFrom("archive_odds").select("game_id").execute()).length;
    async function medians(): Promise<unknown> {
      const figures = await readPublishedFigures(database.kysely);
      return figures.entries().map(([season, { books }]) => [season, booksPerGame(books)]);
    }

    test("it is served as it was, and every row is guarded", async () => {
      assert.ok((await countOdds()) > 50);
      const shelf = await openShelf(database);
      assert.deepEqual(await everyAnswer(asker, shelf, [...truth.keys()]), truth);
      const [row] = await archive().selectFrom("archive_odds").selectAll().orderBy("game_id").limit(1).execute();
      const { game_id: gameId, book_id: bookId, csv } = row ?? assert.fail();
      const set = (text: string) =>
        archive()
          .updateTable("archive_odds")
          .set({ csv: text })
          .where("game_id", "=", gameId)
          .where("book_id", "=", bookId)
          .execute();
      await set(`${csv}0`);
      const [damage = "", ...others] = (await openShelf(database)).current.damages;
      assert.deepEqual(others, []);
      assert.match(damage, new RegExp(`is damaged, and not served: ${gameId} does not match the checksum`));
      const findings = new Findings();
      await checkArchive(database, findings);
      assert.ok(findings.problems.some(({ where }) => where === gameId));
      await set(csv);
      await archive()
        .insertInto("archive_odds")
        .values({ ...(row ?? assert.fail()), game_id: "MLB-20250401-XXX-YYY" })
        .execute();
      assert.match(
        (await openShelf(database)).current.damages.join(),
        /MLB-20250401-XXX-YYY, and the game is not there/,
      );
      await archive().deleteFrom("archive_odds").where("game_id", "=", "MLB-20250401-XXX-YYY").execute();
    });

    test("the next publish packs every row, tells nobody of a change, and the answers stay the same", async () => {
      const before = await medians();
      const changes = archive().selectFrom("archive_changes").select("revision");
      const toldBefore = (await changes.execute()).length;
      const report = await publish(database, night);
      assert.deepEqual([report.held, report.refused, report.mended], [[], [], []]);
      assert.equal(await countOdds(), 0);
      assert.deepEqual(
        await archive().selectFrom("archive_games").select("game_id").where("odds", "is", null).execute(),
        [],
      );
      assert.equal((await changes.execute()).length, toldBefore);
      assert.deepEqual(await medians(), before);
      const rowsOf = (answers: Answers) => new Map([...answers].map(([url, { text }]) => [url, rowsIn(text)]));
      const shelf = await openShelf(database);
      assert.deepEqual(rowsOf(await everyAnswer(asker, shelf, [...truth.keys()])), rowsOf(truth));
      const again = await publish(database, night);
      assert.deepEqual([again.revision, again.changedGames], [report.revision, 0]);
    });
  });
}

/** The rows of an answer; what is said of the revision differs. */
function rowsIn(text: string): unknown {
  return text.startsWith("{") ? (JSON.parse(text) as { readonly data?: unknown }).data : text;
}
