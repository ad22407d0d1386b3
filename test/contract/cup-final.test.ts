/** The final of the NBA Cup counts in no record of a team, and every other game of the Cup does [D-6, A-17]. */
import assert from "node:assert/strict";
import { afterAll, test } from "vitest";
import type { TeamGameRow } from "../../src/contract/lists/team-games.ts";
import { openApi } from "../support/api.ts";
import { publishRecords } from "../support/hand-made.ts";
import { gameRecord } from "../support/records.ts";

function played(date: string, away: string, home: string, score: readonly [number, number], neutral_site = false) {
  const season = Number(date.slice(0, 4)) + (date.slice(5, 7) > "06" ? 1 : 0);
  const [away_score, home_score] = score;
  return gameRecord({
    ...{ game_id: `${date} ${away}`, season, game_date: date, away, home, away_score, home_score, neutral_site },
    ...{ start_time: `${date}T23:00:00Z`, line_score: null, venue: null },
  });
}

const api = await openApi();
afterAll(() => api[Symbol.asyncDispose]());
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

async function rowOf(gameId: string, team: string): Promise<TeamGameRow> {
  const { body, status } = await api.get(`/v1/team_games?sport=nba&game_id=${gameId}&team=${team}`);
  assert.equal(status, 200);
  return body.data[0];
}

const recordOf = ({ before }: TeamGameRow) => [before.games, before.won, before.lost, before.win_share, before.streak];

test("the Cup final is in no record and no streak of either team, and is no last game", async () => {
  const winner = await rowOf("NBA-20251218-NYK-IND", "NYK");
  assert.deepEqual(recordOf(winner), [2, 2, 0, 1, 2]);
  assert.equal(winner.last?.game_id, "NBA-20251213-NYK-ORL");
  const loser = await rowOf("NBA-20251219-SAS-ATL", "SAS");
  assert.deepEqual(recordOf(loser), [1, 1, 0, 1, 1]);
});

test("rest and meetings count it, because it was played", async () => {
  assert.equal((await rowOf("NBA-20251218-NYK-IND", "NYK")).rest, 2);
  const again = await rowOf("NBA-20260301-SAS-NYK", "NYK");
  assert.equal(again.meetings, 1);
  assert.equal(again.last_meeting?.game_id, "NBA-20251216-NYK-SAS");
});

test("the final itself has the records before it, and stays a regular game", async () => {
  const final = await rowOf("NBA-20251216-NYK-SAS", "SAS");
  assert.deepEqual([...recordOf(final), final.season_type], [1, 1, 0, 1, 1, "regular"]);
});

test("semifinals, neutral games of other months and those before the first Cup count", async () => {
  assert.deepEqual(recordOf(await rowOf("NBA-20260118-MEM-ORL", "ORL")), [2, 1, 1, 0.5, 1]);
  assert.deepEqual(recordOf(await rowOf("NBA-20241215-BOS-CHI", "BOS")), [1, 1, 0, 1, 1]);
  assert.deepEqual(recordOf(await rowOf("NBA-20221220-MIA-ATL", "MIA")), [1, 1, 0, 1, 1]);
});
