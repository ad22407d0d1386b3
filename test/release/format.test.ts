/** The Parquet files of a season: what is written comes back. Damage is damaged-files.test.ts's, and DuckDB reads those that callers get: test/publish/files. */
import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { parquetMetadata } from "hyparquet";
import { test } from "vitest";
import { dataSetNames } from "../../src/contract/release-columns.ts";
import { type Sport, sports } from "../../src/domain/sports.ts";
import { statementRow } from "../../src/release/evidence.ts";
import { gameLines, lineKey } from "../../src/release/game-lines.ts";
import { linePath } from "../../src/release/line-path.ts";
import { readSeason, readWithoutPaths, seasonFiles } from "../../src/release/season-values.ts";
import type { Doubt, SeasonValues } from "../../src/release/values.ts";
import { fixedSeason } from "./fixed-release.ts";

/** A game with everything that there can be, texts of any kind among it, and one with nothing. */
const season = seasonOf("nfl");

function seasonOf(sport: Sport): SeasonValues {
  const { games, ...key } = fixedSeason(sport);
  const [full = assert.fail(), bare = assert.fail()] = games;
  const doubt: Doubt = {
    ...{ rule: "pair_of_prices", book: "betmgm", period: "full", market: "spread", captures: 3, quote: null },
    ...{ first_seen: full.facts.start_time, last_seen: null, evidence: 'a | b, "c" \u0000 \ufeff \u{1f3df}' },
  };
  const startMs = Date.parse(bare.facts.start_time);
  const quote = { line: -7, first: -115, second: null };
  const run = { quote, firstMs: startMs - 5, lastMs: startMs - 1, captures: 9, isOpen: true, isClose: true };
  const entry = { period: "full", market: "spread", bookId: 2, open: { ...quote, timeMs: null }, close: null } as const;
  const priced = {
    ...bare,
    facts: { ...bare.facts, game_id: `${bare.facts.game_id}-2` },
    lines: gameLines([entry]),
    path: linePath(startMs, [{ key: lineKey("full", "spread", 2), runs: [run] }], () => "cfbd"),
    statements: [statementRow("venue", "espn", "Dome", false, "outvoted_start")],
  };
  const odd = { ...full.ids, espn: "", the_odds_api: ["Ñandú", ""] };
  return {
    ...key,
    games: [{ ...full, ids: odd, doubts: [doubt], resumedOn: "2025-10-06", innings: 5.5 }, bare, priced],
  };
}

test("the values of a season of any sport come back from its files as they were, byte by byte", async () => {
  for (const sport of sports) {
    const values = seasonOf(sport);
    const files = seasonFiles(values, 3);
    assert.deepEqual(await readSeason(values, files), values);
    const withoutPaths = values.games.map(({ path: _, statements: __, ...game }) => game);
    assert.deepEqual(await readWithoutPaths(values, files), withoutPaths);
  }
});

test("an empty season, and games without any lines, come back", async () => {
  const [game] = season.games;
  assert.ok(game);
  const facts = { ...game.facts, period_scores: {} };
  const bare = {
    ...game,
    facts,
    lines: gameLines([]),
    path: linePath(Date.parse(facts.start_time), [], () => ""),
    statements: [],
  };
  for (const games of [[], [bare]]) {
    const values = { ...season, games };
    assert.deepEqual(await readSeason(values, seasonFiles(values, 1)), values);
  }
});

test("a season of more rows than a row group comes back, also from memory that threads share", async () => {
  const [game] = season.games;
  assert.ok(game);
  const startMs = Date.parse(game.facts.start_time);
  const runs = Array.from({ length: 50_000 }, (_, at) => {
    const quote = { line: 6.5, first: -110 - (at % 90), second: null };
    const firstMs = startMs - 60_000 * (50_001 - at);
    return { quote, firstMs, lastMs: firstMs + 1, captures: 1, isOpen: at === 0, isClose: false };
  });
  const path = linePath(startMs, [{ key: lineKey("full", "total", 1), runs }], () => "a");
  const games = ["a", "b", "c", "d", "e"].map((game_id) => ({ ...game, facts: { ...game.facts, game_id }, path }));
  const values = { ...season, games };
  const files = seasonFiles(values, 1);
  const groups = parquetMetadata(files.lines).row_groups;
  assert.deepEqual(
    groups.map(({ num_rows }) => num_rows),
    [50_000n, 50_000n, 50_000n, 50_000n, 50_000n],
  );
  const lines = new Uint8Array(new SharedArrayBuffer(files.lines.length + 3), 3);
  lines.set(files.lines);
  const read = await readSeason(values, { ...files, lines });
  assert.ok(isDeepStrictEqual(read, values));
});

test("the same values of the same revision are the same bytes, those of another revision are not", () => {
  const files = seasonFiles(season, 7);
  assert.deepEqual(seasonFiles(structuredClone(season), 7), files);
  for (const name of dataSetNames) assert.notDeepEqual(seasonFiles(season, 8)[name], files[name]);
});
