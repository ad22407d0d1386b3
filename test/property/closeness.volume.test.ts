// @module-tag volume
/** Medians and shares of times before a start, against sorting and counting in whole numbers. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { medianMinutes, shareWithin } from "../../src/query/closeness.ts";
import { share } from "../support/volume.ts";

/** Few different values, so that there are ties, and many; a start that was moved can make them negative. */
const times = fc.oneof(
  fc.array(
    fc.integer({ min: -3, max: 9 }).map((minutes) => minutes * 3000),
    { maxLength: 60 },
  ),
  fc.array(fc.integer({ min: -100_000, max: 40_000_000_000 }), { maxLength: 200 }),
);

/** `value / step` to a whole number, half away from zero, in whole numbers alone. */
function roundedRatio(value: number, step: number): number {
  const size = (2n * BigInt(Math.abs(value)) + BigInt(step)) / (2n * BigInt(step));
  return Number(size) * (value < 0 && size > 0n ? -1 : 1);
}

test("the median is the middle of the sorted times, or the mean of the two middle ones, to a tenth of a minute", () => {
  fc.assert(
    fc.property(times, (beforeMs) => {
      const sorted = beforeMs.toSorted((a, b) => a - b);
      const middle = [sorted[Math.ceil(sorted.length / 2) - 1] ?? 0, sorted[Math.floor(sorted.length / 2)] ?? 0];
      const sum = (middle[0] as number) + (middle[1] as number);
      const expected = sorted.length === 0 ? null : roundedRatio(sum, 12_000) / 10;
      assert.equal(medianMinutes(new Float64Array(beforeMs)), expected);
    }),
    { numRuns: share(3000) },
  );
});

test("the share counts what is at most so long before the start, to 4 decimals", () => {
  fc.assert(
    fc.property(times, fc.integer({ min: 0, max: 30_000 }), (beforeMs, mostMs) => {
      const within = beforeMs.filter((ms) => ms <= mostMs).length;
      const expected = beforeMs.length === 0 ? null : roundedRatio(within * 10_000, beforeMs.length) / 10_000;
      assert.equal(shareWithin(new Float64Array(beforeMs), mostMs), expected);
    }),
    { numRuns: share(3000) },
  );
});
