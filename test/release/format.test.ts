/** The Parquet files of a season: what is written comes back, DuckDB reads the same, and damage is noticed. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import fc from "fast-check";
import { parquetMetadata } from "hyparquet";
import { afterAll, beforeAll, describe, test } from "vitest";
import {
  type DataSetName,
  dataSetNames,
  gameMemberColumns,
  releaseColumns,
} from "../../src/contract/release-columns.ts";
import { openDatabase } from "../../src/database/engine.ts";
import { bookById } from "../../src/domain/books.ts";
import { dayMs } from "../../src/domain/durations.ts";
import { noStarters } from "../../src/domain/starters.ts";
import { linesPage } from "../../src/query/lines/page.ts";
import { metadataOf } from "../../src/release/format/parquet-schema.ts";
import { openParquetFile, readGroups } from "../../src/release/format/read-parquet.ts";
import { readSeason, readWithoutPaths, type SeasonFiles, seasonFiles } from "../../src/release/format/season-files.ts";
import { type Cell, openParquet } from "../../src/release/format/write-parquet.ts";
import { entriesIn, gameLines, lineKey, type TimedQuote } from "../../src/release/game-lines.ts";
import { type LinePath, linePath } from "../../src/release/line-path.ts";
import { ReleaseDamaged } from "../../src/release/release-damaged.ts";
import type { SeasonValues } from "../../src/release/values.ts";
import { anySeason } from "../support/any-season.ts";
import { startEngine } from "../support/engines.ts";
import { publishedValues } from "../support/published.ts";
import { publishSmallSample } from "../support/sample-archive.ts";

/** One season, always the same, that has many rows in every file. */
const season = fc
  .sample(anySeason, { seed: 5, numRuns: 100 })
  .reduce((most, each) => (runsOf(each) > runsOf(most) ? each : most));

function runsOf({ games }: SeasonValues): number {
  return games.reduce((sum, { path }) => sum + path.flags.length, 0);
}

test("the values of any season come back from its files as they were, byte by byte", async () => {
  await fc.assert(
    fc.asyncProperty(anySeason, async (values) => {
      const files = seasonFiles(values, 3);
      assert.deepEqual(await readSeason(values, files), values);
      const withoutPaths = values.games.map(({ path: _, ...game }) => game);
      assert.deepEqual(await readWithoutPaths(values, files), withoutPaths);
    }),
    { numRuns: 40 },
  );
});

test("an empty season, and games without any lines, come back", async () => {
  const [game] = season.games;
  assert.ok(game);
  const facts = { ...game.facts, period_scores: {} };
  const bare = { ...game, facts, lines: gameLines([]), path: linePath(Date.parse(facts.start_time), []) };
  for (const games of [[], [bare]]) {
    const values = { ...season, games };
    assert.deepEqual(await readSeason(values, seasonFiles(values, 1)), values);
  }
});

test("published games of every sport come back from their files, with their members in the same order", async () => {
  const engine = await startEngine("sqlite");
  const database = await openDatabase(await engine.freshUrl());
  await publishSmallSample(database, 3);
  const published = await publishedValues(database);
  await database.close();
  await engine.close();
  assert.equal(published.length, 30);
  for (const [name, games] of Map.groupBy(published, ({ facts }) => `${facts.sport} ${facts.season}`)) {
    const { sport, season: year } = (games[0] ?? assert.fail()).facts;
    const values = { sport, season: year, games };
    const read = await readSeason(values, seasonFiles(values, 1));
    assert.deepEqual(read, values, name);
    for (const [at, { facts }] of read.games.entries()) {
      assert.equal(JSON.stringify(facts), JSON.stringify(games[at]?.facts));
    }
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
  const path = linePath(startMs, [{ key: lineKey("full", "total", 1), runs }]);
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

test("a file of games from before there were starters and resumed games is read as it was, without any", async () => {
  const games = season.games.map(({ resumedOn: _, ...game }) => ({ ...game, starters: noStarters }));
  const files = seasonFiles({ ...season, games }, 1);
  const columns = releaseColumns.games.filter(({ name }) => !name.includes("_starter_") && name !== "resumed_on");
  assert.equal(columns.length, releaseColumns.games.length - 7);
  const { sport, season: year } = season;
  const writer = openParquet(columns, metadataOf({ dataSet: "games", sport, season: year }, 1), ["game_id"]);
  const names = columns.map(({ name }) => name);
  const source = { dataSet: "games", sport, season: year } as const;
  for await (const { columns: group } of readGroups(await openParquetFile(source, files.games), names)) {
    writer.write(Object.fromEntries(names.map((name) => [name, Array.from(group[name] as ArrayLike<Cell>)])));
  }
  const before = writer.finish();
  assert.notDeepEqual(before, files.games);
  assert.deepEqual(await readSeason(season, { ...files, games: before }), { ...season, games });
});

test("the same values of the same revision are the same bytes, those of another revision are not", () => {
  const files = seasonFiles(season, 7);
  assert.deepEqual(seasonFiles(structuredClone(season), 7), files);
  for (const name of dataSetNames) assert.notDeepEqual(seasonFiles(season, 8)[name], files[name]);
});

describe("DuckDB", () => {
  const folder = mkdtempSync(join(tmpdir(), "gradeline-format-"));
  let duckdb: DuckDBConnection;
  beforeAll(async () => {
    duckdb = await (await DuckDBInstance.create(":memory:")).connect();
    for (const [name, bytes] of Object.entries(seasonFiles(season, 7))) {
      writeFileSync(join(folder, `${name}.parquet`), bytes);
    }
  });
  afterAll(() => {
    duckdb.closeSync();
    rmSync(folder, { recursive: true, force: true });
  });

  const rowsOf = async (name: DataSetName, sql = "select * from") => {
    const reader = await duckdb.runAndReadAll(`${sql} '${join(folder, `${name}.parquet`)}'`);
    return reader.getRowObjectsJS();
  };

  /** Texts as DuckDB's library for Node gives them: without a mark of byte order, which it takes for none of the text. */
  const unmarked = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll('"\ufeff', '"'));

  const typeNames: Readonly<Record<string, string>> = {
    STRING: "VARCHAR",
    INT32: "INTEGER",
    TIMESTAMP: "TIMESTAMP WITH TIME ZONE",
    TEXTS: "VARCHAR[]",
  };

  for (const name of dataSetNames) {
    test(`reads the declared columns of ${name}, and which file it is`, async () => {
      const declared = releaseColumns[name].map((column) => [column.name, typeNames[column.type] ?? column.type]);
      const described = await rowsOf(name, "describe from");
      assert.deepEqual(
        described.map(({ column_name, column_type }) => [column_name, column_type]),
        declared,
      );
      const place = join(folder, `${name}.parquet`);
      const schema = await duckdb.runAndReadAll(`select name, repetition_type from parquet_schema('${place}')`);
      const optional = schema.getRowObjectsJS().filter(({ repetition_type }) => repetition_type === "OPTIONAL");
      assert.deepEqual(
        optional.map((column) => column.name),
        releaseColumns[name].filter(({ isNullable }) => isNullable).map((column) => column.name),
      );
      const pairs = await duckdb.runAndReadAll(
        `select key::varchar as key, value::varchar as value from parquet_kv_metadata('${place}')`,
      );
      assert.deepEqual(Object.fromEntries(pairs.getRowsJS() as [string, string][]), {
        data_set: name,
        sport: season.sport,
        season: String(season.season),
        columns_version: "1",
        revision: "7",
      });
    });
  }

  test("reads every value of games", async () => {
    const rows = await rowsOf("games");
    assert.equal(rows.length, season.games.length);
    for (const [at, { facts, doubts, starters }] of season.games.entries()) {
      const row = rows[at] ?? assert.fail();
      for (const side of ["home", "away"] as const) {
        const { [`${side}_starter_id`]: id, [`${side}_starter_name`]: name, [`${side}_starter_hand`]: hand } = row;
        assert.deepEqual(id === null ? null : { id, name, hand }, unmarked(starters[side]));
      }
      assert.deepEqual(row.doubts, doubts.length === 0 ? null : JSON.stringify(doubts));
      for (const { name, path, isPresence, type } of gameMemberColumns) {
        const member = path.reduce<unknown>(
          (value, each) => (value as Record<string, unknown> | null)?.[each] ?? null,
          facts,
        );
        const time = row[name] instanceof Date ? (row[name] as Date).toISOString() : row[name];
        const value = type === "DATE" ? String(time).slice(0, 10) : time;
        assert.deepEqual(value, isPresence ? member !== null : unmarked(member), name);
      }
    }
  });

  test("reads every opening and closing of quotes", async () => {
    const rows = await rowsOf("quotes");
    const expected = season.games.flatMap(({ facts, lines }) =>
      entriesIn(lines).map(({ period, market, bookId, open, close }) => ({
        game_id: facts.game_id,
        period: period === "full" ? "game" : period,
        market: market.endsWith("team_total") ? "team_total" : market,
        team: market === "home_team_total" ? "home" : market === "away_team_total" ? "away" : null,
        book_id: bookId,
        book: bookId === 0 ? "consensus" : bookById(bookId)?.slug,
        ...endOf("open", open),
        ...endOf("close", close),
      })),
    );
    assert.deepEqual(rows, expected);
    assert.ok(expected.some(({ book }) => book === "consensus") && expected.some(({ team }) => team !== null));
  });

  const endOf = (end: "open" | "close", quote: TimedQuote | null) => ({
    [`${end}_line`]: quote?.line ?? null,
    [`${end}_first_price`]: quote?.first ?? null,
    [`${end}_second_price`]: quote?.second ?? null,
    [`${end}_time`]: quote === null || quote.timeMs === null ? null : new Date(quote.timeMs),
  });

  type LineRow = { readonly first_seen: string | null; readonly last_seen: string | null };

  function linesOf(path: LinePath, gameId: string): LineRow[] {
    const everything = { bookIds: null, market: null, period: null };
    const all = { after: null, limit: Number.POSITIVE_INFINITY, format: "json" } as const;
    return JSON.parse(`[${linesPage(path, gameId, everything, all).pieces.join("")}]`);
  }

  test("reads lines as callers see them", async () => {
    const expected = season.games.flatMap(({ facts, path }) =>
      linesOf(path, facts.game_id).map((row) => ({
        game_id: facts.game_id,
        ...row,
        first_seen: row.first_seen === null ? null : new Date(row.first_seen),
        last_seen: row.last_seen === null ? null : new Date(row.last_seen),
      })),
    );
    const rows = await rowsOf("lines");
    assert.deepEqual(
      rows.map(({ is_stated_open: _, ...row }) => row),
      expected,
    );
    const stated = season.games.flatMap(({ path }) => [...path.flags].map((flags) => flags >= 128));
    assert.deepEqual(
      rows.map(({ is_stated_open }) => is_stated_open),
      stated,
    );
  });

  test("reads ids, of The Odds API as a list", async () => {
    const expected = season.games.map(({ facts, ids }) => ({ game_id: facts.game_id, ...ids }));
    assert.deepEqual(await rowsOf("ids"), unmarked(expected));
  });

  test("counts the days of dates from 1970", async () => {
    const [row] = await rowsOf("games", "select game_date - date '1970-01-01' as days from");
    assert.equal(Number(row?.days), Date.parse(season.games[0]?.facts.game_date ?? "") / dayMs);
  });
});

describe("a file that is not as it was written", () => {
  const files = seasonFiles(season, 7);
  const reading = (changed: Partial<SeasonFiles>) => readSeason(season, { ...files, ...changed });
  const where = (name: DataSetName) =>
    new RegExp(`^the file of ${name} of ${season.sport} ${season.season} is damaged: .`);
  const isDamage = (name: DataSetName) => (error: unknown) => {
    assert.ok(error instanceof ReleaseDamaged, String(error));
    assert.match(error.message, where(name));
    return true;
  };

  for (const name of dataSetNames) {
    test(`is refused when ${name} is cut off anywhere`, async () => {
      const bytes = files[name];
      for (let part = 0; part < 30; part++) {
        const cut = bytes.subarray(0, Math.floor((bytes.length * part) / 30));
        await assert.rejects(reading({ [name]: cut }), isDamage(name));
      }
      await assert.rejects(reading({ [name]: bytes.subarray(1) }), isDamage(name));
    });

    test(`is refused when ${name} is another one`, async () => {
      const other = dataSetNames[(dataSetNames.indexOf(name) + 1) % dataSetNames.length] as DataSetName;
      await assert.rejects(reading({ [name]: files[other] }), isDamage(name));
      const ofNextYear = seasonFiles({ ...season, season: season.season + 1 }, 7);
      await assert.rejects(reading({ [name]: ofNextYear[name] }), isDamage(name));
      if (name === "games") return;
      const withoutFirst = seasonFiles({ ...season, games: season.games.slice(1) }, 7);
      if (name === "ids") await assert.rejects(reading({ ids: withoutFirst.ids }), isDamage(name));
      const turned = seasonFiles({ ...season, games: season.games.toReversed() }, 7);
      await assert.rejects(reading({ [name]: turned[name] }), isDamage(name));
    });

    test(`is refused when a bit is flipped in the values of a column of ${name}, or in the last bytes`, async () => {
      const [group] = parquetMetadata(files[name]).row_groups;
      const ends = (group ?? assert.fail()).columns.flatMap(({ file_offset, meta_data }) => {
        const {
          path_in_schema: [column = ""],
          total_compressed_size,
        } = meta_data ?? assert.fail();
        const isComputed = name !== "games" && ["book", "minutes_before_start"].includes(column);
        return isComputed ? [] : [Number(file_offset + total_compressed_size)];
      });
      assert.ok(ends.length >= releaseColumns[name].length - 2);
      // The values of a column are the end of it, and the last four bytes of them are their checksum.
      const places = [...ends.flatMap((end) => [end - 1, end - 5]), files[name].length - 1, files[name].length - 5];
      for (const place of places) {
        const bytes = files[name].slice();
        bytes[place] = (bytes[place] as number) ^ 4;
        await assert.rejects(reading({ [name]: bytes }), isDamage(name));
      }
    });
  }
});
