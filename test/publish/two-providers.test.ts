/** Of several providers the best ranked one is believed, and others fill what it lacks. */
import assert from "node:assert/strict";
import { afterAll, describe, test } from "vitest";
import type { Database } from "../../src/database/engine.ts";
import type { GameRecord } from "../../src/feed/records.ts";
import { importItems } from "../../src/ledger/import.ts";
import type { PublishReport } from "../../src/publish/findings.ts";
import { publish } from "../../src/publish/publish.ts";
import { publishedDetails } from "../support/published.ts";
import { gameRecord, items } from "../support/records.ts";
import { PublishNights } from "./publish-nights.ts";

const at = "2026-01-01T00:00:00Z";
const mlb: Partial<GameRecord> = {
  ...{ sport: "mlb", season: 2025, game_date: "2025-07-04", home: "BOS", away: "NYY", home_score: 5, away_score: 4 },
  ...{ start_time: "2025-07-04T23:10:00Z" },
};
const unknown = { line_score: null, overtime: null, referee: null, weather: null, neutral_site: null } as const;
const statsapi = gameRecord({
  ...mlb,
  ...unknown,
  ...{
    provider: "mlb-statsapi",
    game_id: "1",
    venue: { venue_id: "3", name: "Fenway Park", city: null, indoor: null },
  },
});
const espn = gameRecord({
  ...mlb,
  ...{ provider: "espn", game_id: "2", referee: "P. Umpire", neutral_site: false, overtime: false },
  line_score: { home: [5, 0, 0, 0, 0, 0, 0, 0, null], away: [4, 0, 0, 0, 0, 0, 0, 0, 0] },
  venue: { venue_id: "2", name: "Fenway", city: "Boston", indoor: false },
  weather: { temp_f: 71, wind_mph: null, wind_direction: null, condition: "Clear" },
});

describe("two providers of one game", () => {
  const databases = new PublishNights(at);
  afterAll(() => databases.close());
  let database: Database;
  async function nightOf(...records: readonly GameRecord[]): Promise<PublishReport> {
    database = await databases.open();
    for (const record of records) await importItems(database, items(record), at);
    return publish(database, { all: false, acceptRemovals: false, publishedAt: at });
  }

  test("officials, line score, weather, venue and neutral site come from whoever knows them, in either order", async () => {
    for (const order of [
      [statsapi, espn],
      [espn, statsapi],
    ]) {
      await nightOf(...order);
      const [only, ...others] = await publishedDetails(database);
      assert.equal(others.length, 0);
      assert.deepEqual([only?.referee, only?.neutral_site, only?.overtime], ["P. Umpire", false, false]);
      assert.deepEqual(only?.period_scores.inn1, { home: 5, away: 4 });
      assert.deepEqual(only?.weather, espn.weather);
      const { venue_id: _, ...venue } = only?.venue ?? { venue_id: null };
      assert.deepEqual(venue, { name: "Fenway Park", city: "Boston", indoor: false });
    }
  });

  test("the week of football comes from whoever knows it", async () => {
    const football = {
      sport: "nfl",
      season: 2025,
      home: "PHI",
      away: "DAL",
      line_score: null,
      overtime: null,
    } as const;
    const cfbd = gameRecord({ ...football, provider: "nflverse", game_id: "1", game_date: "2025-09-04", week: null });
    await nightOf(cfbd, { ...cfbd, provider: "espn", game_id: "2", week: 1 });
    assert.deepEqual(
      (await publishedDetails(database)).map(({ week }) => week),
      [1],
    );
  });
});
