/** The ids that games of the sample have at other sources: one each, of the source's shape, the same in every extent. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { dayOf } from "../../sample/src/calendar.ts";
import { outsideIdsOf } from "../../sample/src/facts.ts";
import { sampleAsOf, sampleRecords, seasonsOf } from "../../sample/src/sample.ts";
import { fixtureId, sampleSeason } from "../../sample/src/season.ts";
import type { Fixture } from "../../sample/src/sport.ts";
import type { GameRecord, OtherIds } from "../../src/feed/records.ts";
import { sampledSports, sportsByHand } from "../support/sports.ts";

const today = dayOf(sampleAsOf);
const all: readonly { readonly fixture: Fixture; readonly ids: OtherIds; readonly isPlayed: boolean }[] =
  sampledSports.flatMap((sport) =>
    seasonsOf(sport, "full").flatMap((label) => {
      const season = sampleSeason(1, sport, label, today);
      return [...outsideIdsOf(1, season)].map(([fixture, ids]) => ({
        fixture,
        ids,
        isPlayed: season.context.resultOf(fixture) !== null,
      }));
    }),
  );

test("every game of the full sample has the ids of its sport's sources, each of the source's shape", () => {
  for (const { fixture, ids, isPlayed } of all) {
    const { the_odds_api: events, ...others } = ids;
    const shapes = sportsByHand[fixture.sport].sample?.ids ?? assert.fail(fixture.sport);
    const wanted = Object.keys(shapes).filter((source) => source !== "retrosheet" || fixture.seasonType === "regular");
    assert.deepEqual(Object.keys(others), wanted, fixtureId(fixture));
    for (const [source, id] of Object.entries(others)) {
      assert.match(id ?? "", shapes[source] ?? assert.fail(source));
    }
    assert.equal((events ?? []).length > 0, isPlayed, fixtureId(fixture));
    for (const event of events ?? []) assert.match(event, /^[0-9a-f]{32}$/);
  }
});

test("no two games have the same id at a source, and a few have two events of The Odds API", () => {
  for (const source of ["nflverse", "espn", "mlb", "nhl", "cfbd", "retrosheet"] as const) {
    const ids = all.flatMap(({ ids: each }) => each[source] ?? []);
    assert.equal(new Set(ids).size, ids.length, source);
  }
  const events = all.flatMap(({ ids }) => ids.the_odds_api ?? []);
  assert.equal(new Set(events).size, events.length);
  const listedTwice = all.filter(({ ids }) => (ids.the_odds_api ?? []).length === 2).length;
  assert.ok(listedTwice > all.length / 100 && listedTwice < all.length / 40, String(listedTwice));
});

test("nflverse's id says season, week and sides, with the abbreviations of its own", () => {
  const rams = all.find(({ fixture }) => fixture.sport === "nfl" && fixture.home === "LAR") ?? assert.fail();
  const { season, week, away } = rams.fixture;
  assert.equal(rams.ids.nflverse, `${season}_${String(week).padStart(2, "0")}_${away}_LA`);
});

test("the games of a doubleheader are the first and the second at Retrosheet, and others have no number", () => {
  const games = all.filter(({ ids }) => ids.retrosheet != null);
  for (const { fixture, ids } of games) assert.equal(ids.retrosheet?.at(-1), String(fixture.gameNumber ?? 0));
  assert.ok(games.some(({ fixture }) => fixture.gameNumber === 2));
});

test("games of the start sample have the ids that they have in the full one", () => {
  const full = new Map(all.map(({ fixture, ids }) => [fixtureId(fixture), ids]));
  const records = sampleRecords({ seed: 1, extent: [{ sport: "nhl", season: 2027 }] });
  const games = records.filter((record): record is GameRecord => record.type === "game").take(100);
  for (const { game_id: id, other_ids: ids } of games) assert.deepEqual(ids, full.get(id));
  const nhl = sampleRecords({ seed: 1, extent: "start" });
  const first = nhl.find((record) => record.type === "game");
  assert.ok(first?.type === "game");
  assert.deepEqual(first.other_ids, full.get(first.game_id));
});
