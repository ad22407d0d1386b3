/** All real input in one archive, in any order of imports; games that have quotes alone are not listed. */
import assert from "node:assert/strict";
import { afterAll, beforeAll, describe, test } from "vitest";
import type { FeedItem } from "../../src/feed/refusals.ts";
import type { PublishReport } from "../../src/publish/findings.ts";
import { toldOf } from "../support/published.ts";
import { skipIf } from "../support/skip-if.ts";
import { long } from "../support/volume.ts";
import * as input from "./real-data.ts";

type Source = { readonly name: string; readonly items: (isReversed: boolean) => Iterable<FeedItem> };

function results(name: string, items: () => Iterable<FeedItem>): Source {
  return { name, items: (isReversed) => (isReversed ? [...items()].reverse() : items()) };
}

function odds(folder: string, sport: "nfl" | "nba" | "mlb"): Source {
  return {
    name: folder,
    items(isReversed) {
      const files = input.realFiles("the-odds-api", folder);
      return input.oddsApiItems(isReversed ? files.reverse() : files, sport);
    },
  };
}

/** Results before odds. */
const sources: readonly Source[] = [
  results("nflverse", () =>
    input.nflverseItems(input.realPath("nflverse", "games.csv"), input.realPath("nflverse", "teams.csv")),
  ),
  results("nba-results 2023-24", () => input.nbaItems(input.realPath("nba-results", "results_2023-24.csv"))),
  results("nba-results 2023-05", () => input.nbaItems(input.realPath("nba-results", "results_2023-05.csv"))),
  ...[2022, 2023].map((year) =>
    results(`cfbd ${year}`, () =>
      input.cfbdItems(input.realPath("cfbd", `games_${year}.json`), input.realPath("cfbd", `lines_${year}.json`)),
    ),
  ),
  odds("nfl-2025", "nfl"),
  odds("nba-2023-24", "nba"),
  odds("nba-h1-2023-05", "nba"),
  odds("mlb-2026-07", "mlb"),
];

describe("all real input", { ...skipIf(input.withoutRealData), ...long }, () => {
  let scratch: input.Scratch;
  let archive: input.Archive;
  let night: PublishReport;

  beforeAll(async () => {
    scratch = await input.openScratch();
    for (const source of sources) await scratch.take(source.items(false));
    night = await scratch.publish();
    archive = await input.readArchive(scratch.database);
  });

  afterAll(() => scratch[Symbol.asyncDispose]());

  test("the archive holds the games of every sport with results", () => {
    // NFL 1,047 (284 + 285 + 285 + 193), NCAAF 854 + 868, NBA 1,319 + 6.
    assert.equal(archive.games.size, 1_047 + 1_722 + 1_325);
    assert.equal(night.games, archive.rows.games.length);
    assert.equal(night.oddsRows, archive.rows.odds.length);
    assert.deepEqual(toldOf(night, "withheld"), []);
  });

  test("importing everything a second time changes nothing, and no revision is published", async () => {
    for (const source of sources) {
      const report = await scratch.take(source.items(false));
      assert.equal(report.accepted, 0, `${source.name}: ${JSON.stringify(report.refused)}`);
    }
    const again = await scratch.publish();
    assert.equal(again.changedGames, 0);
    assert.equal(again.revision, night.revision);
    assert.deepEqual((await input.readArchive(scratch.database)).rows, archive.rows);
  });

  test("importing everything in reverse, odds before results, makes the same archive row for row", async () => {
    await using reverse = await input.openScratch();
    for (const source of sources.toReversed()) {
      await reverse.take(source.items(true));
      // Publishing after every import instead of once at the end must not matter either.
      await reverse.publish();
    }
    assertSameRows(await input.readArchive(reverse.database), archive);
  });
});

/** Compares row by row first, since one difference among thousands of rows is nothing that a person can find. */
function assertSameRows(found: input.Archive, wanted: input.Archive): void {
  for (const table of ["games", "odds", "seasons", "teams"] as const) {
    assert.equal(found.rows[table].length, wanted.rows[table].length, table);
    for (const [index, row] of wanted.rows[table].entries()) assert.deepEqual(found.rows[table][index], row);
  }
}
