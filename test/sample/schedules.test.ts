/** The seasons of the full sample: how many games, when, of whom, and what other sources call them. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { dateOf, dayOf } from "../../sample/src/calendar.ts";
import { outsideIdsOf } from "../../sample/src/facts.ts";
import { openSample, sampleAsOf, sampleRecords, seasonsOf } from "../../sample/src/sample.ts";
import { fixtureId, type SampleSeason, sampleSeason } from "../../sample/src/season.ts";
import { sampleSports } from "../../sample/src/sports.ts";
import { seasonOf } from "../../src/domain/seasons.ts";
import { lastRegularWeekNcaaf } from "../../src/domain/sports/ncaaf/ncaaf.ts";
import type { Sport } from "../../src/domain/sports.ts";
import { slateDate } from "../../src/domain/times.ts";
import type { GameRecord } from "../../src/feed/records.ts";
import { sampledSports, sportsByHand } from "../support/sports.ts";

const seasons: readonly SampleSeason[] = sampledSports.flatMap((sport) =>
  seasonsOf(sport, "full").map((season) => sampleSeason(1, sport, season, dayOf(sampleAsOf))),
);
const ofSport = (sport: Sport): readonly SampleSeason[] => seasons.filter(({ context }) => context.sport === sport);
const nameOf = ({ context: { sport, season } }: SampleSeason) => `${sport} ${season}`;
const ofType = ({ fixtures }: SampleSeason, type: "regular" | "postseason") =>
  fixtures.filter((fixture) => fixture.seasonType === type);

function gamesPerTeam(season: SampleSeason): Map<string, number> {
  const counts = new Map<string, number>();
  for (const team of ofType(season, "regular").flatMap(({ home, away }) => [home, away])) {
    counts.set(team, (counts.get(team) ?? 0) + 1);
  }
  return counts;
}

test("every season has its number of games, and so has every professional team", () => {
  const wanted = { mlb: [2430, 162], nfl: [272, 17], nhl: [1312, 82], nba: [1230, 82] } as const;
  for (const [sport, [games, perTeam]] of Object.entries(wanted)) {
    for (const season of ofSport(sport as Sport)) {
      assert.equal(ofType(season, "regular").length, games, nameOf(season));
      assert.deepEqual([...new Set(gamesPerTeam(season).values())], [perTeam], nameOf(season));
    }
  }
  for (const season of ofSport("ncaaf")) {
    const count = season.fixtures.length;
    assert.ok(count > 840 && count < 940, `${nameOf(season)}: ${count}`);
  }
  const total = openSample({ seed: 1, extent: "full" }).games;
  assert.equal(
    total,
    seasons.reduce((sum, { fixtures }) => sum + fixtures.length, 0),
  );
  assert.ok(total > 29_000 && total < 31_000, String(total));
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
    const games = ofType(season, "postseason").length;
    if (season.isComplete) assert.ok(games >= fewest && games <= most, `${nameOf(season)}: ${games}`);
    const isOver = season.fixtures.every((fixture) => fixture.day < today);
    assert.deepEqual(
      [isOver, season.context.season < sampleSports[sport].latestSeason],
      Array(2).fill(season.isComplete),
    );
  }
});

test("NFL weeks go to 18, then 19 to 22, and every team has one bye between weeks 5 and 14", () => {
  for (const season of ofSport("nfl")) {
    for (const team of gamesPerTeam(season).keys()) {
      const own = ofType(season, "regular").filter(({ home, away }) => home === team || away === team);
      const played = new Set(own.map(({ week }) => week));
      const [bye = 0, ...others] = Array.from({ length: 18 }, (_, index) => index + 1).filter(
        (week) => !played.has(week),
      );
      assert.ok(bye >= 5 && bye <= 14 && others.length === 0, `${nameOf(season)} ${team}`);
    }
    if (!season.isComplete) continue;
    const postseason = ofType(season, "postseason");
    assert.deepEqual([...new Set(postseason.map(({ week }) => week))], [19, 20, 21, 22]);
    assert.equal(postseason.at(-1)?.neutral, true);
  }
});

test("NCAAF weeks go on after the last regular one, which is Army-Navy's", () => {
  for (const season of ofSport("ncaaf")) {
    const last = lastRegularWeekNcaaf(season.context.season);
    const regular = ofType(season, "regular");
    const lastGames = regular.filter(({ week }) => week === last).map(({ home, away }) => [home, away].sort());
    assert.deepEqual(lastGames, [["ARMY", "NAVY"]]);
    assert.ok(regular.every(({ week }) => week !== null && week >= 1 && week <= last));
    assert.ok(ofType(season, "postseason").every(({ week }) => week !== null && week > last));
  }
});

const named = seasons.flatMap((season) =>
  [...outsideIdsOf(1, season)].map(([fixture, { the_odds_api: events = [], ...ids }]) => ({
    fixture,
    ids,
    events: events ?? [],
    isPlayed: season.context.resultOf(fixture) !== null,
  })),
);

test("every game has an id of its own at each of its sport's sources, of the source's shape, and a few have two events of The Odds API", () => {
  for (const { fixture, ids, events, isPlayed } of named) {
    const shapes = sportsByHand[fixture.sport].sample?.ids ?? assert.fail(fixture.sport);
    const wanted = Object.keys(shapes).filter((source) => source !== "retrosheet" || fixture.seasonType === "regular");
    assert.deepEqual(Object.keys(ids), wanted, fixtureId(fixture));
    for (const [source, id] of Object.entries(ids)) assert.match(id ?? "", shapes[source] ?? assert.fail(source));
    assert.equal(events.length > 0, isPlayed, fixtureId(fixture));
    for (const event of events) assert.match(event, /^[0-9a-f]{32}$/);
    if (ids.retrosheet != null) assert.equal(ids.retrosheet.at(-1), String(fixture.gameNumber ?? 0));
  }
  const all = named.flatMap(({ ids, events }) => [...Object.entries(ids).map(String), ...events]);
  assert.equal(new Set(all).size, all.length, "no two games have the same id at a source");
  const twice = named.filter(({ events }) => events.length === 2).length;
  assert.ok(twice > named.length / 100 && twice < named.length / 40, String(twice));
  const rams = named.find(({ fixture }) => fixture.sport === "nfl" && fixture.home === "LAR") ?? assert.fail();
  const { season, week, away } = rams.fixture;
  assert.equal(rams.ids.nflverse, `${season}_${String(week).padStart(2, "0")}_${away}_LA`, "nflverse's own name");
});

test("games of the start sample have the ids that they have in the full one", () => {
  const full = new Map(named.map(({ fixture, ids, events }) => [fixtureId(fixture), { ...ids, the_odds_api: events }]));
  for (const extent of [[{ sport: "nhl", season: 2027 } as const], "start"] as const) {
    const games = sampleRecords({ seed: 1, extent }).filter((record): record is GameRecord => record.type === "game");
    for (const { game_id: id, other_ids: ids } of games.take(100))
      assert.deepEqual({ the_odds_api: [], ...ids }, full.get(id));
  }
});
