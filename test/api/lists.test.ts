import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { Game, GameDetail, OddsRow, SeasonRow, SportRow, TeamRow } from "../../src/archive/shapes.ts";
import { openApi, send } from "../support/api.ts";
import { extras, gameOf, idOf, oddsOf } from "../support/archive.ts";
import { league } from "../support/league.ts";

const api = await openApi(league);
after(() => api[Symbol.asyncDispose]());

async function rowsOf(url: string): Promise<Record<string, unknown>[]> {
  const { status, body, text } = await api.get(url);
  assert.equal(status, 200, text);
  return body.data;
}

async function idsOf(url: string): Promise<unknown[]> {
  return (await rowsOf(url)).map((row) => row.game_id);
}

/** Ids of the league's games in API order, worked out the plain way. */
function expectedIds(keep: (game: (typeof league)[number]) => boolean): string[] {
  return league
    .filter(keep)
    .map((game) => [game.start, idOf(game)] as const)
    .sort(([a, idA], [b, idB]) => (a === b ? (idA < idB ? -1 : 1) : a < b ? -1 : 1))
    .map(([, id]) => id);
}

for (const [url, shape] of [
  ["/v1/sports", SportRow],
  ["/v1/teams?sport=nfl", TeamRow],
  ["/v1/seasons?sport=nfl", SeasonRow],
  ["/v1/games?sport=nfl", Game],
  ["/v1/games?sport=nba", Game],
  ["/v1/odds?sport=nfl&season=2024", OddsRow],
] as const satisfies readonly (readonly [string, TSchema])[]) {
  test(`${url} answers the list envelope of rows in their declared shape`, async () => {
    const { status, headers, body } = await api.get(url);
    assert.equal(status, 200);
    assert.equal(headers["content-type"], "application/json; charset=utf-8");
    assert.deepEqual(Object.keys(body), ["data", "next_cursor", "meta"]);
    assert.deepEqual(Object.keys(body.meta), ["count", "request_id"]);
    assert.equal(body.meta.count, body.data.length);
    assert.ok(body.data.length > 0);
    const check = Compile(shape);
    for (const row of body.data) assert.deepEqual(check.Errors(row), [], JSON.stringify(row));
  });
}

test("sports lists all five, also those without a season, with their seasons from the oldest", async () => {
  const rows = await rowsOf("/v1/sports");
  assert.deepEqual(
    rows.map((row) => row.sport),
    ["mlb", "nfl", "ncaaf", "nba", "nhl"],
  );
  const [, nfl, , , nhl] = rows;
  assert.equal(nfl?.teams, 32);
  assert.equal(nfl?.last_completed_game, "2024-11-25");
  assert.deepEqual(
    ((nfl?.seasons ?? []) as { season: number }[]).map(({ season }) => season),
    [2023, 2024],
  );
  assert.deepEqual([nhl?.seasons, nhl?.last_completed_game], [[], null]);
});

test("teams come by team id, seasons by season", async () => {
  const ids = (await rowsOf("/v1/teams?sport=mlb")).map((row) => row.team_id as number);
  assert.deepEqual(
    ids,
    ids.toSorted((a, b) => a - b),
  );
  assert.equal(ids.length, 30);
  assert.deepEqual(
    (await rowsOf("/v1/seasons?sport=nfl")).map((row) => row.season),
    [2023, 2024],
  );
});

test("games come by start, then id, as they were rendered", async () => {
  const rows = await rowsOf("/v1/games?sport=nfl");
  assert.deepEqual(
    rows.map((row) => row.game_id),
    expectedIds(({ sport }) => sport === "nfl"),
  );
  const rendered = new Map(league.map((game) => [idOf(game), gameOf(game)]));
  for (const row of rows) assert.deepEqual(row, rendered.get(row.game_id as string));
});

test("odds come by start, game id and book id, as they were rendered", async () => {
  const rows = await rowsOf("/v1/odds?sport=nfl&season=2023");
  const expected = expectedIds(({ sport, season }) => sport === "nfl" && season === 2023).flatMap((id) => {
    const game = league.find((each) => idOf(each) === id);
    return Object.entries(game?.books ?? {}).map(([book, priced]) => game && oddsOf(game, Number(book), priced));
  });
  assert.deepEqual(rows, expected);
});

test("both games of a doubleheader are listed, the first one first", async () => {
  assert.deepEqual(await idsOf("/v1/games?sport=mlb"), ["MLB-20240704-NYY-BOS", "MLB-20240704-NYY-BOS-2"]);
});

test("season, week and season_type narrow the games", async () => {
  const nfl = (keep: (game: (typeof league)[number]) => boolean) =>
    expectedIds((game) => game.sport === "nfl" && keep(game));
  assert.deepEqual(
    await idsOf("/v1/games?sport=nfl&season=2023"),
    nfl((game) => game.season === 2023),
  );
  assert.deepEqual(
    await idsOf("/v1/games?sport=nfl&week=2"),
    nfl((game) => game.week === 2),
  );
  assert.deepEqual(
    await idsOf("/v1/games?sport=nfl&season_type=postseason"),
    nfl((game) => game.week === 19),
  );
  assert.deepEqual(
    await idsOf("/v1/games?sport=nfl&season_type=regular"),
    nfl((game) => game.week !== 19),
  );
  assert.deepEqual(
    await idsOf("/v1/games?sport=nfl&season_type=all"),
    nfl(() => true),
  );
});

test("from and to are inclusive and go by the slate date, not the start", async () => {
  assert.deepEqual(await idsOf("/v1/games?sport=nba&from=2024-01-10&to=2024-01-10"), ["NBA-20240110-BOS-LAL"]);
  assert.deepEqual(await idsOf("/v1/games?sport=nba&from=2024-01-11"), []);
  assert.deepEqual(await idsOf("/v1/games?sport=nba&to=2024-01-09"), []);
});

test("team means home or away, by abbreviation in any case or by id, and joins with home and away", async () => {
  const kc = expectedIds(({ home, away }) => home === "KC" || away === "KC");
  const [team] = (await rowsOf("/v1/teams?sport=nfl")).filter((row) => row.abbreviation === "KC");
  for (const value of ["KC", "kc", team?.team_id])
    assert.deepEqual(await idsOf(`/v1/games?sport=nfl&team=${value}`), kc);
  const kcHome = expectedIds(({ home }) => home === "KC");
  assert.deepEqual(await idsOf("/v1/games?sport=nfl&home=KC"), kcHome);
  assert.deepEqual(await idsOf("/v1/games?sport=nfl&team=KC&home=KC"), kcHome);
  const kcAway = expectedIds(({ away }) => away === "KC");
  assert.deepEqual(await idsOf("/v1/games?sport=nfl&away=kc"), kcAway);
  assert.deepEqual(await idsOf("/v1/games?sport=nfl&home=KC&away=KC"), []);
});

test("a former abbreviation still finds its team", async () => {
  assert.deepEqual((await idsOf("/v1/games?sport=mlb&home=BOS")).length, 2);
  assert.equal((await api.get("/v1/games?sport=nba&team=BRK")).status, 200);
});

test("an unknown but well-formed season, week or game matches nothing", async () => {
  for (const url of [
    "/v1/games?sport=nfl&season=1999",
    "/v1/games?sport=nfl&week=0",
    "/v1/games?sport=nfl&week=44",
    "/v1/games?sport=mlb&week=1",
    "/v1/games?sport=nhl",
    "/v1/odds?sport=nfl&game_id=NFL-20240101-KC-BUF",
    "/v1/odds?sport=nfl&game_id=NBA-20240110-BOS-LAL",
    "/v1/odds?sport=nfl&season=1999",
  ]) {
    const { status, body } = await api.get(url);
    assert.deepEqual([status, body.data, body.next_cursor, body.meta.count], [200, [], null, 0], url);
  }
});

test("odds are narrowed by game, team, dates, books and market", async () => {
  const all = await rowsOf("/v1/odds?sport=nfl&from=2000-01-01&limit=1000");
  const priced = (row: Record<string, unknown>, market: string) =>
    Object.values(row[market] as object).some((value) => value !== null);
  const game = all[5]?.game_id;
  const checks: [string, (row: Record<string, unknown>) => boolean][] = [
    [`game_id=${game}`, (row) => row.game_id === game],
    [`game_id=${String(game).toLowerCase()}`, (row) => row.game_id === game],
    ["team=kc", (row) => row.home === "KC" || row.away === "KC"],
    ["to=2023-11-10", (row) => (row.game_date as string) <= "2023-11-10"],
    ["season=2024&book=fanduel", (row) => (row.game_date as string) > "2024" && row.book === "fanduel"],
    ["from=2000-01-01&book=DraftKings,2,2", (row) => row.book_id === 1 || row.book_id === 2],
    ["from=2000-01-01&book=3", () => false],
    ...["moneyline", "spread", "total", "team_total"].map(
      (market): [string, (row: Record<string, unknown>) => boolean] => [
        `from=2000-01-01&market=${market}`,
        (row) => priced(row, market),
      ],
    ),
  ];
  for (const [query, keep] of checks) {
    assert.deepEqual(await rowsOf(`/v1/odds?sport=nfl&limit=1000&${query}`), all.filter(keep), query);
  }
});

test("a single game answers every field of the list and its details, in any case of its id", async () => {
  const check = Compile(GameDetail);
  for (const id of ["NBA-20240110-BOS-LAL", "nba-20240110-bos-lal", "NBA-20240110-BOS-LAL"]) {
    const { status, body } = await api.get(`/v1/games/${id}`);
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(body), ["data", "meta"]);
    assert.deepEqual(Object.keys(body.meta), ["request_id"]);
    assert.deepEqual(check.Errors(body.data), []);
    const game = league.find(({ sport }) => sport === "nba");
    assert.deepEqual(body.data, { ...(game && gameOf(game)), ...extras });
  }
});

test("HEAD answers like GET without the body", async () => {
  for (const url of [
    "/v1/sports",
    "/v1/games?sport=nfl",
    "/v1/odds?sport=nfl&week=1",
    "/v1/games/NBA-20240110-BOS-LAL",
  ]) {
    const headers = { authorization: `Bearer ${api.key}` };
    const get = await send(api.app, "GET", url, headers);
    const head = await send(api.app, "HEAD", url, headers);
    assert.equal(head.status, get.status);
    assert.equal(head.text, "");
    for (const name of ["content-type", "content-length"]) assert.equal(head.headers[name], get.headers[name], name);
    assert.equal(Number(get.headers["content-length"]), Buffer.byteLength(get.text));
  }
});

test("answers to a good key say that the archive is the sample, and only then", async () => {
  await using sample = await openApi(league, { isSample: true });
  assert.equal((await sample.get("/v1/sports")).headers["x-dataset"], "sample");
  assert.equal((await sample.get("/v1/games")).headers["x-dataset"], "sample");
  assert.equal((await sample.get("/v1/sports", {})).headers["x-dataset"], undefined);
  assert.equal((await api.get("/v1/sports")).headers["x-dataset"], undefined);
});

test("an empty archive answers empty lists", async () => {
  await using empty = await openApi();
  assert.equal((await empty.get("/v1/sports")).body.meta.count, 5);
  assert.deepEqual((await empty.get("/v1/games?sport=nfl")).body.data, []);
});
