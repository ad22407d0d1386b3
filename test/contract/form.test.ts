/** Sets by form: what handicappers ask, one request each, and what no game can meet. */
import assert from "node:assert/strict";
import { afterAll, test } from "vitest";
import type { BetRow } from "../../src/contract/lists/bets.ts";
import type { TeamGameRow } from "../../src/contract/lists/team-games.ts";
import { openApi } from "../support/api.ts";
import { denseSeasons } from "../support/dense-seasons.ts";
import { publishRecords } from "../support/hand-made.ts";

const api = await openApi();
afterAll(() => api[Symbol.asyncDispose]());
await publishRecords(api, denseSeasons());

async function rowsOf<Row>(path: string): Promise<readonly Row[]> {
  const { status, body, text } = await api.get(`/v1/${path}&limit=1000`);
  assert.equal(status, 200, text);
  return body.data;
}

const teamGames = new Map<string, TeamGameRow>();
for (const sport of ["nfl", "mlb"]) {
  for (const season of [2024, 2025]) {
    const rows = await rowsOf<TeamGameRow>(`team_games?sport=${sport}&season=${season}`);
    for (const row of rows) teamGames.set(`${row.game_id} ${row.team}`, row);
  }
}

/** The bets of a question, each with the row of the team that is bet on; of a total, with that of the home team. */
async function asked(query: string): Promise<readonly (readonly [BetRow, TeamGameRow])[]> {
  const bets = await rowsOf<BetRow>(`bets?${query}&from=2024-01-01`);
  assert.ok(bets.length > 0, query);
  const [trend] = await rowsOf<{ bets: number }>(`trends?${query}`);
  assert.equal(trend?.bets, bets.length, query);
  return bets.map((bet) => [bet, teamGames.get(`${bet.game_id} ${bet.side_team ?? bet.home}`) as TeamGameRow]);
}

test("seven questions of handicappers are one request each, and every bet is one that was asked for", async () => {
  for (const [bet, row] of await asked("sport=nfl&bet_type=spread&selection=away&role=favorite&rest_min=7")) {
    assert.ok(bet.selection === "away" && row.role === "favorite" && (row.rest ?? 0) >= 7);
  }
  for (const [, row] of await asked(
    "sport=nfl&bet_type=spread&selection=home&role=underdog&team_last_margin_max=-14",
  )) {
    assert.ok(row.side === "home" && (row.last?.margin ?? 0) <= -14);
  }
  for (const [bet, row] of await asked("sport=nfl&bet_type=spread&role=favorite&team_streak_min=4")) {
    assert.ok(bet.role === "favorite" && (row.before.streak ?? 0) >= 4);
  }
  for (const [bet] of await asked("sport=nfl&bet_type=total&selection=under&week_min=11"))
    assert.ok((bet.week ?? 0) >= 11);
  for (const [, row] of await asked("sport=nfl&bet_type=spread&same_division=true&meeting=rematch")) {
    assert.ok(row.meetings > 0);
  }
  for (const [, row] of await asked("sport=mlb&bet_type=run_line&rest_max=1")) assert.ok((row.rest ?? 9) <= 1);
  for (const [bet] of await asked("sport=nfl&bet_type=total&selection=over&both_total_streak_max=-2")) {
    for (const team of [bet.home, bet.away]) {
      assert.ok((teamGames.get(`${bet.game_id} ${team}`)?.before.total_streak ?? 0) <= -2);
    }
  }
});

test("team_games with a team has the rows of that team alone, in JSON and in CSV", async () => {
  const rows = await rowsOf<TeamGameRow>("team_games?sport=nfl&team=sf");
  assert.equal(rows.length, 28);
  assert.ok(rows.every(({ team }) => team === "SF"));
  const { text } = await api.get("/v1/team_games?sport=nfl&team=SF&format=csv&limit=1000");
  assert.equal(text.split("\r\n").length - 2, rows.length);
  const [header = "", first = ""] = text.split("\r\n");
  assert.match(header, /before\.win_share.*last_meeting\.margin/);
  assert.ok(first.startsWith(rows[0]?.game_id ?? "-"));
});

test("the ETag of a team's games, and of sets by the last meeting, follows from the season before as well", async () => {
  const etagOf = async (path: string) => String((await api.get(path)).headers.etag);
  const paths = [
    "/v1/team_games?sport=nfl&season=2025",
    "/v1/bets?sport=nfl&season=2025&meeting_last=lost",
    "/v1/bets?sport=nfl&season=2025&team_last=lost",
  ];
  const before = await Promise.all(paths.map(etagOf));
  const [changed] = denseSeasons().filter((record) => record.type === "game");
  assert.equal(changed?.season, 2024);
  await publishRecords(api, [{ ...changed, home_score: (changed.home_score ?? 0) + 1 }]);
  const after = await Promise.all(paths.map(etagOf));
  assert.deepEqual(
    paths.filter((_, place) => before[place] !== after[place]),
    paths.slice(0, 2),
  );
});

test("[A-17] filters that contradict each other, or ask for what a sport or a bet has not, match nothing", async () => {
  const nothing = [
    "team_last=won&team_streak_max=-1",
    "team_streak_min=3&team_last_margin_max=-1",
    "team_last=won&both_last=lost",
    "opponent_streak_min=5&both_streak_max=3",
    "either_streak_min=3&either_streak_max=1",
    "week_min=12&week_max=11",
    "week=3&week_min=4",
    "same_division=true&division=AFC+East&conference=NFC",
    "bet_type=total&team_last=won",
    "bet_type=total&meeting_last=won",
    "team_starter=Bob",
    "either_starter_hand=L",
    "min_price=-110&max_price=-120",
    "min_line=3&max_line=2.5",
    "start_hour_min=20&start_hour_max=1",
    "home_rest_min=7&home_rest_max=6",
    "rest_min=8&rest_max=7",
    "wind_min=20&wind_max=10",
    "temperature_min=40&temperature_max=32",
  ];
  for (const query of nothing) {
    const bets = await api.get(`/v1/bets?sport=nfl&season=2025&${query}`);
    assert.deepEqual([bets.status, bets.body.data], [200, []], query);
    const trend = await api.get(`/v1/trends?sport=nfl&season=2025&${query}`);
    assert.deepEqual([trend.status, trend.body.data[0].bets], [200, 0], query);
  }
});
