/** American odds by hand [D-13, D-18]; test/property/domain.volume.test.ts holds them against exact fractions. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { americanOdds, readPrice } from "../../src/domain/american-odds.ts";

test("an exact even price and anything that rounds to -100 is +100, and a probability outside (0, 1) has no odds [D-18]", () => {
  for (const even of [0.5, 0.5 + Number.EPSILON, 0.5 - Number.EPSILON, 100.49 / 200.49]) {
    assert.equal(americanOdds(even), 100);
  }
  assert.deepEqual([americanOdds(100.51 / 200.51), americanOdds(100 / 200.51)], [-101, 101]);
  assert.deepEqual([americanOdds(110.5 / 210.5), americanOdds(100 / 210.5)], [-111, 111]);
  assert.deepEqual([americanOdds(110.49 / 210.49), americanOdds(100 / 210.49)], [-110, 110]);
  for (const probability of [0, 1, -0.1, 1.1, Number.NaN]) assert.throws(() => americanOdds(probability), RangeError);
});

test("a sentinel is a missing price, even money is +100, and what is no price is refused, never repaired [D-13]", () => {
  for (const sentinel of [0, -0, 9999, 0.0001]) assert.deepEqual(readPrice(sentinel), { ok: true, odds: null });
  for (const odds of [-9999, 10000, 9998, 100]) assert.deepEqual(readPrice(odds), { ok: true, odds });
  assert.deepEqual(readPrice(-100), { ok: true, odds: 100 });
  const fractions = [100.5, -110.25, 1.91, 0.0002, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const odds of [-99, -1, 1, 50, 99, ...fractions]) assert.deepEqual(readPrice(odds), { ok: false }, String(odds));
});
