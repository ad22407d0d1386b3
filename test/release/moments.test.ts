/** Runs in doubt at moments before the start, and how ages are rounded. All other rows of moments are the oracle's: test/oracle/pages.test.ts. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { momentMinutes } from "../../src/domain/periods.ts";
import { gameLines, lineKey } from "../../src/release/game-lines.ts";
import { linePath } from "../../src/release/line-path.ts";
import { makeMoments, noCapture } from "../../src/release/moments.ts";
import { seasonLines } from "../../src/release/season-lines.ts";
import { valuesOf } from "../support/archive.ts";

const start = "2025-09-07T17:00:00.000Z";
const startMs = Date.parse(start);

/** A line that was shown from so many minutes before the start until so many, and the rule that doubts it. */
type Run = readonly [line: number, first: number, last: number, doubt?: number];

/** What a book's spread is at each moment, `line after so many minutes`; the latest moment comes last. */
function spreadsAt(...shown: readonly Run[]): (string | null)[] {
  const runs = shown.map(([line, first, last, doubt]) => ({
    quote: { line, first: -110, second: -110 },
    firstMs: startMs - first * 60_000,
    lastMs: startMs - last * 60_000,
    ...{ captures: 1, isOpen: false, isClose: false },
    ...(doubt === undefined ? {} : { doubt }),
  }));
  const open = { line: 0, first: null, second: null, timeMs: null };
  const of = { period: "full", market: "spread", open, close: null } as const;
  const entries = [0, 1].map((bookId) => ({ ...of, bookId }));
  const { facts } = valuesOf({ sport: "nfl", season: 2025, start, away: "DAL", home: "PHI" });
  const lines = seasonLines("nfl", [{ facts, lines: gameLines(entries) }]);
  const path = linePath(startMs, [{ key: lineKey("full", "spread", 1), runs }], () => "a");
  const made = makeMoments(lines, Float64Array.of(startMs), [path], momentMinutes);
  return momentMinutes.map((minutes) => {
    const { ages, quarters } = made.find((each) => each.minutes === minutes) ?? assert.fail(`${minutes}`);
    // The consensus comes before the book.
    return ages[1] === noCapture ? null : `${(quarters[1] as number) / 4} after ${(ages[1] as number) / 10}`;
  });
}

test("an age is told in tenths of minutes, halves up, and however old it is", () => {
  const moments = spreadsAt([-3, 30_000, 30_000], [-2.5, 5.25, 5.25]);
  assert.deepEqual(moments.slice(0, 2), ["-3 after 28560", "-3 after 29280"]);
  assert.equal(moments.at(-1), "-2.5 after 0.3");
});

test("a run in doubt never counts, and the sound one before it grows older", () => {
  const moments = spreadsAt([-3, 200, 190], [-9, 100, 50, 1], [-9, 20, 10, 2]);
  assert.deepEqual(moments.slice(3), ["-3 after 10", "-3 after 130", "-3 after 160", "-3 after 175", "-3 after 185"]);
});

test("a sound run goes on through a doubted capture", () => {
  const moments = spreadsAt([-3, 200, 20], [-9, 100, 100, 1]);
  assert.deepEqual(moments.slice(3), ["-3 after 0", "-3 after 0", "-3 after 0", "-3 after 5", "-3 after 15"]);
});
