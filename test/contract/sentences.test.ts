/** Sentences of the specification that no other test holds: from feed records to what a caller is answered. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "vitest";
import type { AccessTables } from "../../src/access/tables.ts";
import type { Game, GameDetail } from "../../src/contract/lists/games.ts";
import type { OddsRow } from "../../src/contract/lists/odds.ts";
import { tablesOf } from "../../src/database/engine.ts";
import { readOddsApi } from "../../src/feed/providers/the-odds-api.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import { importItems } from "../../src/ledger/import.ts";
import { publish } from "../../src/publish/publish.ts";
import { openApi, type TestApi } from "../support/api.ts";
import { gameRecord, items, quoteRecord } from "../support/records.ts";

const at = "2026-10-28T12:00:00.000Z";
const gameId = "NBA-20250110-NYK-BOS";
const oddsFile = {
  file: "odds.json",
  nowMs: Date.parse(at),
  sport: "nba",
  seenAt: "2025-01-10T16:00:00Z",
} as const;
const unplayed = { home_score: null, away_score: null, line_score: null, overtime: null } as const;

/** Takes these records in, publishes the night and shows it. */
async function night(api: TestApi, taken: readonly FeedItem[]) {
  const imported = await importItems(api.database, taken, at);
  const published = await publish(api.database, { all: false, acceptRemovals: true, publishedAt: at });
  await api.shelf.refresh();
  return { imported, published };
}

async function gamesOf(api: TestApi, sport = "nba"): Promise<Game[]> {
  return (await api.get(`/v1/games?sport=${sport}`)).body.data;
}
async function oddsOf(api: TestApi, sport = "nba"): Promise<OddsRow[]> {
  return (await api.get(`/v1/odds?sport=${sport}&from=2000-01-01`)).body.data;
}
async function detailOf(api: TestApi, id = gameId): Promise<GameDetail> {
  const { status, body } = await api.get(`/v1/games/${id}`);
  assert.equal(status, 200);
  return body.data;
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

test("a provider's official date wins over the date of the start [D-3]", async () => {
  await using api = await openApi();
  // 04:30 in New York: by its start alone it would be of the 12th.
  await night(api, items(gameRecord({ game_date: "2025-01-11", start_time: "2025-01-12T09:30:00Z" })));
  assert.deepEqual(datesAndStarts(await gamesOf(api)), [
    ["NBA-20250111-NYK-BOS", "2025-01-11", "2025-01-12T09:30:00.000Z"],
  ]);
});

test("without an official date the start says the slate date [D-3]", async () => {
  await using api = await openApi();
  // 00:30 in New York on the 11th, a start that belongs to the day before.
  await night(api, items(gameRecord({ game_date: null, start_time: "2025-01-11T05:30:00Z" })));
  assert.deepEqual(datesAndStarts(await gamesOf(api)), [[gameId, "2025-01-10", "2025-01-11T05:30:00.000Z"]]);
});

test("a postponed game that never began is dated when it is played [D-4]", async () => {
  await using api = await openApi();
  await night(api, items(gameRecord({ ...mlb, ...unplayed, status: "postponed" })));
  assert.deepEqual(await gamesOf(api, "mlb"), []);
  await night(api, items(gameRecord({ ...mlb, game_date: "2025-07-20", start_time: "2025-07-20T17:00:00Z" })));
  assert.deepEqual(datesAndStarts(await gamesOf(api, "mlb")), [
    ["MLB-20250720-NYY-BOS", "2025-07-20", "2025-07-20T17:00:00.000Z"],
  ]);
  assert.equal((await api.get("/v1/games/MLB-20250601-NYY-BOS")).status, 404);
});

test("the teams list of ncaaf is the FBS, and an FCS opponent has team_id null [D-8]", async () => {
  await using api = await openApi();
  const college = { sport: "ncaaf", season: 2025, week: 2, line_score: null, overtime: null } as const;
  const date = { game_date: "2025-09-06", start_time: "2025-09-06T23:00:00Z" };
  await night(api, items(gameRecord({ ...college, ...date, home: "ALA", away: "YALE" })));
  const teams: { abbreviation: string; team_id: number }[] = (await api.get("/v1/teams?sport=ncaaf")).body.data;
  assert.ok(teams.length > 130 && teams.every(({ team_id }) => Number.isInteger(team_id)));
  assert.ok(!teams.some(({ abbreviation }) => abbreviation === "YALE"));
  const [game] = await gamesOf(api, "ncaaf");
  assert.deepEqual([game?.away.team_id, game?.away.abbreviation], [null, "YALE"]);
  assert.match(game?.away.name ?? "", /Yale/);
  assert.equal(game?.home.team_id, teams.find(({ abbreviation }) => abbreviation === "ALA")?.team_id);
});

test("every quote that D-13 refuses is counted and reported, and changes nothing [D-13]", async () => {
  await using api = await openApi();
  const [boston, newYork, late] = ["Boston Celtics", "New York Knicks", "2025-01-11T00:30:00Z"];
  const market = (key: string, outcomes: readonly object[], last_update = "2025-01-10T15:00:00Z") => {
    return { key, last_update, outcomes };
  };
  const sides = (home: object, away: object) => [
    { name: boston, price: -110, ...home },
    { name: newYork, price: -110, ...away },
  ];
  const refused: readonly (readonly [reason: string, market: object])[] = [
    ["at-or-after-start", market("spreads", sides({ point: -9 }, { point: 9 }), late)],
    ["price", market("h2h", sides({ price: -150 }, { price: 99 }))],
    ["spread-not-mirrored", market("spreads", sides({ point: -3 }, { point: -3 }))],
    [
      "total-sides-differ",
      market("totals", [
        { name: "Over", price: -110, point: 220 },
        { name: "Under", price: -110, point: 221 },
      ]),
    ],
    ["other-market", market("h2h_3_way", sides({}, {}))],
    ["other-market", market("h2h_60_minutes", sides({}, {}))],
    ["other-market", market("h2h_lay", sides({}, {}))],
    ["other-market", market("alternate_spreads", sides({ point: -4 }, { point: 4 }))],
    ["not-the-teams", market("h2h", sides({}, { name: "Miami Heat" }))],
  ];
  const event = {
    id: "e1",
    sport_key: "basketball_nba",
    commence_time: "2025-01-11T00:30:00Z",
    home_team: boston,
    away_team: newYork,
    bookmakers: [{ key: "draftkings", title: "DraftKings", markets: refused.map(([, given]) => given) }],
  };
  await night(api, items(gameRecord(), quoteRecord()));
  const [before] = await oddsOf(api);
  const read = readOddsApi([event], oddsFile);
  const { imported } = await night(api, [...read]);
  assert.equal(imported.refusedCount, refused.length);
  const counts = Object.entries(imported.refused).map(([reason, each]) => [reason, each?.count]);
  assert.deepEqual(
    counts.sort(),
    [...Map.groupBy(refused, ([reason]) => reason)].map(([reason, list]) => [reason, list.length]).sort(),
  );
  assert.deepEqual(await oddsOf(api), [before]);
});

test("a book that posted only a period has no odds row, one full-game market makes one [D-24]", async () => {
  await using api = await openApi();
  const half = { ...quoteRecord({ period: "1h", line: -2.5 }) };
  const moneyline = { market: "moneyline", line: null, home_odds: -200, away_odds: 170 } as const;
  await night(api, items(gameRecord(), half, quoteRecord({ ...moneyline, book: "fanduel" })));
  assert.deepEqual(
    (await oddsOf(api)).map(({ book }) => book),
    ["fanduel"],
  );
  assert.deepEqual(
    (await detailOf(api)).period_odds.map(({ book }) => book),
    ["draftkings"],
  );
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
