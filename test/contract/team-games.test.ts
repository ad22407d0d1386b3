/** Which games count in the record of a team: the Cup final does not, and a suspended game does from the day on which it ended. */
import assert from "node:assert/strict";
import { describe, test } from "vitest";
import type { TeamGameRow } from "../../src/contract/lists/team-games.ts";
import { closedAfterAll, openApi, openPublished, type TestApi } from "../support/api.ts";
import { denseSeasons } from "../support/dense-seasons.ts";
import { gameRecord, publishRecords } from "../support/records.ts";

const api = closedAfterAll(await openApi());

async function rowsOf(query: string, from: TestApi = api): Promise<readonly TeamGameRow[]> {
  const { status, body, text } = await from.get(`/v1/team_games?${query}`);
  assert.equal(status, 200, text);
  return body.data;
}

describe("the final of the NBA Cup counts in no record of a team, and every other game of the Cup does [D-6, A-17]", async () => {
  function played(date: string, away: string, home: string, score: readonly [number, number], neutral_site = false) {
    const season = Number(date.slice(0, 4)) + (date.slice(5, 7) > "06" ? 1 : 0);
    const [away_score, home_score] = score;
    return gameRecord({
      ...{ game_id: `${date} ${away}`, season, game_date: date, away, home, away_score, home_score, neutral_site },
      ...{ start_time: `${date}T23:00:00Z`, line_score: null, venue: null },
    });
  }
  await publishRecords(api, [
    // Before there was the Cup, a neutral game in December was one as any other.
    played("2022-12-17", "MIA", "SAS", [111, 101], true),
    played("2022-12-20", "MIA", "ATL", [99, 95]),
    // Two semifinals on one day, and the final; a neutral game of January is none.
    played("2025-12-12", "UTA", "NYK", [101, 120]),
    played("2025-12-13", "NYK", "ORL", [132, 120], true),
    played("2025-12-13", "SAS", "OKC", [111, 109], true),
    played("2025-12-16", "NYK", "SAS", [124, 113], true),
    played("2025-12-18", "NYK", "IND", [114, 113]),
    played("2025-12-19", "SAS", "ATL", [126, 98]),
    played("2026-01-15", "ORL", "MEM", [118, 111], true),
    played("2026-01-18", "MEM", "ORL", [126, 109]),
    played("2026-03-01", "SAS", "NYK", [89, 114]),
    // Semifinals without a final yet.
    played("2024-12-12", "BOS", "DET", [101, 99], true),
    played("2024-12-12", "DEN", "HOU", [101, 99], true),
    played("2024-12-15", "BOS", "CHI", [101, 99]),
  ]);

  for (const [what, id, team, record] of [
    ["the next game of its winner", "NBA-20251218-NYK-IND", "NYK", [2, 2, 0, 1, 2]],
    ["the next game of its loser", "NBA-20251219-SAS-ATL", "SAS", [1, 1, 0, 1, 1]],
    ["the final itself", "NBA-20251216-NYK-SAS", "SAS", [1, 1, 0, 1, 1]],
    ["a neutral game of another month", "NBA-20260118-MEM-ORL", "ORL", [2, 1, 1, 0.5, 1]],
    ["a semifinal without a final", "NBA-20241215-BOS-CHI", "BOS", [1, 1, 0, 1, 1]],
    ["a neutral December before the first Cup", "NBA-20221220-MIA-ATL", "MIA", [1, 1, 0, 1, 1]],
  ] as const) {
    test(`the record before a game: ${what}`, async () => {
      const [row] = await rowsOf(`sport=nba&game_id=${id}&team=${team}`);
      const { games, won, lost, win_share, streak } = row?.before ?? assert.fail();
      assert.deepEqual([games, won, lost, win_share, streak, row?.season_type], [...record, "regular"]);
    });
  }

  test("rest and meetings count it, because it was played; it is nobody's last game", async () => {
    const [next] = await rowsOf("sport=nba&game_id=NBA-20251218-NYK-IND&team=NYK");
    assert.deepEqual([next?.rest, next?.last?.game_id], [2, "NBA-20251213-NYK-ORL"]);
    const [again] = await rowsOf("sport=nba&game_id=NBA-20260301-SAS-NYK&team=NYK");
    assert.deepEqual([again?.meetings, again?.last_meeting?.game_id], [1, "NBA-20251216-NYK-SAS"]);
  });
});

test("a suspended game is unknown to the game of the next day, and the last one of the day on which it went on", async () => {
  await using other = await openApi();
  const game = (date: string, more: Parameters<typeof gameRecord>[0] = {}) =>
    gameRecord({
      ...{ sport: "mlb", season: 2025, game_id: date, game_date: date, start_time: `${date}T23:00:00Z` },
      ...{ home: "PIT", away: "MIL", home_score: 2, away_score: 5, line_score: null, venue: null, ...more },
    });
  const none = { home_score: null, away_score: null, overtime: null } as const;
  const begun = game("2025-07-10", { ...none, status: "suspended" });
  // The provider states the end under the same id, on the day on which the game went on.
  const ended = { ...begun, ...game("2025-07-12"), game_id: begun.game_id, start_time: "2025-07-12T17:00:00Z" };
  await publishRecords(other, [begun, ended, game("2025-07-11"), game("2025-07-12")]);
  const rows = await rowsOf("sport=mlb&season=2025&team=MIL", other);
  assert.deepEqual(
    rows.map(({ game_date, before, meetings, last, rest }) => [
      ...[game_date, before.games, before.streak, meetings, last?.game_date ?? null, rest],
    ]),
    [
      ["2025-07-10", 0, null, 0, null, null],
      ["2025-07-11", 0, null, 0, null, 1],
      ["2025-07-12", 2, 2, 2, "2025-07-10", 1],
    ],
  );
});

const dense = closedAfterAll(await openPublished(denseSeasons()));

test("the ETag of a team's games, and of sets by the last meeting, follows from the season before as well", async () => {
  const paths = ["team_games?", "bets?meeting_last=lost&", "bets?team_last=lost&"];
  const tagsOf = () =>
    Promise.all(paths.map(async (path) => (await dense.get(`/v1/${path}sport=nfl&season=2025`)).headers.etag));
  const before = await tagsOf();
  const [changed] = denseSeasons().filter((record) => record.type === "game");
  assert.equal(changed?.season, 2024);
  await publishRecords(dense, [{ ...changed, home_score: (changed.home_score ?? 0) + 1 }]);
  const after = await tagsOf();
  assert.deepEqual(
    before.map((tag, place) => tag === after[place]),
    [false, false, true],
  );
});
