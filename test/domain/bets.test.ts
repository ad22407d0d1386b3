/**
 * Profits and probabilities without the vig against whole-number arithmetic; test/oracle/ grades bets by hand and a second time.
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { noVigProbability, noVigShift, profitOf, won } from "../../src/domain/bets/grading.ts";

const anyPrice = fc.oneof(
  fc.integer({ min: 100, max: 400 }),
  fc.integer({ min: -400, max: -101 }),
  fc.integer({ min: 100, max: 1_000_000 }),
  fc.integer({ min: -1_000_000, max: -101 }),
);

/** Numerator and denominator of the implied probability. */
const implied = (price: number): [bigint, bigint] =>
  price > 0 ? [100n, BigInt(100 + price)] : [BigInt(-price), BigInt(100 - price)];

/** Whether a number of ten thousandths is a fraction, rounded half up: 2n - 1 <= 20000 * fraction < 2n + 1. */
function isRounded(parts: number, over: bigint, under: bigint): boolean {
  const doubled = 20_000n * over;
  return (2n * BigInt(parts) - 1n) * under <= doubled && doubled < (2n * BigInt(parts) + 1n) * under;
}

test("profits and probabilities without vig of any prices are exact fractions, rounded once [A-3]", () => {
  fc.assert(
    fc.property(anyPrice, anyPrice, (price, opposite) => {
      const [a, b] = implied(price);
      const [c, d] = implied(opposite);
      assert.ok(isRounded(noVigProbability(price, opposite), a * d, a * d + c * b));
      assert.ok(isRounded(profitOf(price, won), b - a, a));
    }),
    { numRuns: 20_000 },
  );
  assert.equal(noVigProbability(-110, -110), 5000);
  assert.equal(noVigProbability(-112, -108), 5043);
  assert.equal(noVigProbability(-1_000_000, -1_000_000), 5000);
});

test("the close's probability without vig minus the open's is the exact difference of any prices, rounded once [A-13]", () => {
  fc.assert(
    fc.property(anyPrice, anyPrice, anyPrice, anyPrice, (open, openOpposite, close, opposite) => {
      const [before, beforeAll] = share(open, openOpposite);
      const [after, all] = share(close, opposite);
      const [over, under] = [after * beforeAll - before * all, all * beforeAll];
      const shift = noVigShift(open, openOpposite, close, opposite);
      assert.ok(isRounded(Math.abs(shift), over < 0n ? -over : over, under));
      assert.ok(shift === 0 || Math.sign(shift) === (over < 0n ? -1 : 1));
      assert.equal(noVigShift(close, opposite, open, openOpposite), shift === 0 ? 0 : -shift);
    }),
    { numRuns: 20_000 },
  );
  // 0.5416064 and 0.5352508: each rounded, they are 0.0063 apart.
  assert.equal(noVigProbability(-122, 115) - noVigProbability(-112, 118), 63);
  assert.equal(noVigShift(-112, 118, -122, 115), 64);
  // Halves: 17/32 - 1/2 is 0.03125.
  assert.deepEqual([noVigShift(-110, -110, -400, -240), noVigShift(-110, -110, -240, -400)], [313, -313]);
});

/** The numerator and the denominator of a probability without vig. */
function share(price: number, opposite: number): [bigint, bigint] {
  const [a, b] = implied(price);
  const [c, d] = implied(opposite);
  return [a * d, a * d + c * b];
}
