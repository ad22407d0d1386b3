import assert from "node:assert/strict";
import { test } from "vitest";
import { favorite, grade } from "../../src/domain/consensus.ts";
import type { Quote } from "../../src/domain/fold.ts";

const none = { homeCovered: null, spreadPush: null, wentOver: null, totalPush: null };

type Graded = readonly [home: number, away: number, close: number, homeCovered: boolean | null];
const spreads: readonly Graded[] = [
  [24, 20, -3.5, true],
  [24, 20, -4, null],
  [24, 20, -4.5, false],
  [20, 24, 4.5, true],
  [20, 24, 4, null],
  [20, 24, 3.5, false],
  [20, 20, 0, null],
  [21, 20, 0, true],
  [20, 21, 0, false],
  [3, 2, -1.5, false],
  [3, 2, 1.5, true],
  [2, 1, -0.75, true],
];
const totals: readonly Graded[] = [
  [24, 20, 43.5, true],
  [24, 20, 44, null],
  [24, 20, 44.5, false],
  [0, 0, 0.5, false],
  [24, 20, 43.75, true],
  [24, 20, 44.25, false],
];

test("a final is graded against the close, and equal to it is a push [D-21]", () => {
  for (const [home, away, close, homeCovered] of spreads) {
    const graded = { ...none, homeCovered, spreadPush: homeCovered === null };
    assert.deepEqual(grade({ home, away }, close, null), graded, `${home} to ${away} against ${close}`);
  }
  for (const [home, away, close, wentOver] of totals) {
    const graded = { ...none, wentOver, totalPush: wentOver === null };
    assert.deepEqual(grade({ home, away }, null, close), graded, `${home} and ${away} against ${close}`);
  }
});

test("spread and total are graded apart, and without a close every flag is null, the push flags too [D-21]", () => {
  const both = { homeCovered: null, spreadPush: true, wentOver: true, totalPush: false };
  assert.deepEqual(grade({ home: 24, away: 20 }, -4, 41.5), both);
  assert.deepEqual(grade({ home: 24, away: 20 }, null, null), none);
});

const moneyline = (first: number | null, second: number | null): Quote => ({ line: null, first, second });
const home = moneyline(-150, 130);
const away = moneyline(130, -150);
const even = moneyline(-110, -110);
const unpriced = moneyline(null, null);

test("the favorite follows the closing spread, then the moneyline; in baseball and hockey the other way round [D-20]", () => {
  for (const sport of ["nfl", "ncaaf", "nba"] as const) {
    assert.deepEqual([favorite(sport, -3, away), favorite(sport, 3, home)], ["home", "away"]);
    assert.deepEqual([favorite(sport, 0, home), favorite(sport, null, away)], ["home", "away"]);
    assert.equal(favorite(sport, -0.5, unpriced), "home");
  }
  for (const sport of ["mlb", "nhl"] as const) {
    assert.deepEqual([favorite(sport, 1.5, home), favorite(sport, -1.5, away)], ["home", "away"]);
    assert.deepEqual([favorite(sport, -1.5, even), favorite(sport, 1.5, unpriced)], ["home", "away"]);
    assert.equal(favorite(sport, null, home), "home");
  }
});

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
