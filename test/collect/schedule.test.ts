/** The rules of the schedule, without a database: the capture table and who goes without credits. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { captureMoments, captureTable, nextCapture } from "../../src/collect/schedule/capture-table.ts";
import { hourMs, minuteMs } from "../../src/domain/times.ts";

const ms = (time: string): number => Date.parse(time);
const iso = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 16);
const fresh = { lastMs: null, failedMs: null, notBeforeMs: null };

test("whatever the starts of a slate, each game has a capture in its final two minutes, and none comes within a minute of another", () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const noon = ms("2026-07-05T16:00Z");
    const starts = Array.from({ length: 15 }, (_, index) => noon + ((seed * 7919 * (index + 3)) % 600) * minuteMs);
    const moments = captureMoments(starts, fresh, noon - 2 * hourMs, noon + 11 * hourMs);
    const times = moments.map(({ atMs }) => atMs);
    for (const start of starts) {
      const isClosed = times.some((at) => at < start && start - at <= captureTable.close.withinMs);
      assert.ok(isClosed, `seed ${seed}: ${iso(start)}`);
      const lastHour = times.filter((at) => at < start && start - at <= hourMs);
      for (const [index, at] of lastHour.entries()) {
        assert.ok(at - (lastHour[index - 1] ?? start - hourMs) <= 5 * minuteMs, `seed ${seed}: ${iso(at)}`);
      }
    }
    for (const [index, at] of times.entries()) assert.ok(index === 0 || at - (times[index - 1] ?? 0) >= minuteMs);
  }
});

test("after a failure the next try comes sooner than the next capture, at once before a start, and not before the provider's word", () => {
  const now = ms("2026-07-05T12:00Z");
  const next = (startMs: number, state: object) => {
    const due = nextCapture([startMs], { ...fresh, lastMs: now - 30 * minuteMs, failedMs: now, ...state }, now);
    return due === null ? null : (due.atMs - now) / minuteMs;
  };
  assert.equal(next(now + 5 * hourMs, { lastMs: now - hourMs }), 10);
  assert.equal(next(now + 30 * minuteMs, {}), 1);
  assert.equal(next(now + 1.4 * minuteMs, {}), 1);
  assert.equal(next(now + 30 * minuteMs, { notBeforeMs: now + 12 * minuteMs }), 12);
  assert.equal(next(now + 30 * minuteMs, { notBeforeMs: now + 40 * minuteMs }), null);
});
