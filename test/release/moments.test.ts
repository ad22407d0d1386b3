/** Runs in doubt at moments before the start, and how ages are rounded. All other rows of moments are the oracle's: test/oracle/pages.test.ts. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { momentMinutes } from "../../src/domain/periods.ts";
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
