/** How many bets a set may have; test/oracle/ holds every value of their rows, and every filter. */
import assert from "node:assert/strict";
import { afterAll, test } from "vitest";
import { trends } from "../../src/contract/lists/trends.ts";
import { betFilterOf } from "../../src/query/bets/filter.ts";
import { SetTooLarge } from "../../src/query/bets/graded.ts";
import { setOfBets } from "../../src/query/trends/set.ts";
import { openSmallSampleApi } from "../support/sample.ts";

const api = await openSmallSampleApi(25);
afterAll(() => api[Symbol.asyncDispose]());

test("a set of several books has a bound, and one of a single book or of the consensus has none but the seasons", () => {
  const asked = trends.read("sport=nfl");
  const { spans } = api.shelf.current.sports.nfl;
  const setOf = (seasons: typeof spans, bookIds: number[]) => setOfBets("nfl", seasons, betFilterOf(asked, bookIds));
  const many = Array.from({ length: 60 }, () => spans).flat();
  assert.throws(() => setOf(many, [1, 2, 3, 4, 5, 6, 7]), SetTooLarge);
  for (const book of [0, 1]) assert.equal(setOf(many, [book]).count, 60 * setOf(spans, [book]).count);
});
