/** Bets by the team that is bet on, by its rest and its opponent's, and by wind, temperature and roof. */
import assert from "node:assert/strict";
import { test } from "vitest";
import type { BetRow } from "../../src/contract/lists/bets.ts";
import type { TrendRow } from "../../src/contract/lists/trends.ts";
import type { GameRecord } from "../../src/feed/records.ts";
import { closedAfterAll, openPublished } from "../support/api.ts";
import { gameRecord, quotesOf } from "../support/records.ts";

type Conditions = Pick<GameRecord, "venue" | "weather">;

const weather = (temp_f: number | null, wind_mph: number | null) => ({
  ...{ temp_f, wind_mph },
  ...{ wind_direction: null, condition: null },
});
const open = { venue_id: "open", name: "Open Field", city: "Santa Clara", indoor: false };
const outdoors = (temp_f: number | null, wind_mph: number | null): Conditions => ({
  venue: open,
  weather: weather(temp_f, wind_mph),
});
const domed: Conditions = {
  venue: { venue_id: "dome", name: "Dome", city: "Inglewood", indoor: true },
  weather: weather(72, 3),
};
const unknown: Conditions = { venue: null, weather: null };

function game(date: string, away: string, home: string, conditions: Conditions, more: Partial<GameRecord> = {}) {
  return gameRecord({
    ...{ sport: "nfl", season: 2025, week: 1, game_id: `${date}-${away}`, away, home, game_date: date },
    ...{ start_time: `${date}T18:00:00Z`, away_score: 17, home_score: 20, overtime: false, referee: null },
    ...{ line_score: { away: [7, 3, 0, 7], home: [3, 7, 10, 0] }, ...conditions, ...more },
  });
}

/** San Francisco after no game, after 7 days, after a bye, after 4 days, and in the postseason after 35. */
const games = [
  game("2025-09-07", "SF", "SEA", outdoors(61, 8)),
  game("2025-09-07", "LAR", "ARI", domed),
  game("2025-09-14", "LAR", "SF", outdoors(75, 15.5), { week: 2 }),
  game("2025-09-28", "SF", "ARI", domed, { week: 4 }),
  game("2025-10-02", "SEA", "SF", outdoors(-3, null), { week: 5 }),
  game("2025-11-06", "SF", "LAR", unknown, { week: 19, season_type: "postseason" }),
];

const inSummer = ["2025-09-07", "2025-09-14", "2025-09-28", "2025-10-02"];

const api = closedAfterAll(await openPublished(games.flatMap((each) => [each, ...quotesOf(each)])));

async function rowsOf(query: string): Promise<readonly BetRow[]> {
  const { status, body, text } = await api.get(`/v1/bets?sport=nfl&limit=1000&${query}`);
  assert.equal(status, 200, text);
  return body.data;
}

async function trendOf(query: string): Promise<readonly TrendRow[]> {
  const { status, body, text } = await api.get(`/v1/trends?sport=nfl&${query}`);
  assert.equal(status, 200, text);
  return body.data;
}

/** The slate dates of the games that have such bets. */
async function datesOf(query: string): Promise<readonly string[]> {
  const dates = (await rowsOf(`season=2025&${query}`)).map(({ game_date: date }) => date);
  const [{ bets = -1 } = {}] = await trendOf(`season=2025&${query}`);
  assert.equal(bets, dates.length, query);
  return [...new Set(dates)];
}

test("[A-12] on has the bets on a team, home and away, and narrows a list as team does", async () => {
  const rows = await rowsOf("on=sf&bet_type=spread");
  assert.deepEqual(
    rows.map(({ side_team, selection, home }) => [side_team, selection, home]),
    games
      .filter(({ home, away }) => [home, away].includes("SF"))
      .map(({ home }) => ["SF", home === "SF" ? "home" : "away", home]),
  );
  const [all] = await trendOf("on=SF&bet_type=spread");
  assert.deepEqual([all?.bets, all?.won, all?.lost], [5, 2, 3]);
  // Team stays "a game of theirs", with the bets on the other side.
  assert.equal((await rowsOf("team=SF&bet_type=spread")).length, 10);
  // Road favorites that are San Francisco, and not those that it met.
  const roads = await rowsOf("team=SF&on=SF&bet_type=spread&selection=away");
  assert.deepEqual([...new Set(roads.map(({ away }) => away))], ["SF"]);
});

/** The rows, and the bets of a trend, are of the games of these days. */
const days: Readonly<Record<string, readonly (readonly [query: string, dates: readonly string[]])[]>> = {
  "[A-12] rest is that of the team that is bet on: none in its first game, the bye counts, the postseason goes on": [
    ["on=SF&rest_min=0", ["2025-09-14", "2025-09-28", "2025-10-02", "2025-11-06"]],
    ["on=SF&rest_min=13&rest_max=20", ["2025-09-28"]],
    ["on=SF&rest_max=4", ["2025-10-02"]],
    ["on=SF&rest_min=35", ["2025-11-06"]],
    // Los Angeles had rested from 14 September; San Francisco's opponents on 28 September from the 7th.
    ["on=SF&opponent_rest_min=21&opponent_rest_max=21", ["2025-09-28"]],
    // A total is on no team.
    ["market=total&rest_min=0", []],
    ["market=total&opponent_rest_max=366", []],
  ],
  "[A-3] the hour of the start is that of the clock in New York, in summer and in winter": [
    ["start_hour_min=14", inSummer],
    ["start_hour_max=13", ["2025-11-06"]],
    ["start_hour_min=14&start_hour_max=14", inSummer],
    ["start_hour_min=15", []],
  ],
  "[A-19] wind, temperature and roof are filters, and what is not known, or is under a roof, matches no bound": [
    ["wind_min=15", ["2025-09-14"]],
    ["wind_max=8", ["2025-09-07"]],
    ["wind_min=0", ["2025-09-07", "2025-09-14"]],
    ["temperature_max=32", ["2025-10-02"]],
    ["temperature_min=-60&temperature_max=-3", ["2025-10-02"]],
    ["temperature_min=61.5", ["2025-09-14"]],
    ["indoor=true&on=ARI", ["2025-09-07", "2025-09-28"]],
    ["indoor=false", ["2025-09-07", "2025-09-14", "2025-10-02"]],
    ["indoor=true&wind_min=0", []],
  ],
};

for (const [promise, cases] of Object.entries(days)) {
  test(promise, async () => {
    for (const [query, dates] of cases) assert.deepEqual(await datesOf(query), dates, query);
  });
}

test("[A-12] a list without a filter names on beside the four", async () => {
  const { body } = await api.get("/v1/bets?sport=nfl&rest_min=3");
  assert.equal(body.error.message, "at least one of season, from/to, team, on or game_id is required");
});
