import assert from "node:assert/strict";
import { test } from "vitest";
import type { Quote } from "../../src/domain/fold.ts";
import { favorite, grade } from "../../src/domain/grading.ts";

const none = { homeCovered: null, spreadPush: null, wentOver: null, totalPush: null };

const spreads: readonly (readonly [
  home: number,
  away: number,
  close: number,
  covered: boolean | null,
  push: boolean,
])[] = [
  [24, 20, -3.5, true, false],
  [24, 20, -4, null, true],
  [24, 20, -4.5, false, false],
  [20, 24, 4.5, true, false],
  [20, 24, 4, null, true],
  [20, 24, 3.5, false, false],
  [20, 20, 0, null, true],
  [21, 20, 0, true, false],
  [20, 21, 0, false, false],
  [3, 2, -1.5, false, false],
  [3, 2, 1.5, true, false],
  [2, 1, -0.75, true, false],
];

for (const [home, away, close, covered, push] of spreads) {
  test(`home wins ${home}-${away} against ${close}: home_covered ${covered}, spread_push ${push} [D-21]`, () => {
    const result = grade({ home, away }, close, null);
    assert.deepEqual(result, { ...none, homeCovered: covered, spreadPush: push });
  });
}

const totals: readonly (readonly [sum: number, close: number, over: boolean | null, push: boolean])[] = [
  [44, 43.5, true, false],
  [44, 44, null, true],
  [44, 44.5, false, false],
  [0, 0.5, false, false],
  [44, 43.75, true, false],
  [44, 44.25, false, false],
];

for (const [sum, close, over, push] of totals) {
  test(`a total of ${sum} against ${close}: went_over ${over}, total_push ${push} [D-21]`, () => {
    const result = grade({ home: sum, away: 0 }, null, close);
    assert.deepEqual(result, { ...none, wentOver: over, totalPush: push });
  });
}

test("without a close every flag is null, the push flags too [D-21]", () => {
  assert.deepEqual(grade({ home: 24, away: 20 }, null, null), none);
});

test("the spread and the total are graded apart [D-21]", () => {
  assert.deepEqual(grade({ home: 24, away: 20 }, -4, 41.5), {
    homeCovered: null,
    spreadPush: true,
    wentOver: true,
    totalPush: false,
  });
});

const moneyline = (first: number | null, second: number | null): Quote => ({ line: null, first, second });
const home = moneyline(-150, 130);
const away = moneyline(130, -150);
const even = moneyline(-110, -110);
const unpriced = moneyline(null, null);

for (const sport of ["nfl", "ncaaf", "nba"] as const) {
  test(`the ${sport} favorite follows the sign of the closing spread, then the moneyline [D-20]`, () => {
    assert.equal(favorite(sport, -3, away), "home");
    assert.equal(favorite(sport, 3, home), "away");
    assert.equal(favorite(sport, 0, home), "home");
    assert.equal(favorite(sport, 0, away), "away");
    assert.equal(favorite(sport, null, home), "home");
    assert.equal(favorite(sport, null, away), "away");
    assert.equal(favorite(sport, -0.5, unpriced), "home");
  });
}

for (const sport of ["mlb", "nhl"] as const) {
  test(`the ${sport} favorite follows the closing moneyline, then the sign of the spread [D-20]`, () => {
    assert.equal(favorite(sport, 1.5, home), "home");
    assert.equal(favorite(sport, -1.5, away), "away");
    assert.equal(favorite(sport, -1.5, even), "home");
    assert.equal(favorite(sport, 1.5, even), "away");
    assert.equal(favorite(sport, -1.5, unpriced), "home");
    assert.equal(favorite(sport, 1.5, unpriced), "away");
    assert.equal(favorite(sport, null, home), "home");
  });
}

test("equal sides, or nothing to go by, have no favorite [D-20]", () => {
  for (const sport of ["mlb", "nfl", "ncaaf", "nba", "nhl"] as const) {
    assert.equal(favorite(sport, 0, even), null);
    assert.equal(favorite(sport, -0, even), null);
    assert.equal(favorite(sport, null, even), null);
    assert.equal(favorite(sport, 0, unpriced), null);
    assert.equal(favorite(sport, null, unpriced), null);
  }
});

test("two minus prices or two plus prices still have a favorite: the likelier side [D-20]", () => {
  assert.equal(favorite("mlb", null, moneyline(-115, -105)), "home");
  assert.equal(favorite("mlb", null, moneyline(-105, -115)), "away");
  assert.equal(favorite("mlb", null, moneyline(104, 102)), "away");
  assert.equal(favorite("mlb", null, moneyline(100, -102)), "away");
});
