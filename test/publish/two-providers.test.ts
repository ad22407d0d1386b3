/** Of several providers the best ranked one is believed, and others fill what it lacks. */
import assert from "node:assert/strict";
import { test } from "vitest";
import type { GameDetail } from "../../src/contract/lists/games.ts";
import type { GameRecord } from "../../src/feed/records.ts";
import { publishedDetails } from "../support/published.ts";
import { gameRecord, items } from "../support/records.ts";
import { firstNight } from "./publish-nights.ts";

const at = "2026-01-01T00:00:00Z";
const mlb: Partial<GameRecord> = {
  sport: "mlb",
  season: 2025,
  game_date: "2025-07-04",
  start_time: "2025-07-04T23:10:00Z",
  home: "BOS",
  away: "NYY",
};
const unknown = { line_score: null, overtime: null, referee: null, weather: null, neutral_site: null } as const;
const statsapi = gameRecord({
  ...mlb,
  ...unknown,
  provider: "mlb-statsapi",
  game_id: "1",
  venue: { venue_id: "3", name: "Fenway Park", city: null, indoor: null },
});
const espn = gameRecord({
  ...mlb,
  provider: "espn",
  game_id: "2",
  referee: "P. Umpire",
  line_score: { home: [5, 0, 0, 0, 0, 0, 0, 0, null], away: [4, 0, 0, 0, 0, 0, 0, 0, 0] },
  venue: { venue_id: "2", name: "Fenway", city: "Boston", indoor: false },
  weather: { temp_f: 71, wind_mph: null, wind_direction: null, condition: "Clear" },
});

async function detailsOf(...records: readonly GameRecord[]): Promise<GameDetail[]> {
  const { database } = await firstNight(at, ...records.map((record) => items(record)));
  return publishedDetails(database);
}

test("officials, line score, weather, venue and neutral site come from whoever knows them, in either order", async () => {
  for (const order of [
    [statsapi, espn],
    [espn, statsapi],
  ]) {
    const [only, ...others] = await detailsOf(...order);
    assert.equal(others.length, 0);
    assert.deepEqual([only?.referee, only?.neutral_site, only?.overtime], ["P. Umpire", false, false]);
    assert.deepEqual(only?.period_scores.inn1, { home: 5, away: 4 });
    assert.deepEqual(only?.weather, espn.weather);
    const { venue_id: _, ...venue } = only?.venue ?? { venue_id: null };
    assert.deepEqual(venue, { name: "Fenway Park", city: "Boston", indoor: false });
  }
});

test("the week of football comes from whoever knows it", async () => {
  const football = { sport: "nfl", season: 2025, home: "PHI", away: "DAL", line_score: null, overtime: null } as const;
  const nflverse = gameRecord({ ...football, provider: "nflverse", game_id: "1", game_date: "2025-09-04", week: null });
  const games = await detailsOf(nflverse, { ...nflverse, provider: "espn", game_id: "2", week: 1 });
  assert.deepEqual(
    games.map(({ week }) => week),
    [1],
  );
});
