// @module-tag long
/**
 * Errors as providers make them, planted into the real input of every sport: one book, half of them, all of them, one source and
 * two. What is told is refused, held back, left out or rung by a rule that names the game.
 */
import assert from "node:assert/strict";
import { afterAll, describe, test } from "vitest";
import { skipIf } from "../support/skip-if.ts";
import { plantAll, type Told } from "./planted/plant.ts";
import { plantedSports } from "./planted/sports.ts";
import { withoutRealData } from "./real-data.ts";

describe("planted errors, real input", skipIf(withoutRealData), () => {
  const all: Told[] = [];
  afterAll(() => {
    for (const { name, gameId, isTold } of all) if (!isTold) console.log(`not told: ${name}, ${gameId}`);
  });

  for (const sport of plantedSports) {
    test(`of errors planted into ${sport}, most are told of`, async () => {
      const told = await plantAll(sport);
      all.push(...told);
      const share = told.filter(({ isTold }) => isTold).length / told.length;
      console.log(`${sport}: ${told.length} errors, ${(100 * share).toFixed(1)}% told`);
      assert.ok(told.length >= 30, `${told.length} errors could be planted`);
      assert.ok(share >= 0.85, `${share}`);
    });
  }

  test("of all of them, 96 in 100 are: the others are wrong at all books at once, and no further off than games by themselves are", () => {
    const share = all.filter(({ isTold }) => isTold).length / all.length;
    assert.ok(all.length >= 120, `${all.length} errors`);
    assert.ok(share >= 0.96, `${share} of ${all.length}`);
  });
});
