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
import { foldGame, lineSeries } from "../../src/publish/grade/lines.ts";
import { type LineFilter, linesPage } from "../../src/query/lines/page.ts";
import { lineRows } from "../../src/query/questions/game.ts";
import { lineKey } from "../../src/release/game-lines.ts";
import { type LineRun, type LineSeries, linePath } from "../../src/release/line-path.ts";
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

function seriesOf(made: readonly Capture[]) {
  const list = new CaptureList();
  for (const { bookId, period, market, timeMs, line, first, second } of made) {
    list.add(seriesKey(bookById(bookId) ?? assert.fail(), period, market), timeMs, line, first, second);
  }
  const sorted = list.sorted();
  const folded = foldGame(sorted, startMs);
  return { folded, series: lineSeries(sorted, folded, startMs) };
}

test("any order and repetition of the captures makes the same columns, of which the rows are made", () => {
  fc.assert(
    fc.property(captures, fc.infiniteStream(fc.nat()), (made, numbers) => {
      const { series } = seriesOf(made);
      const path = linePath(startMs, series);
      const drawn = numbers[Symbol.iterator]();
      const shuffled = [...made, ...made.slice(0, 5)]
        .map((each) => ({ each, at: Number(drawn.next().value) }))
        .sort((a, b) => a.at - b.at)
        .map(({ each }) => each);
      assert.deepEqual(linePath(startMs, seriesOf(shuffled).series), path);
      const rows = lineRows(path, "g", everything);
      const runs = series.flatMap((each) => each.runs);
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

/** Runs of any values that columns can hold, whatever captures could make them. */
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

const anySeries: fc.Arbitrary<LineSeries[]> = fc
  .uniqueArray(fc.record({ key: anyKey, runs: fc.array(anyRun, { minLength: 1, maxLength: 8 }) }), {
    selector: ({ key }) => key,
    maxLength: 30,
  })
  .map((series) => series.toSorted((a, b) => a.key - b.key));

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
    fc.property(anySeries, fc.oneof(fc.constant(everything), anyFilter), (series, filter) => {
      const path = linePath(startMs, series);
      const expected = plainLines(startMs, series, filter);
      for (const format of ["json", "csv"] as const) {
        const page = linesPage(path, "g", filter, { after: null, limit: 1000, format });
        assert.equal(page.count, expected.length);
        assert.equal(page.lastKey, null);
        assert.equal(page.pieces.map(String).join(), expected.map(written[format]).join(separators[format]));
      }
    }),
    { numRuns: share(500) },
  );
});

test("a line that would come out as another is refused", () => {
  const run = { firstMs: startMs - 1, lastMs: startMs - 1, captures: 1, isOpen: true, isClose: true };
  for (const line of [0.1, 8192]) {
    const quote = { line, first: -110, second: -110 };
    assert.throws(() => linePath(startMs, [{ key: 1, runs: [{ ...run, quote }] }]), RangeError);
  }
});
