/** The single game, from records to answer: periods, order and numbers for every sport [D-1, D-4, D-9, D-10]. */
import assert from "node:assert/strict";
import { afterAll, test } from "vitest";
import type { GameDetail } from "../../src/contract/lists/games.ts";
import { sports } from "../../src/domain/sports.ts";
import type { GameRecord } from "../../src/feed/records.ts";
import { openApi, type TestApi } from "../support/api.ts";
import { finals, finalIds as ids, publishRecords, quotesOf } from "../support/records.ts";
import { sportsByHand } from "../support/sports.ts";

const api = await openApi();
afterAll(() => api[Symbol.asyncDispose]());
const later: GameRecord = { ...finals.nba, home_score: null, away_score: null, line_score: null };
const doubleheader: GameRecord = { ...finals.mlb, game_id: "mlb2", start_time: "2025-07-05T02:40:00Z" };
await publishRecords(api, [
  ...Object.values(finals).flatMap((game) => [game, ...quotesOf(game)]),
  { ...later, game_id: "nba2", game_date: "2026-03-01", start_time: "2026-03-02T00:30:00Z", status: "scheduled" },
  { ...later, game_id: "nba3", game_date: "2026-01-20", start_time: "2026-01-21T00:30:00Z", status: "cancelled" },
  doubleheader,
]);

async function detailOf(id: string, from: TestApi = api): Promise<GameDetail> {
  const { status, body, text } = await from.get(`/v1/games/${id}`);
  assert.equal(status, 200, text);
  return body.data;
}

test("a game is found in any case of its id, and its answer is data and meta with the id of the request alone", async () => {
  for (const id of Object.values(ids)) {
    const { body, headers } = await api.get(`/v1/games/${id.toLowerCase()}`);
    assert.deepEqual(body, { data: await detailOf(id), meta: { request_id: headers["x-request-id"] } });
  }
});

test("a game has every field of its row in the list, and four more", async () => {
  for (const sport of sports) {
    for (const row of (await api.get(`/v1/games?sport=${sport}`)).body.data) {
      const { period_scores: _, weather: __, books: ___, period_odds: ____, ...rest } = await detailOf(row.game_id);
      assert.deepEqual(rest, row);
    }
  }
});

test("A shootout adds one goal to the winner, in score, in totals and in ot; overtime is true for it; only periods that exist have a key [D-9, D-10, D-11]", async () => {
  const game = await detailOf(ids.nhl);
  assert.deepEqual([game.home.score, game.away.score, game.overtime, game.result.margin_home], [3, 2, true, 1]);
  assert.deepEqual(game.period_scores.ot, { home: 1, away: 0 });
  // The total closed at 6.5; 3 and 2 are five.
  assert.equal(game.result.went_over, false);
  for (const sport of sports) {
    const { overtime, period_scores: scores } = await detailOf(ids[sport]);
    assert.deepEqual(scores, sportsByHand[sport].finalPeriods, sport);
    assert.equal(overtime, "ot" in scores, sport);
  }
});

test("Game 1 of a doubleheader keeps the bare game_id; game 2 ends in -2 [D-1]", async () => {
  const { data } = (await api.get("/v1/games?sport=mlb")).body;
  assert.deepEqual(
    data.map((row: GameDetail) => row.game_id),
    [ids.mlb, `${ids.mlb}-2`],
  );
  assert.equal((await detailOf(`${ids.mlb}-2`)).start_time, "2025-07-05T02:40:00.000Z");
});

test("A game not yet final, and a cancelled one, have no row and answer 404 game not found [D-4]", async () => {
  for (const id of ["NBA-20260301-NYK-BOS", "NBA-20260120-NYK-BOS"]) {
    const { status, body } = await api.get(`/v1/games/${id}`);
    assert.deepEqual([status, body.error], [404, { code: "not_found", message: "game not found" }], id);
    assert.deepEqual((await api.get(`/v1/odds?sport=nba&game_id=${id}`)).body.data, []);
  }
  const { data } = (await api.get("/v1/games?sport=nba")).body;
  assert.deepEqual(
    data.map((row: GameDetail) => row.game_id),
    [ids.nba],
  );
});

test("period scores that do not add up are withheld; the game is still published with its final score [D-9]", async () => {
  await using other = await openApi();
  await publishRecords(other, [{ ...finals.nfl, home_score: 25 }]);
  const game = await detailOf(ids.nfl, other);
  assert.deepEqual([game.period_scores, game.home.score, game.away.score], [{}, 25, 20]);
  assert.deepEqual([game.consensus, game.books, game.period_odds], [null, [], []]);
});
