import assert from "node:assert/strict";
import { test } from "vitest";
import { americanOdds, meanPrice, readPrice } from "../../src/domain/american-odds.ts";

const checks: readonly (readonly [prices: readonly number[], mean: number])[] = [
  [[+105, -105], +100],
  [[+100, -110], -105],
  [[+250, +300], +273],
  [[-1000, -2000], -1344],
  [[-10000], -10000],
];

for (const [prices, mean] of checks) {
  test(`the mean price of {${prices.join(", ")}} is ${mean} [D-18]`, () => {
    assert.equal(meanPrice(prices), mean);
    assert.equal(meanPrice(prices.toReversed()), mean);
  });
}

test("an exact even price and anything that rounds to -100 is +100 [D-18]", () => {
  assert.equal(americanOdds(0.5), 100);
  assert.equal(americanOdds(0.5 + Number.EPSILON), 100);
  assert.equal(americanOdds(0.5 - Number.EPSILON), 100);
  assert.equal(americanOdds(100.49 / 200.49), 100);
  assert.equal(americanOdds(100.51 / 200.51), -101);
  assert.equal(americanOdds(100 / 200.51), 101);
});

test("the magnitude is rounded half up on both sides [D-18]", () => {
  assert.equal(americanOdds(110.5 / 210.5), -111);
  assert.equal(americanOdds(100 / 210.5), 111);
  assert.equal(americanOdds(110.49 / 210.49), -110);
  assert.equal(americanOdds(100 / 210.49), 110);
  // Means of exactly 163.5, 147.5 and 162.5.
  assert.deepEqual([meanPrice([104, 272]), meanPrice([-104, -272])], [164, -164]);
  assert.deepEqual([meanPrice([125, 175]), meanPrice([-125, -175])], [148, -148]);
  assert.deepEqual([meanPrice([110, 250]), meanPrice([-110, -250])], [163, -163]);
});

test("a magnitude just short of a half is rounded down, however long the odds [D-18]", () => {
  // Exact magnitudes: 35193.49999..., 79463.49999..., 1625.49999...; each was computed with exact fractions.
  assert.equal(meanPrice([-35194, -35193]), -35193);
  assert.equal(meanPrice([-79464, -79463]), -79463);
  assert.equal(meanPrice([83103, 83104]), 83103);
  assert.equal(meanPrice([-1852, -1271, -1745, -1771]), -1625);
});

test("a probability outside (0, 1) has no odds", () => {
  for (const probability of [0, 1, -0.1, 1.1, Number.NaN]) assert.throws(() => americanOdds(probability), RangeError);
});

test("a sentinel for off the board is a missing price, not a bad one [D-13]", () => {
  for (const sentinel of [0, -0, 9999, 0.0001]) assert.deepEqual(readPrice(sentinel), { ok: true, odds: null });
});

test("only the sentinels that D-13 names are missing prices: -9999 and 10000 are prices [D-13]", () => {
  assert.deepEqual(readPrice(-9999), { ok: true, odds: -9999 });
  assert.deepEqual(readPrice(10000), { ok: true, odds: 10000 });
  assert.deepEqual(readPrice(9998), { ok: true, odds: 9998 });
});

test("a price between -100 and +100 is refused, never repaired [D-13]", () => {
  for (let odds = -99; odds <= 99; odds++) {
    if (odds !== 0) assert.deepEqual(readPrice(odds), { ok: false }, String(odds));
  }
});

test("a price that is not a whole number is refused: American odds are integers", () => {
  for (const odds of [100.5, -110.25, 1.91, 0.0002, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
    assert.deepEqual(readPrice(odds), { ok: false }, String(odds));
  }
});

test("even money is written +100, also when a provider writes -100 [D-13]", () => {
  assert.deepEqual(readPrice(-100), { ok: true, odds: 100 });
  assert.deepEqual(readPrice(100), { ok: true, odds: 100 });
});
