import assert from "node:assert/strict";
import { test } from "vitest";
import { dateOf, dayOf } from "../../sample/src/calendar.ts";
import { openSample, sampleAsOf, seasonsOf } from "../../sample/src/sample.ts";
import { type SampleSeason, sampleSeason } from "../../sample/src/season.ts";
import { sampleSports } from "../../sample/src/sports.ts";
import { seasonOf } from "../../src/domain/seasons.ts";
import { lastRegularWeekNcaaf } from "../../src/domain/sports/ncaaf/ncaaf.ts";
import type { Sport } from "../../src/domain/sports.ts";
import { slateDate } from "../../src/domain/times.ts";
import { sampledSports, sportsByHand } from "../support/sports.ts";

const seasons: readonly SampleSeason[] = sampledSports.flatMap((sport) =>
  seasonsOf(sport, "full").map((season) => sampleSeason(1, sport, season, dayOf(sampleAsOf))),
);
const ofSport = (sport: Sport): readonly SampleSeason[] => seasons.filter(({ context }) => context.sport === sport);
const regularOf = ({ fixtures }: SampleSeason) => fixtures.filter((fixture) => fixture.seasonType === "regular");
const postseasonOf = ({ fixtures }: SampleSeason) => fixtures.filter((fixture) => fixture.seasonType === "postseason");

function gamesPerTeam(season: SampleSeason): Map<string, number> {
  const counts = new Map<string, number>();
  for (const team of regularOf(season).flatMap(({ home, away }) => [home, away])) {
    counts.set(team, (counts.get(team) ?? 0) + 1);
  }
  return counts;
}

test("every season has its number of games", () => {
  for (const season of ofSport("mlb")) assert.equal(regularOf(season).length, 2430);
  for (const season of ofSport("nfl")) assert.equal(regularOf(season).length, 272);
  for (const season of ofSport("nhl")) assert.equal(regularOf(season).length, 1312);
  for (const season of ofSport("nba")) assert.equal(regularOf(season).length, 1230);
  for (const season of ofSport("ncaaf")) {
    const count = season.fixtures.length;
    assert.ok(count > 840 && count < 940, `${season.context.season}: ${count}`);
  }
  const total = openSample({ seed: 1, extent: "full" }).games;
  assert.equal(
    total,
    seasons.reduce((sum, { fixtures }) => sum + fixtures.length, 0),
  );
  assert.ok(total > 29_000 && total < 31_000, String(total));
});

test("every professional team plays its number of games", () => {
  const expected = { mlb: 162, nfl: 17, nba: 82, nhl: 82 } as const;
  for (const sport of ["mlb", "nfl", "nba", "nhl"] as const) {
    for (const season of ofSport(sport)) {
      for (const [team, games] of gamesPerTeam(season)) {
        assert.equal(games, expected[sport], `${sport} ${season.context.season} ${team}`);
      }
    }
  }
});

test("nobody plays twice a day, but in doubleheaders, whose games are hours apart", () => {
  for (const { context, fixtures } of seasons) {
    const sides = fixtures.flatMap((fixture) => [fixture.home, fixture.away].map((team) => ({ fixture, team })));
    for (const [key, sameDay] of Map.groupBy(sides, ({ fixture, team }) => `${fixture.day} ${team}`)) {
      if (sameDay.length === 1) continue;
      const [first, second, third] = sameDay.map(({ fixture }) => fixture);
      assert.ok(first && second && !third && context.sport === "mlb", `${context.sport} ${key}`);
      assert.deepEqual([first.gameNumber, second.gameNumber], [1, 2]);
      assert.ok(second.startMs - first.startMs >= 4 * 3_600_000);
    }
  }
  for (const season of ofSport("mlb")) assert.ok(season.fixtures.some((fixture) => fixture.gameNumber === 2));
});

test("every game's slate date is that of its start in New York, and belongs to its season", () => {
  for (const { context, fixtures } of seasons) {
    // Every tenth: Temporal is slow.
    for (const { startMs, day } of fixtures.filter((_, index) => index % 10 === 0)) {
      assert.equal(slateDate(startMs), dateOf(day));
      assert.equal(seasonOf(context.sport, dateOf(day)), context.season);
    }
  }
});

test("finished seasons have a postseason, the seasons in progress have games to come", () => {
  for (const season of seasons) {
    const { sport, today } = season.context;
    const [fewest, most] = sportsByHand[sport].sample?.postseasonGames ?? assert.fail(sport);
    const games = postseasonOf(season).length;
    if (season.isComplete) assert.ok(games >= fewest && games <= most, `${sport} ${season.context.season}: ${games}`);
    assert.equal(
      season.isComplete,
      season.fixtures.every((fixture) => fixture.day < today),
    );
    assert.equal(season.isComplete, season.context.season < sampleSports[sport].latestSeason);
  }
});

test("NFL weeks go to 18, then 19 to 22, and every team has one bye between weeks 5 and 14", () => {
  for (const season of ofSport("nfl")) {
    for (const team of gamesPerTeam(season).keys()) {
      const weeks = regularOf(season).filter(({ home, away }) => home === team || away === team);
      const played = new Set(weeks.map((fixture) => fixture.week));
      const byes = Array.from({ length: 18 }, (_, index) => index + 1).filter((week) => !played.has(week));
      assert.equal(byes.length, 1);
      assert.ok((byes[0] as number) >= 5 && (byes[0] as number) <= 14);
    }
    if (!season.isComplete) continue;
    assert.deepEqual([...new Set(postseasonOf(season).map((fixture) => fixture.week))], [19, 20, 21, 22]);
    assert.equal(postseasonOf(season).at(-1)?.neutral, true);
  }
});

test("NCAAF weeks go on after the last regular one, which is Army-Navy's", () => {
  for (const season of ofSport("ncaaf")) {
    const last = lastRegularWeekNcaaf(season.context.season);
    const lastGames = regularOf(season).filter((fixture) => fixture.week === last);
    assert.deepEqual(
      lastGames.map(({ home, away }) => [home, away].sort()),
      [["ARMY", "NAVY"]],
    );
    assert.ok(regularOf(season).every(({ week }) => week !== null && week >= 1 && week <= last));
    assert.ok(postseasonOf(season).every(({ week }) => week !== null && week > last));
  }
});
