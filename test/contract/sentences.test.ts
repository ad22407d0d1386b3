/** Sentences of the specification that no other test holds: from feed records to what a caller is answered. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "vitest";
import type { AccessTables } from "../../src/access/tables.ts";
import type { Game, GameDetail } from "../../src/contract/lists/games.ts";
import { tablesOf } from "../../src/database/engine.ts";
import { sports } from "../../src/domain/sports.ts";
import type { GameRecord } from "../../src/feed/records.ts";
import { closedAfterAll, openApi, openPublished, type TestApi } from "../support/api.ts";
import { finals, gameRecord, finalIds as ids, publishRecords, quotesOf } from "../support/records.ts";
import { sportsByHand } from "../support/sports.ts";

const unplayed = { home_score: null, away_score: null, line_score: null, overtime: null } as const;

async function gamesOf(api: TestApi, sport = "nba"): Promise<Game[]> {
  return (await api.get(`/v1/games?sport=${sport}`)).body.data;
}

const datesAndStarts = (games: readonly Game[]) => games.map((game) => [game.game_id, game.game_date, game.start_time]);

const mlb = {
  sport: "mlb",
  season: 2025,
  game_date: "2025-06-01",
  start_time: "2025-06-01T17:00:00Z",
  home: "BOS",
  away: "NYY",
  line_score: null,
  overtime: null,
} as const;

test("a provider's official date wins over the date of the start, which says the slate date where there is none [D-3]", async () => {
  await using api = await openPublished([
    // 04:30 in New York: by its start alone it would be of the 12th.
    gameRecord({ game_date: "2025-01-11", start_time: "2025-01-12T09:30:00Z" }),
    // 00:30 in New York on the 11th, a start that belongs to the day before.
    gameRecord({ game_id: "g2", home: "MIA", game_date: null, start_time: "2025-01-11T05:30:00Z" }),
  ]);
  assert.deepEqual(datesAndStarts(await gamesOf(api)), [
    ["NBA-20250110-NYK-MIA", "2025-01-10", "2025-01-11T05:30:00.000Z"],
    ["NBA-20250111-NYK-BOS", "2025-01-11", "2025-01-12T09:30:00.000Z"],
  ]);
});

test("a postponed game that never began is dated when it is played [D-4]", async () => {
  await using api = await openApi();
  await publishRecords(api, [gameRecord({ ...mlb, ...unplayed, status: "postponed" })]);
  assert.deepEqual(await gamesOf(api, "mlb"), []);
  await publishRecords(api, [gameRecord({ ...mlb, game_date: "2025-07-20", start_time: "2025-07-20T17:00:00Z" })]);
  assert.deepEqual(datesAndStarts(await gamesOf(api, "mlb")), [
    ["MLB-20250720-NYY-BOS", "2025-07-20", "2025-07-20T17:00:00.000Z"],
  ]);
  assert.equal((await api.get("/v1/games/MLB-20250601-NYY-BOS")).status, 404);
});

test("a malformed key is refused without a look-up, and of a key only its SHA-256 is kept [D-41]", async () => {
  await using api = await openApi();
  const kept = await tablesOf<AccessTables>(api.access.kysely).selectFrom("account_keys").selectAll().execute();
  assert.deepEqual(
    kept.map(({ secret_hash }) => secret_hash),
    [createHash("sha256").update(api.key).digest("hex")],
  );
  assert.ok(!JSON.stringify(kept).includes(api.key.slice(12, -4)));
  // Without its table, a look-up is a fault.
  await api.access.kysely.schema.alterTable("account_keys").renameTo("away").execute();
  assert.equal((await api.get("/v1/sports")).status, 503);
  assert.equal((await api.get("/v1/sports", { "x-api-key": `${api.key}x` })).status, 401);
});

/** The single game: periods, order and numbers for every sport [D-1, D-4, D-9, D-10]. */
const later: GameRecord = { ...finals.nba, home_score: null, away_score: null, line_score: null };
const api = closedAfterAll(
  await openPublished([
    ...Object.values(finals).flatMap((game) => [game, ...quotesOf(game)]),
    { ...later, game_id: "nba2", game_date: "2026-03-01", start_time: "2026-03-02T00:30:00Z", status: "scheduled" },
    { ...later, game_id: "nba3", game_date: "2026-01-20", start_time: "2026-01-21T00:30:00Z", status: "cancelled" },
  ]),
);

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
