/** The sides of bets and how a bet is graded, checked by hand and against whole-number arithmetic. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { impliedProbability } from "../../src/domain/american-odds.ts";
import {
  favoredByPrice,
  lineOf,
  lineSign,
  lost,
  noVigProbability,
  noVigShift,
  outcomeNames,
  outcomeOf,
  profitOf,
  push,
  scoreFor,
  won,
} from "../../src/domain/bets/grading.ts";
import { type BetSide, betSides } from "../../src/domain/bets/sides.ts";
import { sportFacts, sports } from "../../src/domain/sports.ts";

const written = ({ betType, periodName, marketName, selection, team }: BetSide): string =>
  [betType, periodName, marketName, selection, team ?? "both"].join(" ");

test("the bets of a sport are those of its bet_types, in their order, team before selection [A-3]", () => {
  assert.deepEqual(betSides.mlb.map(written), [
    "moneyline game moneyline home home",
    "moneyline game moneyline away away",
    "run_line game spread home home",
    "run_line game spread away away",
    "total game total over both",
    "total game total under both",
    "first_5_moneyline inn5 moneyline home home",
    "first_5_moneyline inn5 moneyline away away",
    "first_5_runline inn5 spread home home",
    "first_5_runline inn5 spread away away",
    "inn5_total inn5 total over both",
    "inn5_total inn5 total under both",
    "inn1_total inn1 total over both",
    "inn1_total inn1 total under both",
  ]);
  assert.deepEqual(betSides.nhl.slice(4, 10).map(written), [
    "total game total over both",
    "total game total under both",
    "team_total_over game team_total over home",
    "team_total_over game team_total over away",
    "team_total_under game team_total under home",
    "team_total_under game team_total under away",
  ]);
  for (const sport of sports) {
    assert.deepEqual([...new Set(betSides[sport].map(({ betType }) => betType))], sportFacts[sport].betTypes);
  }
});

test("the away line is minus the home line and never -0, over and under share theirs [A-3, D-15]", () => {
  assert.deepEqual(
    (["home", "away", "over", "under"] as const).map((selection) => lineOf(selection, -14)),
    [-14, 14, -14, -14],
  );
  assert.ok(Object.is(lineOf("away", 0), 0));
});

/** Graded with home 24, away 20. */
const graded = (market: Parameters<typeof scoreFor>[0], selection: BetSide["selection"], line: number) =>
  outcomeNames[outcomeOf(scoreFor(market, selection, 24, 20) + lineSign(selection) * lineOf(selection, 4 * line))];

test("a bet wins, loses or is a push by the selection's line [A-3]", () => {
  assert.deepEqual(
    [-3.5, -4, -4.5, 0].map((line) => [graded("spread", "home", line), graded("spread", "away", line)]),
    [
      ["won", "lost"],
      ["push", "push"],
      ["lost", "won"],
      ["won", "lost"],
    ],
  );
  assert.deepEqual(
    [43.75, 44, 44.25].map((line) => [graded("total", "over", line), graded("total", "under", line)]),
    [
      ["won", "lost"],
      ["push", "push"],
      ["lost", "won"],
    ],
  );
  assert.deepEqual([graded("home_team_total", "over", 24), graded("home_team_total", "under", 24.5)], ["push", "won"]);
  assert.deepEqual([graded("away_team_total", "over", 20.5), graded("away_team_total", "under", 19)], ["lost", "lost"]);
});

test("a moneyline on a drawn period is a push [A-3]", () => {
  assert.equal(outcomeNames[outcomeOf(scoreFor("moneyline", "away", 3, 3))], "push");
  assert.equal(outcomeNames[outcomeOf(scoreFor("moneyline", "away", 3, 4))], "won");
  assert.equal(outcomeNames[outcomeOf(scoreFor("moneyline", "home", 3, 4))], "lost");
});

test("a unit won pays o/100 or 100/|o|, a lost bet costs one, a push nothing [A-3]", () => {
  const units = (price: number) => profitOf(price, won) / 10_000;
  assert.deepEqual(
    [100, 150, 273, 1_000_000, -110, -120, -150, -300, -1_000_000].map(units),
    [1, 1.5, 2.73, 10_000, 0.9091, 0.8333, 0.6667, 0.3333, 0.0001],
  );
  assert.deepEqual([profitOf(-110, lost), profitOf(250, lost)], [-10_000, -10_000]);
  assert.ok(Object.is(profitOf(-110, push), 0));
});

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

test("the favored side of a moneyline is the one of the higher implied probability", () => {
  fc.assert(
    fc.property(anyPrice, anyPrice, (first, second) => {
      const expected = Math.sign(impliedProbability(first) - impliedProbability(second));
      assert.ok(Object.is(favoredByPrice(first, second), expected === 0 ? 0 : expected));
    }),
  );
});
