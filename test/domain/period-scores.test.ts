import assert from "node:assert/strict";
import { test } from "vitest";
import { type LineScore, type PeriodScores, periodScores, type SideScores } from "../../src/domain/period-scores.ts";
import type { Sport } from "../../src/domain/sports.ts";

const x = null; // a half inning not batted, as box scores print it

function scoresOf(sport: Sport, line: LineScore, final: SideScores, overtime: boolean | null = null): PeriodScores {
  const outcome = periodScores(sport, line, final, overtime);
  assert.ok(outcome.ok, outcome.ok ? "" : `withheld: ${outcome.reason}`);
  return outcome.scores;
}

for (const sport of ["nfl", "ncaaf", "nba"] as const) {
  test(`${sport} has four quarters and two halves, and no ot in a game of regulation time [D-9]`, () => {
    const line = { home: [7, 3, 0, 14], away: [0, 10, 6, 0] };
    assert.deepEqual(scoresOf(sport, line, { home: 24, away: 16 }, false), {
      q1: { home: 7, away: 0 },
      q2: { home: 3, away: 10 },
      q3: { home: 0, away: 6 },
      q4: { home: 14, away: 0 },
      "1h": { home: 10, away: 10 },
      "2h": { home: 14, away: 6 },
    });
  });

  test(`${sport} sums every overtime in ot, and the second half is q3 + q4 without it [D-9]`, () => {
    const line = { home: [7, 3, 0, 14, 8, 2], away: [0, 10, 14, 0, 8, 0] };
    const scores = scoresOf(sport, line, { home: 34, away: 32 }, true);
    assert.deepEqual(scores["2h"], { home: 14, away: 14 });
    assert.deepEqual(scores.ot, { home: 10, away: 8 });
  });
}

test("an nfl tie has its ot, also when nobody scored in it [D-9]", () => {
  const scores = scoresOf("nfl", { home: [10, 0, 3, 7, 0], away: [0, 10, 7, 3, 0] }, { home: 20, away: 20 }, true);
  assert.deepEqual(scores.ot, { home: 0, away: 0 });
});

test("nhl has three periods, and ot after regulation [D-9]", () => {
  assert.deepEqual(scoresOf("nhl", { home: [1, 0, 2], away: [0, 0, 1] }, { home: 3, away: 1 }, false), {
    p1: { home: 1, away: 0 },
    p2: { home: 0, away: 0 },
    p3: { home: 2, away: 1 },
  });
  assert.deepEqual(scoresOf("nhl", { home: [1, 0, 1, 0], away: [0, 1, 1, 1] }, { home: 2, away: 3 }, true).ot, {
    home: 0,
    away: 1,
  });
});

test("a shootout adds one goal to its winner in ot and in the final score [D-10]", () => {
  const line = { home: [1, 0, 1, 0, 1], away: [0, 1, 1, 0, 0] };
  assert.deepEqual(scoresOf("nhl", line, { home: 3, away: 2 }, true).ot, { home: 1, away: 0 });
});

test("mlb has the first inning, the first five together, and no ot in nine innings [D-9]", () => {
  const line = { home: [1, 0, 0, 2, 0, 0, 0, 3, 0], away: [0, 10, 0, 0, 1, 0, 0, 0, 2] };
  assert.deepEqual(scoresOf("mlb", line, { home: 6, away: 13 }, false), {
    inn1: { home: 1, away: 0 },
    inn5: { home: 3, away: 11 },
  });
});

test("baseball's last half inning may go unbatted, written as null or left out [D-9]", () => {
  const away = [0, 0, 1, 0, 0, 0, 0, 0, 0];
  const expected = { inn1: { home: 2, away: 0 }, inn5: { home: 2, away: 1 } };
  for (const home of [
    [2, 0, 0, 0, 0, 0, 0, 1, x],
    [2, 0, 0, 0, 0, 0, 0, 1],
  ]) {
    assert.deepEqual(scoresOf("mlb", { home, away }, { home: 3, away: 1 }, false), expected);
  }
});

test("mlb sums all extra innings in ot [D-9]", () => {
  const line = { home: [0, 0, 0, 0, 2, 0, 0, 0, 0, 1, 2], away: [1, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0] };
  const scores = scoresOf("mlb", line, { home: 5, away: 3 }, true);
  assert.deepEqual(scores, { inn1: { home: 0, away: 1 }, inn5: { home: 2, away: 1 }, ot: { home: 3, away: 1 } });
});

test("a rain-shortened mlb game of five innings has its periods and no ot [D-9]", () => {
  for (const home of [
    [1, 0, 2, 0, x],
    [1, 0, 2, 0],
    [1, 0, 2, 0, 0],
  ]) {
    const scores = scoresOf("mlb", { home, away: [0, 0, 0, 1, 0] }, { home: 3, away: 1 }, false);
    assert.deepEqual(scores, { inn1: { home: 1, away: 0 }, inn5: { home: 3, away: 1 } });
  }
  const sixAndAHalf = { home: [1, 0, 2, 0, 0, 1], away: [0, 0, 0, 1, 0, 0, 4] };
  assert.deepEqual(scoresOf("mlb", sixAndAHalf, { home: 4, away: 5 }, false).inn5, { home: 3, away: 1 });
});

const nine = [0, 0, 0, 0, 1, 0, 0, 0, 0];
const nfl = { home: [7, 3, 0, 14], away: [0, 10, 6, 8] };

const wrong: readonly (readonly [why: string, Sport, LineScore, SideScores, overtime?: boolean])[] = [
  ["shootout goals one by one", "nhl", { home: [1, 0, 1, 0, 3], away: [0, 1, 1, 0, 2] }, { home: 3, away: 2 }, true],
  ["four innings", "mlb", { home: [1, 0, 2, 0], away: [0, 0, 0, 1] }, { home: 3, away: 1 }],
  ["three innings of home", "mlb", { home: [1, 0, 2], away: [0, 0, 0, 1, 0] }, { home: 3, away: 1 }],
  ["nothing at all", "ncaaf", { home: [], away: [] }, { home: 0, away: 0 }],
  ["an inning before the last", "mlb", { home: [1, 0, 0, 0, x, 0, 0, 0, 0], away: nine }, { home: 1, away: 1 }],
  ["the last two innings", "mlb", { home: [1, 0, 0, 0, 0, 0, 0, x, x], away: nine }, { home: 1, away: 1 }],
  ["two innings of home", "mlb", { home: [1, 0, 0, 0, 0, 0, 0], away: nine }, { home: 1, away: 1 }],
  ["an inning of home alone", "mlb", { home: [...nine, 1], away: nine }, { home: 2, away: 1 }],
  ["an unbatted half of away", "mlb", { home: nine, away: [0, 0, 0, 0, 1, 0, 0, 0, x] }, { home: 1, away: 1 }],
  ["a sum that is not the final score", "mlb", { home: [2, ...nine.slice(1)], away: nine }, { home: 2, away: 1 }],
  ["three quarters", "nfl", { home: [7, 3, 14], away: [0, 10, 6] }, { home: 24, away: 16 }],
  ["a quarter of away", "nba", { home: [30, 25, 25, 20], away: [30, 30, x, 30] }, { home: 100, away: 90 }],
  ["two periods", "nhl", { home: [1, 1], away: [0, 0] }, { home: 2, away: 0 }],
  ["more periods of home", "nhl", { home: [1, 1, 0, 0], away: [0, 0, 1] }, { home: 2, away: 1 }],
  ["overtime of home", "nfl", { home: [7, 0, 0, 0, x], away: [0, 7, 0, 0, 3] }, { home: 7, away: 10 }],
  ["the last quarter of home", "nfl", { home: [7, 3, 14, x], away: [0, 10, 6, 0] }, { home: 24, away: 16 }],
  ["overtime that was played", "nfl", nfl, { home: 24, away: 24 }, true],
  ["no overtime", "nfl", { home: [...nfl.home, 3], away: [...nfl.away, 0] }, { home: 27, away: 24 }, false],
  ["a negative score", "nfl", { home: [10, -3, 0, 14], away: [0, 0, 0, 0] }, { home: 21, away: 0 }],
  ["half a point", "nfl", { home: [1.5, 1.5, 0, 0], away: [0, 0, 0, 0] }, { home: 3, away: 0 }],
];
for (const [why, sport, line, final, overtime] of wrong) {
  test(`period scores are withheld for ${why}, also when they add up [D-9, D-10, D-11]`, () => {
    const outcome = periodScores(sport, line, final, overtime);
    assert.ok(!outcome.ok && outcome.reason !== "", JSON.stringify(outcome));
  });
}

test("the reason has both numbers of a sum that is not the final score, and nobody need say whether there was overtime [D-9]", () => {
  const outcome = periodScores("nfl", { home: [7, 3, 0, 14], away: [0, 10, 6, 0] }, { home: 24, away: 17 });
  assert.match(outcome.ok ? "" : outcome.reason, /16.*17/);
  scoresOf("nfl", nfl, { home: 24, away: 24 }, null);
});
