import assert from "node:assert/strict";
import { test } from "vitest";
import { decidingMoments, type OpenClose } from "../../src/domain/fold.ts";
import { type Capture, columnsOf, openCloseOf } from "./captures.ts";

const start = Date.parse("2024-09-08T17:00:00Z");
const minute = 60_000;

function spread(minutesToStart: number, line: number | null, first: number | null = -110, second = -110): Capture {
  return { time: start - minutesToStart * minute, line, first, second };
}

function fold(captures: readonly Capture[]): OpenClose {
  return openCloseOf(captures, start);
}

test("a capture at the start or after it counts for nothing [D-12, D-13]", () => {
  const before = { line: -3, first: -110, second: -110 };
  const captures = [{ ...spread(0, -7), time: start - 1 }, spread(0, -8), spread(-10, -9)];
  assert.equal(fold(captures).close?.line, -7);
  assert.deepEqual(fold([spread(1, -3), spread(0, -8), spread(-1, -9)]), { open: before, close: before });
  assert.deepEqual(fold([spread(0, -8), spread(-10, -9)]), { open: null, close: null });
});

test("an opening stated without a time is the opening and no closing, and the other way round [D-12]", () => {
  const stated = { line: -3, first: null, second: null };
  const statedOpen: Capture = { time: Number.NEGATIVE_INFINITY, ...stated };
  const statedClose: Capture = { time: Number.POSITIVE_INFINITY, ...stated, line: -6 };
  assert.deepEqual(fold([statedOpen]), { open: stated, close: null });
  assert.deepEqual(fold([statedClose]), { open: null, close: { ...stated, line: -6 } });
  const both = fold([statedClose, statedOpen]);
  assert.deepEqual([both.open?.line, both.close?.line], [-3, -6]);
});

test("a capture before the start outranks what is stated without a time: open and close both come from captures [D-43]", () => {
  const statedOpen: Capture = { time: Number.NEGATIVE_INFINITY, line: -10, first: null, second: null };
  const statedClose: Capture = { time: Number.POSITIVE_INFINITY, line: -1, first: -200, second: 180 };
  const captured = { line: -3, first: -110, second: -110 };
  assert.deepEqual(fold([statedOpen, spread(30, -3), statedClose]), { open: captured, close: captured });
  const moved = fold([statedClose, spread(30, -3), spread(600, -5), statedOpen]);
  assert.deepEqual([moved.open?.line, moved.close?.line], [-5, -3]);
});

test("what is stated without a time fills in where every capture is late [D-43]", () => {
  const statedClose: Capture = { time: Number.POSITIVE_INFINITY, line: -4, first: null, second: null };
  const { open, close } = fold([spread(0, -8), statedClose, spread(-30, -9)]);
  assert.deepEqual([open, close?.line], [null, -4]);
});

test("only the captures of the series are read", () => {
  const captures = [spread(9000, -1), spread(60, -2), spread(30, -3), spread(1, -4)];
  const { open, close } = decidingMoments(columnsOf(captures), 1, 3, start);
  assert.deepEqual([open?.quotes[0]?.line, close?.quotes[0]?.line], [-2, -3]);
});
