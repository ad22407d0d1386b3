import assert from "node:assert/strict";
import { test } from "vitest";
import {
  isPublishedMarket,
  isSport,
  markets,
  oddsPeriods,
  scorePeriods,
  sportFacts,
  sports,
} from "../../src/domain/sports.ts";
import { betKindsOf } from "../oracle/computed/contract.ts";
import { sportNames, sportsByHand } from "../support/sports.ts";

test("the sports are those of the specification, and nothing else is one", () => {
  assert.deepEqual(sports, sportNames);
  assert.deepEqual(Object.keys(sportFacts), [...sports]);
  for (const sport of sports) assert.equal(isSport(sport), true);
  for (const other of ["", "MLB", "xfl", "soccer", "toString", "__proto__", " nfl"])
    assert.equal(isSport(other), false);
});

for (const sport of sports) {
  const byHand = sportsByHand[sport];
  const stated = sportFacts[sport];

  test(`first season, weeks and periods of ${sport} are those of its league [D-5, D-9]`, () => {
    assert.equal(stated.firstSeason, byHand.firstSeason);
    assert.equal(stated.hasWeeks, byHand.hasWeeks);
    assert.equal(stated.regulationPeriods, byHand.regulation);
    assert.equal(stated.officialPeriods, byHand.official);
  });

  test(`the periods and markets published for ${sport} are those that its bet_types name, and no others`, () => {
    const named = betKindsOf(sport).flatMap(({ period, market }) => {
      const of = period === "game" ? "full" : period;
      return market === "team_total" ? [`${of} home_team_total`, `${of} away_team_total`] : [`${of} ${market}`];
    });
    const published = oddsPeriods.flatMap((period) =>
      markets.filter((market) => isPublishedMarket(sport, period, market)).map((market) => `${period} ${market}`),
    );
    assert.deepEqual(new Set(published), new Set(named));
  });
}

test("period odds come in the order 1h, 2h, q1 to q4, p1, inn1, inn5 [D-22]", () => {
  const inPeriods = oddsPeriods.filter((period) => period !== "full");
  assert.deepEqual(inPeriods, ["1h", "2h", "q1", "q2", "q3", "q4", "p1", "inn1", "inn5"]);
});

test("the period_scores keys are those of service.md [D-9]", () => {
  const keys = ["q1", "q2", "q3", "q4", "1h", "2h", "p1", "p2", "p3", "inn1", "inn5", "ot"];
  assert.deepEqual([...scorePeriods].sort(), keys.sort());
});
