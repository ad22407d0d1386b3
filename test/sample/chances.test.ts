/** What books price with against what games do: the chances of a game, and the same game played many times. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { Random } from "../../sample/src/random.ts";
import { chancesOf, type LineChances, playGame } from "../../sample/src/scores.ts";
import type { Expectation } from "../../sample/src/sport.ts";
import { sampleSports } from "../../sample/src/sports.ts";
import type { Sport } from "../../src/domain/sports.ts";
import { sportsByHand } from "../support/sports.ts";

const cases: readonly (readonly [Sport, Expectation])[] = [
  ["nfl", { margin: 0, total: 44 }],
  ["nfl", { margin: 7.3, total: 41 }],
  ["nfl", { margin: -15, total: 49 }],
  ["ncaaf", { margin: 3.7, total: 54 }],
  ["ncaaf", { margin: 33, total: 60 }],
  ["nba", { margin: 0.4, total: 226 }],
  ["nba", { margin: -9.6, total: 236 }],
  ["mlb", { margin: 0.2, total: 8.7 }],
  ["mlb", { margin: 1.6, total: 10.3 }],
  ["nhl", { margin: -0.7, total: 6.4 }],
  ["nhl", { margin: 0.33, total: 5.7 }],
];

const times = 20_000;
/** Four standard errors of a share near a half; more of a part, whose chances were counted in a few hundred games. */
const tolerance = { game: 4 * (0.5 / Math.sqrt(times)) + 0.006, part: 0.09 };

/** How often numbers are above a line, of the times that they are not on it. */
function shareAbove(numbers: readonly number[], line: number): number {
  const above = numbers.filter((number) => number > line).length;
  return above / (above + numbers.filter((number) => number < line).length);
}

/** The lines around the middle of the numbers at which the chances are wrong. */
function missesAround(numbers: readonly number[], chances: LineChances, within: number): string[] {
  const middle = numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;
  return Array.from({ length: 17 }, (_, index) => middle - 4 + index / 2).flatMap((line) => {
    const [played, priced] = [shareAbove(numbers, line), chances.shareAbove(line)];
    return Math.abs(played - priced) <= within ? [] : [`above ${line}: played ${played}, priced ${priced}`];
  });
}

const sum = (line: readonly (number | null)[], to = 99) => line.slice(0, to).reduce<number>((a, b) => a + (b ?? 0), 0);

for (const [sport, expected] of cases) {
  const name = `${sport} games ${JSON.stringify(expected)}`;
  test(`${name} and their first parts end above every line as often as it is priced`, () => {
    const random = new Random(name);
    const { scores } = sampleSports[sport];
    const chances = chancesOf(scores, expected);
    const results = Array.from({ length: times }, () => playGame(scores, expected, false, random));
    const margins = results.map(({ home, away }) => home - away);
    const totals = results.map(({ home, away }) => home + away);
    const [part, length] = ({ mlb: ["inn5", 5], nhl: ["p1", 1] } as const)[sport as "mlb"] ?? (["1h", 2] as const);
    const halves = results.map(({ homeLine, awayLine }) => [sum(homeLine, length), sum(awayLine, length)] as const);
    assert.deepEqual(missesAround(margins, chances.margins("full"), tolerance.game), []);
    assert.deepEqual(missesAround(totals, chances.totals("full"), tolerance.game), []);
    assert.deepEqual(
      missesAround(
        results.map(({ home }) => home),
        chances.side("home"),
        2 * tolerance.game,
      ),
      [],
    );
    assert.deepEqual(
      missesAround(
        halves.map(([home, away]) => home - away),
        chances.margins(part),
        tolerance.part,
      ),
      [],
    );
    assert.deepEqual(
      missesAround(
        halves.map(([home, away]) => home + away),
        chances.totals(part),
        tolerance.part,
      ),
      [],
    );
    const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
    assert.ok(Math.abs(mean(margins) - expected.margin) < 0.05 * Math.sqrt(expected.total), String(mean(margins)));
    assert.ok(Math.abs(mean(totals) - expected.total) < 0.05 * Math.sqrt(expected.total), String(mean(totals)));
  });
}

/** What the scores of each sport are, and what they never are. */
test("scores are such as their sports have: periods add up, nobody is left tied, and the home side leaves out a ninth", () => {
  for (const [sport, expected] of cases) {
    const random = new Random(`${sport} scores`);
    for (let game = 0; game < 5_000; game++) {
      const isPostseason = game % 2 === 0;
      const result = playGame(sampleSports[sport].scores, expected, isPostseason, random);
      const { home, away, homeLine, awayLine, overtime } = result;
      const told = `${sport} ${JSON.stringify(result)}`;
      assert.ok(sum(homeLine) === home && sum(awayLine) === away, told);
      const { regulation } = sportsByHand[sport];
      assert.equal(overtime, awayLine.length > regulation, told);
      if (overtime) assert.equal(sum(homeLine, regulation), sum(awayLine, regulation), told);
      else if (sport !== "nfl" || isPostseason) assert.notEqual(home, away, told);
      if (home === away) assert.ok(sport === "nfl" && !isPostseason && overtime, told);
      if (sport !== "mlb") assert.ok(!homeLine.includes(null), told);
      else if (homeLine.includes(null)) assert.ok(homeLine.indexOf(null) === 8 && home > away && !overtime, told);
      else if (home > away) assert.ok(sum(homeLine.slice(0, -1)) <= away, `${told} is a walk-off`);
      if (sport === "nhl" && overtime) assert.equal(Math.abs(home - away), 1, told);
      if (sport === "nfl") assert.ok(![home, away, ...homeLine, ...awayLine].includes(1), told);
    }
  }
});
