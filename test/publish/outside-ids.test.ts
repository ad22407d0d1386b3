/** Which ids of other sources a game has, of all that its records and events state. */
import assert from "node:assert/strict";
import { test } from "vitest";
import type { GameRecord, QuoteRecord } from "../../src/feed/records.ts";
import { firstNight } from "../support/nights.ts";
import { publishedValues } from "../support/published.ts";
import { gameRecord, items, quoteRecord } from "../support/records.ts";

const none = { nflverse: null, espn: null, mlb: null, nhl: null, cfbd: null, retrosheet: null, the_odds_api: [] };

/** The ids of the only game that is published of records and quotes. */
async function idsOf(records: readonly GameRecord[], quotes: readonly QuoteRecord[] = []) {
  const { database } = await firstNight("2026-01-01T00:00:00Z", items(...records, ...quotes));
  const [game, ...others] = await publishedValues(database);
  assert.deepEqual(others, []);
  return game?.ids ?? assert.fail("nothing is published");
}

const nfl = {
  ...({ sport: "nfl", season: 2025, week: 1, game_date: "2025-09-04", home: "PHI", away: "DAL" } as const),
  ...{ home_score: 24, away_score: 20, line_score: null },
};

test("a game has the id of each provider that states it, under the provider's short name", async () => {
  assert.deepEqual(
    await idsOf([
      gameRecord({ ...nfl, provider: "nflverse", game_id: "2025_01_DAL_PHI" }),
      gameRecord({ ...nfl, provider: "espn", game_id: "401772510" }),
      gameRecord({ ...nfl, provider: "cfbd", game_id: "77" }),
    ]),
    { ...none, nflverse: "2025_01_DAL_PHI", espn: "401772510", cfbd: "77" },
  );
  const mlb = { sport: "mlb", home: "MIL", away: "PIT", game_date: "2025-07-10" } as const;
  assert.deepEqual(
    await idsOf([
      gameRecord({ ...mlb, provider: "mlb-statsapi", game_id: "823357" }),
      gameRecord({ ...mlb, provider: "retrosheet", game_id: "MIL202507100", start_time: null }),
    ]),
    { ...none, mlb: "823357", retrosheet: "MIL202507100" },
  );
  const nhl = { sport: "nhl", away: "NYR", provider: "nhl-api", game_id: "2024020650" } as const;
  assert.deepEqual(await idsOf([gameRecord(nhl)]), { ...none, nhl: "2024020650" });
});

test("a provider that is none of these gives no id, and its own name for the game is not shown [A-8]", async () => {
  assert.deepEqual(await idsOf([gameRecord({ provider: "my-league-office", game_id: "secret-1" })]), none);
});

test("what a provider calls its game counts before what another one says, whatever their ranks and order [A-8]", async () => {
  const stated = gameRecord({ ...nfl, provider: "nflverse", game_id: "2025_01_DAL_PHI", other_ids: { espn: "1" } });
  const own = gameRecord({ ...nfl, provider: "espn", game_id: "401772510" });
  const office = gameRecord({ ...nfl, provider: "canonical", game_id: "g", other_ids: { espn: "2", nflverse: "x" } });
  for (const records of [
    [stated, own, office],
    [office, own, stated],
    [own, office, stated],
  ]) {
    assert.equal((await idsOf(records)).espn, "401772510");
    assert.equal((await idsOf(records)).nflverse, "2025_01_DAL_PHI");
  }
  assert.equal((await idsOf([stated, office])).espn, "2", "the operator's own file is believed first");
  assert.equal((await idsOf([office, stated])).espn, "2");
  assert.equal((await idsOf([stated])).espn, "1");
});

test("an id that is stated as null says nothing", async () => {
  const silent = gameRecord({ ...nfl, provider: "canonical", game_id: "g", other_ids: { espn: null } });
  const stated = gameRecord({ ...nfl, provider: "nflverse", game_id: "2025_01_DAL_PHI", other_ids: { espn: "1" } });
  assert.equal((await idsOf([silent, stated])).espn, "1");
  assert.deepEqual(await idsOf([gameRecord({ other_ids: null })]), none);
});

test("a game has every event of The Odds API that is matched to it, once and in order, and no other's", async () => {
  const twin = { start_time: "2025-01-11T00:40:00Z", seen_at: "2025-01-10T15:00:00Z" };
  const nextWeek = "2025-01-18T00:30:00Z";
  const quotes = [
    quoteRecord({ event_id: "b2" }),
    quoteRecord({ event_id: "b2", home: "NYK", away: "BOS" }),
    quoteRecord({ event_id: "a1", ...twin }),
    quoteRecord({ event_id: "c3", start_time: nextWeek }),
    quoteRecord({ event_id: "d4", provider: "my-recorder" }),
  ];
  const wanted = ["a1", "b2"];
  assert.deepEqual(await idsOf([gameRecord()], quotes), { ...none, the_odds_api: wanted });
  assert.deepEqual((await idsOf([gameRecord()], quotes.toReversed())).the_odds_api, wanted);
  const stated = gameRecord({ other_ids: { the_odds_api: ["z9", "a1"] } });
  assert.deepEqual((await idsOf([stated], quotes)).the_odds_api, ["a1", "b2", "z9"]);
});
