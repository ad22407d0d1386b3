/** A bettor's ten questions, typed as they would be said: the API's bets for what was understood are those that were meant. */
import assert from "node:assert/strict";
import { afterAll, test } from "vitest";
import type { BetRow } from "../../src/contract/lists/bets.ts";
import type { GameDetail } from "../../src/contract/lists/games.ts";
import type { TeamGameRow } from "../../src/contract/lists/team-games.ts";
import { teamsOf } from "../../src/domain/teams/registry.ts";
import { understood } from "../../src/web/ask/understood.ts";
import { send } from "../support/api.ts";
import { openSampleApi } from "../support/sample-api.ts";

const api = await openSampleApi();
afterAll(() => api[Symbol.asyncDispose]());
const today = "2026-11-24";

async function rowsOf<Row>(path: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const page: string = cursor === null ? "" : `&cursor=${cursor}`;
    const { status, text, body } = await send(api.app, "GET", `/v1/${path}&limit=1000${page}`, {
      authorization: `Bearer ${api.key}`,
    });
    assert.equal(status, 200, text.slice(0, 300));
    rows.push(...body.data);
    cursor = body.next_cursor;
  } while (cursor !== null);
  return rows;
}

type Seen = {
  readonly bet: BetRow;
  /** Of the team that is bet on, or of the home team; and of its opponent. */
  readonly own: TeamGameRow;
  readonly other: TeamGameRow;
  readonly wind: number | null;
};

/** Every bet of the bet types, of all seasons, with what was known of both teams. */
async function everyBet(sport: string, betTypes: string, needsWind: boolean): Promise<readonly Seen[]> {
  const teamGames = new Map<string, TeamGameRow[]>();
  for (const row of await rowsOf<TeamGameRow>(`team_games?sport=${sport}&from=2022-01-01`)) {
    teamGames.set(row.game_id, [...(teamGames.get(row.game_id) ?? []), row]);
  }
  const winds = new Map<string, number | null>();
  const bets = await rowsOf<BetRow>(`bets?sport=${sport}&bet_type=${betTypes}&from=2022-01-01`);
  const seen: Seen[] = [];
  for (const bet of bets) {
    if (needsWind && !winds.has(bet.game_id)) {
      const headers = { authorization: `Bearer ${api.key}` };
      const { body } = await send(api.app, "GET", `/v1/games/${bet.game_id}`, headers);
      const game = (body as { data: GameDetail }).data;
      winds.set(bet.game_id, game.venue?.indoor === true ? null : (game.weather?.wind_mph ?? null));
    }
    const both = teamGames.get(bet.game_id) ?? [];
    const own = both.find(({ team }) => team === (bet.side_team ?? bet.home)) as TeamGameRow;
    const other = both.find((each) => each !== own) as TeamGameRow;
    seen.push({ bet, own, other, wind: winds.get(bet.game_id) ?? null });
  }
  return seen;
}

const divisions = new Map<string | null, string | null>();

const questions: readonly (readonly [
  said: string,
  sport: string,
  betTypes: string,
  isMeant: (seen: Seen) => boolean,
])[] = [
  [
    "49ers road favorites off a bye",
    "nfl",
    "spread",
    ({ bet, own }) =>
      bet.side_team === "SF" && bet.selection === "away" && bet.role === "favorite" && (own.rest ?? 0) >= 13,
  ],
  [
    "home underdogs after a loss by 14 or more",
    "nfl",
    "spread",
    ({ bet, own }) => bet.selection === "home" && bet.role === "underdog" && (own.last?.margin ?? 0) <= -14,
  ],
  [
    "NBA overs after two straight unders",
    "nba",
    "total",
    ({ bet, own, other }) =>
      bet.selection === "over" && [own, other].every(({ before }) => (before.total_streak ?? 0) <= -2),
  ],
  ["MLB unders in wind", "mlb", "total", ({ bet, wind }) => bet.selection === "under" && (wind ?? 0) >= 15],
  [
    "Cowboys as home dogs since 2026",
    "nfl",
    "spread",
    ({ bet }) => bet.side_team === "DAL" && bet.selection === "home" && bet.role === "underdog" && bet.season >= 2026,
  ],
  [
    "college football road underdogs getting 20 or more",
    "ncaaf",
    "spread",
    ({ bet }) => bet.selection === "away" && bet.role === "underdog" && (bet.close.line ?? 0) >= 20,
  ],
  [
    "NHL teams on a back to back against rested teams",
    "nhl",
    "moneyline",
    ({ own, other }) => own.rest !== null && own.rest <= 1 && (other.rest ?? 0) >= 2,
  ],
  [
    "NFL rematches of division rivals",
    "nfl",
    "spread",
    ({ bet, own }) => own.meetings > 0 && divisions.get(bet.home) === divisions.get(bet.away),
  ],
  [
    "Lakers moneyline on Thursdays",
    "nba",
    "moneyline",
    ({ bet }) => bet.side_team === "LAL" && new Date(bet.game_date).getUTCDay() === 4,
  ],
  [
    "NFL first half unders in the playoffs",
    "nfl",
    "first_half_total",
    ({ bet }) => bet.selection === "under" && bet.season_type === "postseason",
  ],
];

test("ten questions, typed as they would be said, give the bets that were meant and no others", async () => {
  for (const { abbreviation, division } of teamsOf("nfl")) divisions.set(abbreviation, division);
  let withBets = 0;
  for (const [said, sport, betTypes, isMeant] of questions) {
    const {
      sets: [filters = [], ...more],
      left,
    } = understood(said, "nfl", today);
    assert.deepEqual([left, more], [[], []], said);
    const query = new URLSearchParams(filters.map(([name, value]) => [name, value]));
    if (!query.has("from")) query.set("from", "2022-01-01");
    const found = (await rowsOf<BetRow>(`bets?${query}`)).map(idOf);
    const meant = (await everyBet(sport, betTypes, sport === "mlb")).filter(isMeant).map(({ bet }) => idOf(bet));
    assert.deepEqual(found, meant, said);
    if (meant.length > 0) withBets++;
  }
  assert.ok(withBets >= 7, `${withBets} of ten have bets`);
});

function idOf({ game_id: id, bet_type: betType, selection, side_team: team }: BetRow): string {
  return `${id} ${betType} ${selection} ${team}`;
}
