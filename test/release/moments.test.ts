/** The rule of a moment, on runs by hand: which of them counts at each of the eight moments, and how old it is. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { momentMinutes } from "../../src/domain/moments.ts";
import { gameLines, lineKey } from "../../src/release/game-lines.ts";
import { type LineRun, linePath } from "../../src/release/line-path.ts";
import { makeMoments, noCapture } from "../../src/release/moments.ts";
import { seasonLines } from "../../src/release/season-lines.ts";
import { valuesOf } from "../support/archive.ts";

const startMs = Date.UTC(2025, 8, 7, 17);

type Run = readonly [line: number, firstMinutes: number | null, lastMinutes: number | null, doubt?: number];

function runOf([line, first, last, doubt]: Run): LineRun {
  const at = (minutes: number | null) => (minutes === null ? null : startMs - minutes * 60_000);
  const run = { captures: 1, isOpen: false, isClose: false, ...(doubt === undefined ? {} : { doubt }) };
  return { quote: { line, first: -110, second: -110 }, firstMs: at(first), lastMs: at(last), ...run };
}

/** What the spread of each book is at each moment, `line after so many minutes`; the consensus comes first. */
function spreadsAt(...books: readonly (readonly Run[])[]): Record<number, (string | null)[]> {
  const entry = {
    period: "full",
    market: "spread",
    open: { line: 0, first: null, second: null, timeMs: null },
  } as const;
  const entries = [0, ...books.map((_, place) => place + 1)].map((bookId) => ({ ...entry, bookId, close: null }));
  const all = books.map((runs, place) => ({ key: lineKey("full", "spread", place + 1), runs: runs.map(runOf) }));
  const series = all.filter(({ runs }) => runs.length > 0);
  const { facts } = valuesOf({
    sport: "nfl",
    season: 2025,
    start: new Date(startMs).toISOString(),
    away: "DAL",
    home: "PHI",
  });
  const lines = seasonLines("nfl", [{ facts, lines: gameLines(entries) }]);
  const made = makeMoments(lines, Float64Array.of(startMs), [linePath(startMs, series, () => "a")], momentMinutes);
  return Object.fromEntries(
    made.map(({ minutes, ages, quarters }) => {
      const texts = Array.from(ages, (age, at) =>
        age === noCapture ? null : `${(quarters[at] as number) / 4} after ${age / 10}`,
      );
      return [minutes, texts];
    }),
  );
}

const ofBook = (moments: Record<number, (string | null)[]>): (string | null | undefined)[] =>
  momentMinutes.map((minutes) => moments[minutes]?.[1]);

test("the last run that began by the moment counts, and one that is seen later is of no age", () => {
  const moments = ofBook(
    spreadsAt([
      [-3, 1000, 90],
      [-2.5, 60, 30],
      [-3, 29, 4],
    ]),
  );
  //                          1440  720           360           180           60              30              15            5
  assert.deepEqual(moments, [
    null,
    "-3 after 0",
    "-3 after 0",
    "-3 after 0",
    "-2.5 after 0",
    "-2.5 after 0",
    "-3 after 0",
    "-3 after 0",
  ]);
});

test("an age is told in tenths of minutes, halves up, and however old it is", () => {
  const moments = ofBook(
    spreadsAt([
      [-3, 30_000, 30_000],
      [-2.5, 5.25, 5.25],
    ]),
  );
  assert.deepEqual(moments.slice(0, 2), ["-3 after 28560", "-3 after 29280"]);
  assert.equal(moments.at(-1), "-2.5 after 0.3");
});

test("a run in doubt never counts, and the sound one before it grows older", () => {
  const moments = ofBook(
    spreadsAt([
      [-3, 200, 190],
      [-9, 100, 50, 1],
      [-9, 20, 10, 2],
    ]),
  );
  assert.deepEqual(moments.slice(3), ["-3 after 10", "-3 after 130", "-3 after 160", "-3 after 175", "-3 after 185"]);
});

test("a sound run goes on through a doubted capture", () => {
  const moments = ofBook(
    spreadsAt([
      [-3, 200, 20],
      [-9, 100, 100, 1],
    ]),
  );
  assert.deepEqual(moments.slice(3), ["-3 after 0", "-3 after 0", "-3 after 0", "-3 after 5", "-3 after 15"]);
});

test("what is stated without a time is at no moment", () => {
  assert.ok(
    ofBook(
      spreadsAt([
        [-3, null, null],
        [-2.5, null, null],
      ]),
    ).every((text) => text === null),
  );
  assert.equal(
    spreadsAt([
      [-3, null, null],
      [-2.5, 7, 7],
      [-3.5, null, null],
    ])[5]?.[1],
    "-2.5 after 2",
  );
});

test("a book that only has an entry, and no run, has no line at any moment", () => {
  assert.deepEqual(spreadsAt([], [[-3, 9, 9]])[5], ["-3 after 4", null, "-3 after 4"]);
});

test("the consensus is of books whose capture is not older than the moment is early, and as old as the oldest on its line", () => {
  const moments = spreadsAt([[-3, 100, 100]], [[-3, 70, 70]], [[-2.5, 62, 62]], [[-2.5, 300, 125]]);
  // At 60 minutes the last book is 65 minutes old, so that -3 has two of three books; at 30 only one book is young enough.
  assert.equal(moments[60]?.[0], "-3 after 40");
  assert.equal(moments[30]?.[0], null);
  assert.equal(spreadsAt([[-3, 100, 100]], [[-2.5, 50, 50]])[30]?.[0], "-2.5 after 20");
});
