import assert from "node:assert/strict";
import { test } from "vitest";
import { areConvertedOdds } from "../../src/domain/providers.ts";

const since = Date.parse("2022-09-18T00:00:00Z");

test("prices of The Odds API of before 18 September 2022 were computed from decimal odds, and later ones were not", () => {
  assert.equal(areConvertedOdds("the-odds-api", since - 1), true);
  assert.equal(areConvertedOdds("the-odds-api", since), false);
});

test("of other providers, and of what is stated without a time, nothing says so", () => {
  assert.equal(areConvertedOdds("my-recorder", since - 1), false);
  assert.equal(areConvertedOdds("toString", since - 1), false);
  assert.equal(areConvertedOdds("the-odds-api", Number.NEGATIVE_INFINITY), false);
  assert.equal(areConvertedOdds("the-odds-api", Number.POSITIVE_INFINITY), false);
});
