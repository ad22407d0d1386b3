// @module-tag volume
/** The path of any captures: what it says is what was captured, and its ends are the published opening and close. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { csvLines } from "../../src/contract/csv.ts";
import { separators } from "../../src/contract/formats.ts";
import { type LineRow, lineColumns } from "../../src/contract/lists/lines.ts";
import { bookById, usBooks } from "../../src/domain/books.ts";
import { doubtNames } from "../../src/domain/doubt-names.ts";
import type { Quote } from "../../src/domain/fold.ts";
import { lineMarkets, linePeriods } from "../../src/domain/periods.ts";
import { seriesKey } from "../../src/domain/series.ts";
import { type Market, markets, type OddsPeriod, oddsPeriods } from "../../src/domain/sports.ts";
import { CaptureList } from "../../src/ledger/captures.ts";
import { foldGame, linePath } from "../../src/publish/grade/lines.ts";
import { type LineFilter, linesPage } from "../../src/query/lines/page.ts";
import { lineRows } from "../../src/query/questions/game.ts";
import { lineKey } from "../../src/release/packed-lines.ts";
import { type LinePath, type LineRun, packPath, unpackPath } from "../../src/release/packed-path.ts";
import { plainLines } from "../support/plain-lines.ts";
import { share } from "../support/volume.ts";

const startMs = 1_757_031_600_000;

type Capture = Quote & {
  readonly bookId: number;
  readonly period: OddsPeriod;
  readonly market: Market;
  readonly timeMs: number;
};

/** Few different values, so that captures meet at one moment, repeat each other and come back. Book 29 is not published. */
const capture: fc.Arbitrary<Capture> = fc
  .record(
    {
      bookId: fc.constantFrom(1, 2, 3, 29),
      period: fc.constantFrom("full" as const, "1h" as const),
      market: fc.constantFrom("moneyline" as const, "spread" as const, "home_team_total" as const),
      timeMs: fc.oneof(
        { weight: 10, arbitrary: fc.integer({ min: -4, max: 0 }).map((minutes) => startMs + minutes * 60_000) },
        { weight: 1, arbitrary: fc.constantFrom(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY) },
      ),
      line: fc.constantFrom(-3.5, -3, 3, -0),
      first: fc.constantFrom(-110, -110, 100, null),
      second: fc.constantFrom(-110, -110, -110, null),
    },
    { noNullPrototype: true },
  )
  .map((each) => ({ ...each, line: each.market === "moneyline" ? null : each.line + 0 }))
  .filter(({ line, first, second }) => line !== null || first !== null || second !== null);

const captures = fc.array(capture, { maxLength: 60, size: "max" });

function pathOf(made: readonly Capture[]) {
  const list = new CaptureList();
  for (const { bookId, period, market, timeMs, line, first, second } of made) {
    list.add(seriesKey(bookById(bookId) ?? assert.fail(), period, market), timeMs, line, first, second);
  }
  const sorted = list.sorted();
  const folded = foldGame(sorted, startMs);
  return { folded, path: linePath(sorted, folded, startMs) };
}

test("any order and repetition of the captures makes the same bytes, and they come out as they were packed", () => {
  fc.assert(
    fc.property(captures, fc.infiniteStream(fc.nat()), (made, numbers) => {
      const { path } = pathOf(made);
      const bytes = packPath(path);
      const drawn = numbers[Symbol.iterator]();
      const shuffled = [...made, ...made.slice(0, 5)]
        .map((each) => ({ each, at: Number(drawn.next().value) }))
        .sort((a, b) => a.at - b.at)
        .map(({ each }) => each);
      assert.deepEqual(packPath(pathOf(shuffled).path), bytes);
      const rows = lineRows(unpackPath(bytes), "g", everything);
      const runs = path.series.flatMap((series) => series.runs);
      assert.deepEqual(
        rows.map((row) => Object.values(row).slice(5, 15)),
        runs.map(({ quote, firstMs, lastMs, captures: count, isOpen, isClose }, index) => {
          const isTotal = Object.values(rows[index] ?? {})[3] === "team_total";
          const prices = [quote.first, quote.second];
          const times = [firstMs, lastMs].map((time) => (time === null ? null : new Date(time).toISOString()));
          const sides = isTotal ? [null, null, ...prices] : [...prices, null, null];
          return [...times, count, quote.line, ...sides, isOpen, isClose];
        }),
      );
    }),
    { numRuns: share(300) },
  );
});

const everything = { bookIds: null, market: null, period: null };

const anyPrice = fc.option(
  fc.oneof(fc.integer({ min: -1_000_000, max: -100 }), fc.integer({ min: 100, max: 1_000_000 })),
);
const anyTime = fc.integer({ min: 0, max: 500_000_000 }).map((before) => startMs - before);

/** Runs of any values that can be packed, whatever captures could make them. */
const anyRun: fc.Arbitrary<LineRun> = fc
  .record(
    {
      line: fc.option(fc.oneof(fc.integer({ min: -80, max: 80 }), fc.integer({ min: -8000, max: 8000 }))),
      first: anyPrice,
      second: anyPrice,
      times: fc.option(fc.tuple(anyTime, anyTime)),
      captures: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 1_000_000 })),
      isOpen: fc.boolean(),
      isClose: fc.boolean(),
      doubt: fc.integer({ min: 0, max: doubtNames.length }),
    },
    { noNullPrototype: true },
  )
  .map(({ line, first, second, times, ...rest }) => ({
    ...rest,
    quote: { line: line === null ? null : line / 4, first, second },
    firstMs: times === null ? null : Math.min(...times),
    lastMs: times === null ? null : Math.max(...times),
  }));

const anyKey = fc
  .tuple(fc.constantFrom(...oddsPeriods), fc.constantFrom(...markets), fc.constantFrom(...usBooks))
  .map(([period, market, { bookId }]) => lineKey(period, market, bookId));

const anyPath: fc.Arbitrary<LinePath> = fc
  .uniqueArray(fc.record({ key: anyKey, runs: fc.array(anyRun, { minLength: 1, maxLength: 8 }) }), {
    selector: ({ key }) => key,
    maxLength: 30,
  })
  .map((series) => ({ startMs, series: series.toSorted((a, b) => a.key - b.key) }));

const anyFilter: fc.Arbitrary<LineFilter> = fc.record({
  bookIds: fc.option(fc.constantFrom([1], [2, 3, 4], [33])),
  market: fc.option(fc.constantFrom(...lineMarkets)),
  period: fc.option(fc.constantFrom(...linePeriods)),
});

const written = {
  json: (row: LineRow) => JSON.stringify(row),
  csv: (row: LineRow) => csvLines(lineColumns)(row),
};

test("all rows of any path are, as JSON and as CSV, those of the plain way, byte by byte", () => {
  fc.assert(
    fc.property(anyPath, fc.oneof(fc.constant(everything), anyFilter), (path, filter) => {
      const packed = unpackPath(packPath(path));
      const expected = plainLines(path, filter);
      for (const format of ["json", "csv"] as const) {
        const page = linesPage(packed, "g", filter, { after: null, limit: 1000, format });
        assert.equal(page.count, expected.length);
        assert.equal(page.lastKey, null);
        assert.equal(page.pieces.map(String).join(), expected.map(written[format]).join(separators[format]));
      }
    }),
    { numRuns: share(500) },
  );
});

test("bytes that are no packed path are refused when they are unpacked", () => {
  const quote = { line: -3, first: -110, second: -110 };
  const run = { quote, firstMs: startMs - 1, lastMs: startMs - 1, captures: 1, isOpen: true, isClose: true };
  const packed = packPath({ startMs, series: [{ key: lineKey("full", "spread", 1), runs: [run] }] });
  const changed = (at: number, byte: number) => packed.map((each, index) => (index === at ? byte : each));
  const endsAt = 16 + 8 + 8 + 8 + 4;
  for (const damaged of [
    new Uint8Array(),
    packed.subarray(1),
    packed.subarray(0, -1),
    changed(0, 9),
    changed(4, 2),
    changed(endsAt, 0),
    changed(endsAt, 2),
    // The place of a time that is not there.
    changed(endsAt + 4, 1),
  ]) {
    assert.throws(() => unpackPath(damaged), /holds a path/);
  }
  assert.throws(
    () => packPath({ startMs, series: [{ key: 1, runs: [{ ...run, quote: { ...quote, line: 0.1 } }] }] }),
    RangeError,
  );
});
