/** Shortened games, and what is withheld [D-9 to D-11]; test/contract/sentences.test.ts has the periods of every sport, with overtime. */
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

type Played = readonly [home: LineScore["home"], away: LineScore["away"], PeriodScores];
const of = (home: number, away: number): SideScores => ({ home, away });
const shortGame = { inn1: of(1, 0), inn5: of(3, 1) };
const unbatted = { inn1: of(2, 0), inn5: of(2, 1) };

const played: Readonly<Record<string, readonly Played[]>> = {
  "baseball's last half inning unbatted, written as null or left out [D-9]": [
    [[2, 0, 0, 0, 0, 0, 0, 1, x], [0, 0, 1, 0, 0, 0, 0, 0, 0], unbatted],
    [[2, 0, 0, 0, 0, 0, 0, 1], [0, 0, 1, 0, 0, 0, 0, 0, 0], unbatted],
  ],
  "a rain-shortened game of five innings, and no ot [D-9]": [
    [[1, 0, 2, 0, x], [0, 0, 0, 1, 0], shortGame],
    [[1, 0, 2, 0], [0, 0, 0, 1, 0], shortGame],
    [[1, 0, 2, 0, 0], [0, 0, 0, 1, 0], shortGame],
    [[1, 0, 2, 0, 0, 1], [0, 0, 0, 1, 0, 0, 4], shortGame],
  ],
};

for (const [what, cases] of Object.entries(played)) {
  test(`period scores have ${what}`, () => {
    const sum = (points: readonly (number | null)[]) => points.reduce<number>((all, each) => all + (each ?? 0), 0);
    for (const [home, away, scores] of cases) {
      assert.deepEqual(scoresOf("mlb", { home, away }, of(sum(home), sum(away)), false), scores);
    }
  });
}

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
  ["three of four quarters", "nba", { home: [30, 25, 25], away: [30, 30, 30] }, { home: 80, away: 90 }],
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
