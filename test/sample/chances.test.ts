/** What books price with against what games do: the chances of a game, and the same game played many times. */
import assert from "node:assert/strict";
import { test } from "vitest";
import type { LineChances } from "../../sample/src/chances/game-chances.ts";
import type { Expectation, Result } from "../../sample/src/fixture.ts";
import { playFootball } from "../../sample/src/football/play.ts";
import { footballRules } from "../../sample/src/football/rules.ts";
import { Random } from "../../sample/src/random.ts";
import { playBaseball } from "../../sample/src/sports/mlb/play.ts";
import { playBasketball } from "../../sample/src/sports/nba/play.ts";
import { playHockey } from "../../sample/src/sports/nhl/play.ts";
import { sampleSports } from "../../sample/src/sports/registry.ts";
import type { Sport } from "../../src/domain/sports.ts";

type Case = { readonly sport: Sport; readonly expected: Expectation; readonly play: (random: Random) => Result };

const cases: readonly Case[] = [
  ...[
    { margin: 0, total: 46 },
    { margin: 7.3, total: 43 },
    { margin: -15, total: 49 },
  ].map((expected) => ({
    sport: "nfl" as const,
    expected,
    play: (random: Random) => playFootball(footballRules.professional, expected, random),
  })),
  ...[
    { margin: 3.7, total: 56 },
    { margin: 33, total: 60 },
  ].map((expected) => ({
    sport: "ncaaf" as const,
    expected,
    play: (random: Random) => playFootball(footballRules.college, expected, random),
  })),
  ...[
    { margin: 0.4, total: 226 },
    { margin: -9.6, total: 236 },
  ].map((expected) => ({
    sport: "nba" as const,
    expected,
    play: (random: Random) => playBasketball(expected, random),
  })),
  ...[
    { margin: 0.2, total: 8.7 },
    { margin: 1.6, total: 10.3 },
  ].map((expected) => ({
    sport: "mlb" as const,
    expected,
    play: (random: Random) => playBaseball(expected, false, random),
  })),
  ...[
    { margin: -0.7, total: 6.4 },
    { margin: 0.33, total: 5.7 },
  ].map((expected) => ({
    sport: "nhl" as const,
    expected,
    play: (random: Random) => playHockey(expected, false, random),
  })),
];

const times = 20_000;
/** Four standard errors of a share near a half, and what the curve of totals leaves out of football's odd sums. */
const tolerance = 4 * (0.5 / Math.sqrt(times)) + 0.006;

/** How often numbers are above a line, of the times that they are not on it. */
function shareAbove(numbers: readonly number[], line: number): number {
  const above = numbers.filter((number) => number > line).length;
  return above / (above + numbers.filter((number) => number < line).length);
}

/** The lines around the middle of the numbers at which the chances are wrong. */
function missesAround(numbers: readonly number[], chances: LineChances): string[] {
  const middle = numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;
  return Array.from({ length: 25 }, (_, index) => middle - 6 + index / 2).flatMap((line) => {
    const [played, priced] = [shareAbove(numbers, line), chances.shareAbove(line)];
    return Math.abs(played - priced) <= tolerance ? [] : [`above ${line}: played ${played}, priced ${priced}`];
  });
}

for (const { sport, expected, play } of cases) {
  test(`${sport} games ${JSON.stringify(expected)} end above every line as often as it is priced`, () => {
    const random = new Random(`${sport} ${JSON.stringify(expected)}`);
    const results = Array.from({ length: times }, () => play(random));
    const { margins, totals } = sampleSports[sport].chances.ofGame("regular", expected);
    assert.deepEqual(
      missesAround(
        results.map(({ home, away }) => home - away),
        margins,
      ),
      [],
    );
    assert.deepEqual(
      missesAround(
        results.map(({ home, away }) => home + away),
        totals,
      ),
      [],
    );
  });
}

test("baseball's first five innings and hockey's first period end as they are priced", () => {
  for (const { sport, expected, play } of cases) {
    if (sport !== "mlb" && sport !== "nhl") continue;
    const [period, length] = sport === "mlb" ? (["inn5", 5] as const) : (["p1", 1] as const);
    const random = new Random(`${sport} ${period}`);
    const parts = Array.from({ length: times }, () => {
      const { homeLine, awayLine } = play(random);
      const sum = (line: readonly (number | null)[]) => line.slice(0, length).reduce<number>((a, b) => a + (b ?? 0), 0);
      return { home: sum(homeLine), away: sum(awayLine) };
    });
    const { margins, totals } = sampleSports[sport].chances.ofPart("regular", expected, {
      period,
      margin: 0,
      total: 0,
    });
    assert.deepEqual(
      missesAround(
        parts.map(({ home, away }) => home - away),
        margins,
      ),
      [],
    );
    assert.deepEqual(
      missesAround(
        parts.map(({ home, away }) => home + away),
        totals,
      ),
      [],
    );
  }
});
