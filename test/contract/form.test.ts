/** Sets by form: what handicappers ask, one request each, and what is refused with the nearest right filter. */
import assert from "node:assert/strict";
import { afterAll, test } from "vitest";
import type { BetRow } from "../../src/contract/lists/bets.ts";
import type { TeamGameRow } from "../../src/contract/lists/team-games.ts";
import { openApi } from "../support/api.ts";
import { denseSeasons } from "../support/dense-seasons.ts";
import { publishRecords } from "../support/hand-made.ts";
import { assertInvalid } from "../support/refusals.ts";

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

test("filters that contradict each other, or ask a total for its team, are 400 with the nearest right one", async () => {
  const wrong: readonly (readonly [query: string, param: string, message: RegExp])[] = [
    ["bet_type=total&team_last=won", "team_last", /a total is on neither: ask with either_last or both_last/],
    [
      "selection=over&market=total&opponent_streak_min=2",
      "opponent_streak_min",
      /either_streak_min or both_streak_min/,
    ],
    ["bet_type=total&meeting_last=won", "meeting_last", /over or under can be asked of it/],
    ["team_last=won&team_streak_max=-1", "team_streak_max", /contradict each other.*team_streak_min\?/],
    [
      "team_last=lost&team_last_margin_min=3",
      "team_last_margin_min",
      /is below 0; did you mean team_last_margin_max\?/,
    ],
    ["both_last=under&both_total_streak_min=1", "both_total_streak_min", /both_total_streak_max\?/],
    [
      "team_streak_min=3&team_last_margin_max=-1",
      "team_last_margin_max",
      /above 0; did you mean team_last_margin_min\?/,
    ],
    [
      "team_streak_max=0&team_last_margin_min=1",
      "team_last_margin_min",
      /0 or less; did you mean team_last_margin_max\?/,
    ],
    ["team_win_share_min=1&team_streak_max=-1", "team_win_share_min", /below 1; did you mean team_win_share_max\?/],
    [
      "opponent_win_share_max=0&opponent_last=won",
      "opponent_win_share_max",
      /above 0; did you mean opponent_win_share_min/,
    ],
    ["team_last=won&both_last=lost", "both_last", /contradict each other: leave one of them out/],
    ["either_last_role=favorite&both_last_role=underdog", "both_last_role", /leave one of them out/],
    [
      "both_last=covered&team_ats_streak_max=-2",
      "team_ats_streak_max",
      /1 or more; did you mean team_ats_streak_min\?/,
    ],
    ["opponent_streak_min=5&both_streak_max=3", "opponent_streak_min", /contradict each other: no number is both/],
    ["team_starter=Bob", "team_starter", /only of mlb the pitcher and of nhl the goalie/],
    ["either_starter_hand=L", "either_starter_hand", /no starter is known/],
    ["either_streak_min=3&either_streak_max=1", "either_streak_min", /3 is greater than 1/],
    ["week_min=12&week_max=11", "week_min", /12 is greater than 11/],
    ["week=3&week_min=2", "week", /leave it out, or week_min/],
    ["team_last=win", "team_last", /did you mean won\?/],
    ["team_win_share_min=60", "team_win_share_min", /did you mean 0.6\?/],
    ["meeting=second", "meeting", /did you mean rematch\?/],
    ["same_division=yes", "same_division", /did you mean true\?/],
    ["same_division=true&division=NFC+West", "same_division", /leave one of them out/],
    ["team_steak_min=3", "team_steak_min", /did you mean team_streak_min\?/],
    ["team_starter_hand=left", "team_starter_hand", /did you mean L\?/],
    ["team_starter=%3Cb%3E", "team_starter", /a name or an id/],
    ["team_streak_min=3.5", "team_streak_min", /-400 to 400/],
  ];
  for (const path of ["bets", "trends"]) {
    for (const [query, param, message] of wrong) {
      const answer = await api.get(`/v1/${path}?sport=nfl&season=2025&${query}`);
      assertInvalid(answer, param, query);
      assert.match(answer.body.error.message, message);
    }
  }
  const college = await api.get("/v1/bets?sport=ncaaf&season=2025&same_division=true");
  assert.match(college.body.error.message, /ncaaf has no divisions; did you mean same_conference\?/);
});
