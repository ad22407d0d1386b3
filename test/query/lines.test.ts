/** Pages of the path of a game's lines go on by key, whatever comes in between two of them. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { lineRows } from "../../src/query/lines.ts";
import { lineKey } from "../../src/release/game-lines.ts";
import { type LineRun, linePath } from "../../src/release/line-path.ts";

const startMs = Date.UTC(2025, 8, 7, 17);
const all = { bookIds: null, market: null, period: null };

const runAt = (line: number, minutes: number | null): LineRun => {
  const atMs = minutes === null ? null : startMs - minutes * 60_000;
  const quote = { line, first: -110, second: -110 };
  return { quote, firstMs: atMs, lastMs: atMs, captures: 1, isOpen: minutes === null, isClose: false };
};
const pathOf = (...runs: readonly LineRun[]) =>
  linePath(startMs, [{ key: lineKey("full", "spread", 1), runs }], () => "a");
const linesAfter = (path: ReturnType<typeof pathOf>, line: number | null) => {
  const rows = [...lineRows(path, "NFL-20250907-DAL-PHI", all, null)];
  const after = rows.find(({ row }) => row.line === line)?.key ?? null;
  return { after, lines: [...lineRows(path, "NFL-20250907-DAL-PHI", all, after)].map(({ row }) => row.line) };
};

test("a page goes on after the run at which the last one ended, also when earlier captures have come in", () => {
  const { after, lines } = linesAfter(pathOf(runAt(-1, 90), runAt(-2, 60), runAt(-3, 30)), -2);
  assert.deepEqual(lines, [-3]);
  const grown = pathOf(runAt(-9, null), runAt(-8, 120), runAt(-1, 90), runAt(-2, 60), runAt(-3, 30));
  const next = [...lineRows(grown, "NFL-20250907-DAL-PHI", all, after)].map(({ row }) => row.line);
  assert.deepEqual(next, [-3]);
});

test("runs of one moment, and an opening without a time, are told apart", () => {
  const path = pathOf(runAt(-9, null), runAt(-1, 60), runAt(-2, 60), runAt(-3, 60));
  assert.deepEqual(linesAfter(path, -9).lines, [-1, -2, -3]);
  assert.deepEqual(linesAfter(path, -1).lines, [-2, -3]);
  assert.deepEqual(linesAfter(path, -3).lines, []);
});
