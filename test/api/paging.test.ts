import assert from "node:assert/strict";
import { after, test } from "node:test";
import fc from "fast-check";
import { openApi, walk } from "../support/api.ts";
import { type GameSketch, idOf, publishGames } from "../support/archive.ts";
import { league } from "../support/league.ts";

const api = await openApi(league);
after(() => api[Symbol.asyncDispose]());

const optional = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined });
const team = fc.constantFrom("KC", "BUF", "dal", "NYG", "phi", "SEA");
const date = fc
  .tuple(fc.constantFrom("2023", "2024"), fc.constantFrom("11-05", "11-10", "11-17", "11-25"))
  .map((parts) => parts.join("-"));

function queryOf(values: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return given.map(([name, value]) => `${name}=${value}`).join("&");
}

const gamesQuery = fc
  .record({
    season: optional(fc.constantFrom(2023, 2024, 1999)),
    team: optional(team),
    home: optional(team),
    week: optional(fc.constantFrom(1, 2, 19)),
    season_type: optional(fc.constantFrom("regular", "postseason", "all")),
    from: optional(date),
  })
  .map((values) => `/v1/games?sport=nfl&${queryOf(values)}`);
const oddsQuery = fc
  .record({
    from: fc.constant("2000-01-01"),
    season: optional(fc.constantFrom(2023, 2024)),
    team: optional(team),
    book: optional(fc.constantFrom("fanduel", "1,10", "betmgm")),
    market: optional(fc.constantFrom("moneyline", "spread", "team_total")),
    to: optional(date),
  })
  .map((values) => `/v1/odds?sport=nfl&${queryOf(values)}`);

test("walking any list with any limit meets every row once, in order, and ends on a page that is not empty", async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(gamesQuery, oddsQuery), fc.integer({ min: 1, max: 40 }), async (url, limit) => {
      const whole = (await api.get(`${url}&limit=1000`)).body;
      assert.equal(whole.next_cursor, null);
      const { rows, pages } = await walk(api, url, limit);
      assert.deepEqual(rows, whole.data);
      assert.equal(pages.length, Math.max(1, Math.ceil(rows.length / limit)));
      assert.ok(pages.slice(0, -1).every((count) => count === limit));
    }),
    { numRuns: 150 },
  );
});

test("the default page has 100 rows", async () => {
  const games = Array.from({ length: 101 }, (_, index): GameSketch => {
    const start = new Date(Date.UTC(2024, 3, 1) + index * 86_400_000).toISOString();
    return { sport: "mlb", season: 2024, start, away: "NYY", home: "BOS" };
  });
  await using many = await openApi(games);
  const first = (await many.get("/v1/games?sport=mlb")).body;
  assert.equal(first.meta.count, 100);
  const second = (await many.get(`/v1/games?sport=mlb&cursor=${first.next_cursor}`)).body;
  assert.deepEqual([second.meta.count, second.next_cursor], [1, null]);
});

test("limit may change between pages; the same filters in other words are the same filters", async () => {
  const first = (await api.get("/v1/odds?sport=nfl&season=2023&team=KC&book=1,2&limit=2")).body;
  const rest = (
    await api.get(
      `/v1/odds?format=json&limit=500&book=fanduel,DRAFTKINGS&team=kc&season=2023&sport=nfl&cursor=${first.next_cursor}`,
    )
  ).body;
  const whole = (await api.get("/v1/odds?sport=nfl&season=2023&team=KC&book=1,2&limit=500")).body;
  assert.deepEqual([...first.data, ...rest.data], whole.data);
});

test("a cursor with changed filters, or on another list, is refused", async () => {
  const { next_cursor: cursor } = (await api.get("/v1/games?sport=nfl&season=2023&limit=2")).body;
  for (const url of [
    "/v1/games?sport=nba&season=2023",
    "/v1/games?sport=nfl",
    "/v1/games?sport=nfl&season=2024",
    "/v1/games?sport=nfl&season=2023&team=KC",
    "/v1/games?sport=nfl&season=2023&from=2023-01-01",
    "/v1/games?sport=nfl&season=2023&season_type=regular",
    "/v1/odds?sport=nfl&season=2023",
  ]) {
    const { status, body } = await api.get(`${url}&cursor=${cursor}`);
    assert.deepEqual([status, body.error.code, body.error.param], [400, "invalid_param", "cursor"], url);
  }
  assert.equal((await api.get(`/v1/games?sport=nfl&season=2023&season_type=all&cursor=${cursor}`)).status, 200);
});

test("a cursor changed, cut or lengthened anywhere is refused", async () => {
  const url = "/v1/odds?sport=nfl&season=2023&limit=2";
  const cursor: string = (await api.get(url)).body.next_cursor;
  assert.match(cursor, /^[A-Za-z0-9_-]+$/);
  const damaged = [...cursor].flatMap((character, at) =>
    ["A", "B", "z", "-", "_", "0", "%2B", "%3D", " ", "%C3%A9"]
      .filter((other) => other !== character)
      .map((other) => cursor.slice(0, at) + other + cursor.slice(at + 1)),
  );
  const cut = [...cursor].map((_, at) => cursor.slice(0, at)).filter((text) => text !== "");
  for (const text of [
    ...damaged,
    ...cut,
    `${cursor}A`,
    `${cursor}=`,
    `=${cursor}`,
    cursor + cursor,
    "null",
    "%00",
    "%ff",
  ]) {
    const { status, body } = await api.get(`${url}&cursor=${encodeURI(text).replaceAll("%25", "%")}`);
    assert.deepEqual([status, body?.error?.code, body?.error?.param], [400, "invalid_param", "cursor"], text);
  }
});

test("a publish in the middle of a walk neither skips nor repeats a row", async () => {
  await using live = await openApi(league);
  const url = "/v1/games?sport=nfl&season=2024";
  const before = (await live.get(`${url}&limit=1000`)).body.data.map((row: { game_id: string }) => row.game_id);
  const first = (await live.get(`${url}&limit=4`)).body;
  const snapshot = live.shelf.current;

  // A game comes in before the page's end, its last one goes, and a game comes in after it.
  const season = league.filter((game) => game.sport === "nfl" && game.season === 2024 && idOf(game) !== before[3]);
  const early: GameSketch = { sport: "nfl", season: 2024, start: "2024-11-01T18:00:00.000Z", away: "KC", home: "DAL" };
  const late: GameSketch = { ...early, start: "2024-12-01T18:00:00.000Z" };
  assert.equal(await live.shelf.refresh(), false);
  await publishGames(live.database, [...season, early, late]);
  assert.equal(await live.shelf.refresh(), true);
  assert.equal(await live.shelf.refresh(), false);
  assert.notEqual(live.shelf.current, snapshot);

  const rest = (await live.get(`${url}&limit=1000&cursor=${first.next_cursor}`)).body;
  assert.deepEqual(
    rest.data.map((row: { game_id: string }) => row.game_id),
    [...before.slice(4), idOf(late)],
  );
  assert.equal(rest.next_cursor, null);
});

test("seasons that overlap in time are still walked in order of start", async () => {
  const game = (season: number, start: string): GameSketch => ({
    sport: "nba",
    season,
    start,
    away: "BOS",
    home: "LAL",
  });
  await using mixed = await openApi([
    game(2024, "2024-05-01T00:00:00.000Z"),
    game(2024, "2024-05-03T00:00:00.000Z"),
    game(2024, "2024-05-06T00:00:00.000Z"),
    game(2025, "2024-05-02T00:00:00.000Z"),
    game(2025, "2024-05-04T00:00:00.000Z"),
    game(2025, "2024-05-05T00:00:00.000Z"),
  ]);
  for (const limit of [1, 2, 3, 4, 5, 6]) {
    const { rows } = await walk(mixed, "/v1/games?sport=nba", limit);
    const days = rows.map((row) => (row as { game_date: string }).game_date.slice(-2));
    assert.deepEqual(days, ["01", "02", "03", "04", "05", "06"]);
  }
});
