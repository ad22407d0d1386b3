import assert from "node:assert/strict";
import { test } from "vitest";
import { providerRank } from "../../src/domain/providers.ts";

test("what an operator states is believed before leagues, leagues before aggregators, and all before the sample", () => {
  const names = ["sample", "espn", "retrosheet", "cfbd", "nflverse", "nhl-api", "mlb-statsapi", "canonical"];
  const byRank = names.toSorted((a, b) => providerRank(a) - providerRank(b));
  assert.deepEqual(byRank, names.toReversed());
  assert.equal(new Set(names.map(providerRank)).size, names.length);
});

test("a provider that nobody has heard of is accepted, and believed after every provider of games", () => {
  for (const name of ["nba-results", "", "toString", "__proto__", "NFLVERSE"]) {
    assert.ok(providerRank(name) > providerRank("sample"), name);
    assert.equal(providerRank(name), providerRank("the-odds-api"), name);
  }
});
