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

type Played = readonly [Sport, home: LineScore["home"], away: LineScore["away"], overtime: boolean, PeriodScores];
const football = ["nfl", "ncaaf", "nba"] as const;
const of = (home: number, away: number): SideScores => ({ home, away });
const byQuarter = { q1: of(7, 0), q2: of(3, 10), q3: of(0, 6), q4: of(14, 0), "1h": of(10, 10) };
const inOvertime = { ...byQuarter, q3: of(0, 14), "2h": of(14, 14), ot: of(10, 8) };
const unscored = {
  q1: of(1, 0),
  q2: of(0, 1),
  q3: of(0, 1),
  q4: of(1, 0),
  "1h": of(1, 1),
  "2h": of(1, 1),
  ot: of(0, 0),
};
const shortGame = { inn1: of(1, 0), inn5: of(3, 1) };
const unbatted = { inn1: of(2, 0), inn5: of(2, 1) };
const extra = { inn1: of(0, 1), inn5: of(2, 1), ot: of(3, 1) };
const nineInnings = { inn1: of(1, 0), inn5: of(3, 11) };

const played: Readonly<Record<string, readonly Played[]>> = {
  "four quarters and two halves, and no ot in a game of regulation time [D-9]": football.map((sport) => {
    return [sport, [7, 3, 0, 14], [0, 10, 6, 0], false, { ...byQuarter, "2h": of(14, 6) }];
  }),
  "every overtime in ot, and the second half is q3 + q4 without it [D-9]": football.map((sport) => {
    return [sport, [7, 3, 0, 14, 8, 2], [0, 10, 14, 0, 8, 0], true, inOvertime];
  }),
  "the ot of a tie, also when nobody scored in it [D-9]": [["nfl", [1, 0, 0, 1, 0], [0, 1, 1, 0, 0], true, unscored]],
  "three periods of hockey, and ot after regulation; a shootout adds one goal to its winner [D-9, D-10]": [
    ["nhl", [1, 0, 2], [0, 0, 1], false, { p1: of(1, 0), p2: of(0, 0), p3: of(2, 1) }],
    ["nhl", [1, 0, 1, 0], [0, 1, 1, 1], true, { p1: of(1, 0), p2: of(0, 1), p3: of(1, 1), ot: of(0, 1) }],
    ["nhl", [1, 0, 1, 0, 1], [0, 1, 1, 0, 0], true, { p1: of(1, 0), p2: of(0, 1), p3: of(1, 1), ot: of(1, 0) }],
  ],
  "the first inning, the first five together, and all extra innings in ot [D-9]": [
    ["mlb", [1, 0, 0, 2, 0, 0, 0, 3, 0], [0, 10, 0, 0, 1, 0, 0, 0, 2], false, nineInnings],
    ["mlb", [0, 0, 0, 0, 2, 0, 0, 0, 0, 1, 2], [1, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0], true, extra],
  ],
  "baseball's last half inning unbatted, written as null or left out [D-9]": [
    ["mlb", [2, 0, 0, 0, 0, 0, 0, 1, x], [0, 0, 1, 0, 0, 0, 0, 0, 0], false, unbatted],
    ["mlb", [2, 0, 0, 0, 0, 0, 0, 1], [0, 0, 1, 0, 0, 0, 0, 0, 0], false, unbatted],
  ],
  "a rain-shortened game of five innings, and no ot [D-9]": [
    ["mlb", [1, 0, 2, 0, x], [0, 0, 0, 1, 0], false, shortGame],
    ["mlb", [1, 0, 2, 0], [0, 0, 0, 1, 0], false, shortGame],
    ["mlb", [1, 0, 2, 0, 0], [0, 0, 0, 1, 0], false, shortGame],
    ["mlb", [1, 0, 2, 0, 0, 1], [0, 0, 0, 1, 0, 0, 4], false, shortGame],
  ],
};

for (const [what, cases] of Object.entries(played)) {
  test(`period scores have ${what}`, () => {
    const sum = (points: readonly (number | null)[]) => points.reduce<number>((all, each) => all + (each ?? 0), 0);
    for (const [sport, home, away, overtime, scores] of cases) {
      assert.deepEqual(scoresOf(sport, { home, away }, of(sum(home), sum(away)), overtime), scores);
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
