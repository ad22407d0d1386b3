/** All real input in one archive, in any order of imports; games that have quotes alone are not listed. */
import assert from "node:assert/strict";
import { describe, test } from "vitest";
import { toldOf } from "../support/published.ts";
import { skipIf } from "../support/skip-if.ts";
import { long } from "../support/volume.ts";
import { inputs, plantedSports } from "./planted/sports.ts";
import * as input from "./real-data.ts";

/** Results before odds. */
const sources = (["results", "odds"] as const).flatMap((kind) =>
  plantedSports.map((sport) => ({ name: `${kind} of ${sport}`, items: () => inputs[sport][kind]() })),
);

describe("all real input", { ...skipIf(input.withoutRealData), ...long }, () => {
  const real = input.publishedBefore(...sources.map(({ items }) => items));

  test("the archive holds the games of every sport with results", () => {
    // NFL 284 + 285 + 285 + 193, NBA, a week of MLB, NHL, NCAAF 854 + 868.
    assert.equal(real.archive.games.size, 1_047 + 1_319 + 112 + 626 + 1_722);
    assert.equal(real.night.games, real.archive.rows.games.length);
    assert.equal(real.night.oddsRows, real.archive.rows.odds.length);
    assert.deepEqual(toldOf(real.night, "withheld"), []);
  });

  test("importing everything a second time changes nothing, and no revision is published", async () => {
    for (const { name, items } of sources) {
      const report = await real.take(items());
      assert.equal(report.accepted, 0, `${name}: ${JSON.stringify(report.refused)}`);
    }
    const again = await real.publish();
    assert.equal(again.changedGames, 0);
    assert.equal(again.revision, real.night.revision);
    assert.deepEqual((await input.readArchive(real.database)).rows, real.archive.rows);
  });

  test("importing everything in reverse, odds before results, makes the same archive row for row", async () => {
    await using reverse = await input.openScratch();
    for (const { items } of sources.toReversed()) {
      await reverse.take([...items()].reverse());
      // Publishing after every import instead of once at the end must not matter either.
      await reverse.publish();
    }
    assertSameRows(await input.readArchive(reverse.database), real.archive);
  });
});

/** Compares row by row first, since one difference among thousands of rows is nothing that a person can find. */
function assertSameRows(found: input.Archive, wanted: input.Archive): void {
  for (const table of ["games", "odds", "seasons", "teams"] as const) {
    assert.equal(found.rows[table].length, wanted.rows[table].length, table);
    for (const [index, row] of wanted.rows[table].entries()) assert.deepEqual(found.rows[table][index], row);
  }
}
