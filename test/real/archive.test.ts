/** All real input in one archive: pending games, any order of imports, and every row recomputed from the rows. */
import assert from "node:assert/strict";
import { afterAll, beforeAll, describe, test } from "vitest";
import { tablesOf } from "../../src/database/engine.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import type { PublishReport } from "../../src/publish/publish-report.ts";
import {
  type Archive,
  cfbdItems,
  nbaItems,
  nflverseItems,
  oddsApiItems,
  openScratch,
  readArchive,
  realFiles,
  realPath,
  type Scratch,
  withoutRealData,
} from "../support/real-data.ts";
import { recomputeGame } from "../support/recompute.ts";
import { skipIf } from "../support/skip-if.ts";
import { long } from "../support/volume.ts";

type Source = { readonly name: string; readonly items: (isReversed: boolean) => Iterable<FeedItem> };

function results(name: string, items: () => Iterable<FeedItem>): Source {
  return { name, items: (isReversed) => (isReversed ? [...items()].reverse() : items()) };
}

function odds(folder: string, sport: "nfl" | "nba" | "mlb"): Source {
  return {
    name: folder,
    items(isReversed) {
      const files = realFiles("the-odds-api", folder);
      return oddsApiItems(isReversed ? files.reverse() : files, sport);
    },
  };
}

/** Results before odds. */
const sources: readonly Source[] = [
  results("nflverse", () => nflverseItems(realPath("nflverse", "games.csv"), realPath("nflverse", "teams.csv"))),
  results("nba-results 2023-24", () => nbaItems(realPath("nba-results", "results_2023-24.csv"))),
  results("nba-results 2023-05", () => nbaItems(realPath("nba-results", "results_2023-05.csv"))),
  ...[2022, 2023].map((year) =>
    results(`cfbd ${year}`, () =>
      cfbdItems(realPath("cfbd", `games_${year}.json`), realPath("cfbd", `lines_${year}.json`)),
    ),
  ),
  odds("nfl-2025", "nfl"),
  odds("nba-2023-24", "nba"),
  odds("nba-h1-2023-05", "nba"),
  odds("mlb-2026-07", "mlb"),
];

describe("all real input", { ...skipIf(withoutRealData), ...long }, () => {
  let scratch: Scratch;
  let archive: Archive;
  let night: PublishReport;

  beforeAll(async () => {
    scratch = await openScratch();
    for (const source of sources) await scratch.take(source.items(false));
    night = await scratch.publish();
    archive = await readArchive(scratch.database);
  });

  afterAll(() => scratch.close());

  test("MLB games of July 2026 have quotes and no result: none is listed, and there is no season row", async () => {
    const events = await tablesOf<{ ledger_events: { sport: string } }>(scratch.database.kysely)
      .selectFrom("ledger_events")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("sport", "=", "mlb")
      .executeTakeFirst();
    assert.ok(Number(events?.count) > 50, `${events?.count} events are in the ledger`);
    assert.deepEqual(
      [...archive.games.keys()].filter((id) => id.startsWith("MLB")),
      [],
    );
    assert.deepEqual(
      [...archive.seasons.keys()].filter((key) => key.startsWith("mlb")),
      [],
    );
    assert.ok(night.refused.every((line) => !line.startsWith("MLB")));
  });

  test("the archive holds the games of every sport with results", () => {
    // NFL 1,047 (284 + 285 + 285 + 193), NCAAF 854 + 868, NBA 1,319 + 6.
    assert.equal(archive.games.size, 1_047 + 1_722 + 1_325);
    assert.equal(night.games, archive.rows.games.length);
    assert.equal(night.oddsRows, archive.rows.odds.length);
    assert.deepEqual(night.withheld, []);
  });

  test("consensus and flags recomputed from the published rows agree for every game", (t) => {
    const differences = [...archive.games.values()].flatMap(({ game, odds: rows }) => recomputeGame(game, rows));
    assert.deepEqual(differences, []);
    t.annotate(`${archive.games.size} games with ${archive.rows.odds.length} odds rows agree`);
  });

  test("the books of the single game are its odds rows, and the scores of its periods add up", () => {
    for (const { id, game, extras, odds: rows } of archive.games.values()) {
      const books = rows.map(({ book_id, book, book_name, moneyline, spread, total, team_total }) => {
        const { home_open, home_close, away_open, away_close } = team_total;
        const lines = { home_open, home_close, away_open, away_close };
        return { book_id, book, book_name, moneyline, spread, total, team_total: lines };
      });
      assert.deepEqual(extras.books, books, id);
      const { "1h": first, "2h": second, ot } = extras.period_scores;
      if (first === undefined) assert.deepEqual(extras.period_scores, {}, id);
      for (const side of ["home", "away"] as const) {
        const sum = (first?.[side] ?? 0) + (second?.[side] ?? 0) + (ot?.[side] ?? 0);
        if (first !== undefined) assert.equal(sum, game[side].score, id);
      }
    }
  });

  test("the recomputation sees every tampered result, consensus value, flag, id and time", () => {
    // The last of them has no odds.
    const samples = ["NFL-20251130-MIN-SEA", "NBA-20231209-IND-LAL", "NFL-20220908-BUF-LAR"];
    let count = 0;
    for (const id of samples) {
      const sound = archive.games.get(id);
      assert.ok(sound, id);
      const targets = [
        ["game", "result"],
        ["game", "consensus"],
        ["game", "game_id"],
        ["game", "start_time"],
        ["game", "game_date"],
        ...sound.odds.flatMap((_, row) => [
          ["odds", row, "result"],
          ["odds", row, "start_time"],
          ["odds", row, "game_id"],
        ]),
      ];
      for (const target of targets) {
        for (const path of leafPaths(valueAt(sound, target), target)) {
          for (const wrong of tampered(valueAt(sound, path))) {
            const copy = structuredClone({ game: sound.game, odds: sound.odds });
            const parent = valueAt(copy, path.slice(0, -1)) as Record<string | number, unknown>;
            parent[path.at(-1) ?? ""] = wrong;
            count += 1;
            assert.notDeepEqual(recomputeGame(copy.game, copy.odds), [], `${id} ${path.join(".")} = ${wrong}`);
          }
        }
      }
      if (sound.odds.length > 0) assert.notDeepEqual(recomputeGame(sound.game, []), []);
      for (const [index, row] of sound.odds.entries()) {
        // So far off that the book's own grade turns, whatever the consensus.
        if (row.spread.close === null || row.result.home_covered !== false) continue;
        const moved = { ...row, spread: { ...row.spread, close: row.spread.close + 80 } };
        assert.notDeepEqual(recomputeGame(sound.game, sound.odds.with(index, moved)), [], `${id} ${row.book}`);
      }
    }
    assert.ok(count > 300, `${count} tampered values`);
  });

  test("importing everything a second time changes nothing, and no revision is published", async () => {
    for (const source of sources) {
      const report = await scratch.take(source.items(false));
      assert.equal(report.accepted, 0, `${source.name}: ${JSON.stringify(report.refusals)}`);
    }
    const again = await scratch.publish();
    assert.equal(again.changedGames, 0);
    assert.equal(again.revision, night.revision);
    assert.deepEqual((await readArchive(scratch.database)).rows, archive.rows);
  });

  test("importing everything in reverse, odds before results, makes the same archive row for row", async () => {
    const reverse = await openScratch();
    try {
      for (const source of sources.toReversed()) {
        await reverse.take(source.items(true));
        // Publishing after every import instead of once at the end must not matter either.
        await reverse.publish();
      }
      assertSameRows(await readArchive(reverse.database), archive);
    } finally {
      await reverse.close();
    }
  });
});

/** Compares row by row first, since one difference among thousands of rows is nothing that a person can find. */
function assertSameRows(found: Archive, wanted: Archive): void {
  for (const table of ["games", "odds", "seasons", "teams"] as const) {
    assert.equal(found.rows[table].length, wanted.rows[table].length, table);
    for (const [index, row] of wanted.rows[table].entries()) assert.deepEqual(found.rows[table][index], row);
  }
}

type Path = readonly (string | number)[];

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((at, key) => (at as Record<string | number, unknown>)[key], value);
}

function leafPaths(value: unknown, path: Path): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([key, member]) => leafPaths(member, [...path, key]));
}

/** Values near the right one, which are all wrong. */
function tampered(value: unknown): unknown[] {
  if (typeof value === "number") return [value + 0.5, value + 1, value - 1, -value - 1, null];
  if (typeof value === "boolean") return [!value, null];
  if (value === "home" || value === "away") return [value === "home" ? "away" : "home", null];
  if (typeof value === "string" && value.endsWith("Z")) return [value.replace(".000Z", "Z"), value.replace("T", " ")];
  if (typeof value === "string") return [value.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10))];
  return [true, 1, "home"];
}
