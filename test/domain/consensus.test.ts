/**
 * The favorite of a game [D-20], by hand. The consensus [D-16, D-17, D-19] and results against it [D-21] are held against exact fractions
 * by test/property/domain.volume.test.ts, and against the tables of docs/api/consensus.md by test/web/docs-numbers.test.ts.
 */
import assert from "node:assert/strict";
import { test } from "vitest";
import { favorite } from "../../src/domain/consensus.ts";
import { sports } from "../../src/domain/sports.ts";

const moneyline = (first: number | null, second: number | null) => ({ line: null, first, second });
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
    // Two minus prices or two plus prices have a favorite as well: the likelier side.
    assert.equal(favorite(sport, null, moneyline(-105, -115)), "away");
    assert.equal(favorite(sport, null, moneyline(104, 102)), "away");
  }
});

test("equal sides, or nothing to go by, have no favorite [D-20]", () => {
  for (const sport of sports) {
    for (const spread of [0, null]) {
      for (const prices of [even, unpriced, moneyline(-150, null)]) assert.equal(favorite(sport, spread, prices), null);
    }
  }
});
