import assert from "node:assert/strict";
import { parse } from "csv-parse/sync";
import { afterAll, test } from "vitest";
import { columnsOf, csvHeader } from "../../src/contract/csv.ts";
import { Game } from "../../src/contract/lists/games.ts";
import { type Answer, openApi } from "../support/api.ts";
import { league } from "../support/league.ts";

const api = await openApi(league);
afterAll(() => api[Symbol.asyncDispose]());
const authorization = `Bearer ${api.key}`;
const get = (url: string, headers: Record<string, string> = {}) => api.get(url, { authorization, ...headers });

const csvType = "text/csv; charset=utf-8; header=present";
const jsonType = "application/json; charset=utf-8";

const moneyline = (at: string) => ["home_open", "home_close", "away_open", "away_close"].map((name) => at + name);
const spread = ["open", "close", "home_juice_open", "home_juice_close", "away_juice_open", "away_juice_close"];
const side = ["team_id", "abbreviation", "name", "score"];
const under = (at: string, names: readonly string[]) => names.map((name) => `${at}.${name}`);

/** As the tables of service.md have them. */
const columns = {
  games: [
    ...["game_id", "sport", "season", "season_type", "week", "game_date", "start_time", "status"],
    ...[...under("home", side), ...under("away", side), "neutral_site", "overtime"],
    ...[...under("venue", ["venue_id", "name", "city", "indoor"]), "referee"],
    ...under("result", ["margin_home", "home_covered", "went_over", "favorite"]),
    ...[...moneyline("consensus.moneyline."), ...under("consensus.spread", spread)],
    ...under("consensus.total", ["open", "close", "over_juice_close", "under_juice_close"]),
  ],
  odds: [
    ...["game_id", "sport", "game_date", "start_time", "home", "away", "book_id", "book", "book_name"],
    ...[...moneyline("moneyline."), ...under("spread", spread)],
    ...under("total", ["open", "close"]),
    ...under("total", ["over_juice_open", "over_juice_close", "under_juice_open", "under_juice_close"]),
    ...under("team_total", ["home_open", "home_close", "away_open", "away_close"]),
    ...under("team_total", ["home_over_juice_close", "home_under_juice_close"]),
    ...under("team_total", ["away_over_juice_close", "away_under_juice_close"]),
    ...under("result", ["home_covered", "spread_push", "went_over", "total_push"]),
  ],
} as const;

const linesOf = (text: string): string[][] => parse(text, { record_delimiter: "\r\n" });

test("nested objects become dotted column names, in the order of service.md's tables, on every page", async () => {
  for (const [url, names] of [
    ["/v1/games?sport=nfl", columns.games],
    ["/v1/odds?sport=nfl&season=2024", columns.odds],
  ] as const) {
    const { headers, text } = await get(`${url}&format=csv&limit=3`);
    assert.equal(headers["content-type"], csvType);
    assert.deepEqual(linesOf(text)[0], names);
    assert.equal(text.split("\r\n").length, 5);
    assert.ok(text.endsWith("\r\n"));
    const next = await get(`${url}&format=csv&limit=3&cursor=${headers["x-next-cursor"]}`);
    assert.deepEqual(linesOf(next.text)[0], names);
  }
});

test("[D-29] CSV has its header row also when empty, and X-Next-Cursor is absent on the last page", async () => {
  const { status, headers, text } = await get("/v1/odds?sport=nfl&season=1999&format=csv");
  assert.deepEqual([status, text], [200, `${columns.odds.join(",")}\r\n`]);
  assert.equal(headers["x-next-cursor"], undefined);
  assert.equal(headers["content-length"], String(Buffer.byteLength(text)));
});

test("[D-29] RFC 4180 quoting, UTF-8, null as an empty cell, a null object as empty cells, true and false", async () => {
  const { text } = await get("/v1/games?sport=nba", { accept: "text/csv" });
  const expected =
    "NBA-20240110-BOS-LAL,nba,2024,regular,,2024-01-10,2024-01-11T03:00:00.000Z,final," +
    "13,LAL,Los Angeles Lakers,24,2,BOS,Boston Celtics,20,false,false,7,Estádio São Jorge,,," +
    `"Zoë ""Z"" O’Neil",4,,,,${",".repeat(13)}`;
  const [, line = ""] = text.split("\r\n");
  assert.deepEqual(line.replace(/,\d+,LAL,/, ",13,LAL,").replace(/,\d+,BOS,/, ",2,BOS,"), expected);
});

test("[D-29] Accept follows q-values, and what is not acceptable is answered with JSON", async () => {
  const cases: [accept: string | null, expected: string][] = [
    [null, jsonType],
    ["", jsonType],
    ["*/*", jsonType],
    ["text/csv", csvType],
    ["TEXT/CSV", csvType],
    ["text/*", csvType],
    ["text/csv; charset=utf-8", csvType],
    ["text/csv;header=present;q=0.5", csvType],
    ["application/json", jsonType],
    ["application/*", jsonType],
    ["text/csv;q=0.9, application/json", jsonType],
    ["text/csv, application/json;q=0.9", csvType],
    ["application/json;q=0.2, text/csv;q=0.7, */*;q=0.1", csvType],
    ["application/json, text/csv", jsonType],
    ["text/csv, application/json", csvType],
    ["text/csv, */*", csvType],
    ["text/csv;q=0.1, */*", jsonType],
    ["text/csv;q=0, */*", jsonType],
    ["text/csv;q=0", jsonType],
    ["application/json;q=0, */*", csvType],
    ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", jsonType],
    ["image/png", jsonType],
    [";;,q=x", jsonType],
  ];
  for (const [accept, expected] of cases) {
    for (const url of ["/v1/games?sport=nfl&limit=1", "/v1/odds?sport=nfl&season=2024&limit=1"]) {
      const { status, headers } = await get(url, accept === null ? {} : { accept });
      assert.deepEqual([status, headers["content-type"]], [200, expected], `${url} ${accept}`);
    }
  }
});

test("[D-29] format wins over Accept", async () => {
  const url = "/v1/games?sport=nfl&limit=1";
  assert.equal((await get(`${url}&format=json`, { accept: "text/csv" })).headers["content-type"], jsonType);
  assert.equal((await get(`${url}&format=csv`, { accept: "application/json" })).headers["content-type"], csvType);
});

test("[D-29] JSON-only endpoints answer JSON to any Accept, and errors are JSON", async () => {
  for (const url of [
    "/v1/sports",
    "/v1/teams?sport=nfl",
    "/v1/seasons?sport=nfl",
    "/v1/games/NBA-20240110-BOS-LAL",
    "/v1/games?sport=nfl&cursor=x&format=csv",
  ]) {
    const answer: Answer = await get(url, { accept: "text/csv" });
    assert.equal(answer.headers["content-type"], jsonType, url);
    assert.equal(answer.headers["content-disposition"], undefined);
  }
});

test("[D-29] Content-Disposition has a telling file name", async () => {
  for (const [url, name] of [
    ["/v1/odds?sport=nba&season=2024", "gradeline-odds-nba-2024"],
    ["/v1/games?sport=nfl", "gradeline-games-nfl"],
    ["/v1/games?sport=nfl&from=2023-01-01&to=2024-01-01", "gradeline-games-nfl-from-2023-01-01-to-2024-01-01"],
    ["/v1/odds?sport=nfl&team=kc&to=2024-01-01", "gradeline-odds-nfl-to-2024-01-01-KC"],
    ["/v1/odds?sport=nba&game_id=nba-20240110-bos-lal", "gradeline-odds-nba-NBA-20240110-BOS-LAL"],
  ] as const) {
    const { headers } = await get(`${url}&format=csv`);
    assert.equal(headers["content-disposition"], `attachment; filename="${name}.csv"`, url);
  }
});

test("the shapes that TypeBox declares and the columns of CSV are of one mind about types", () => {
  const types = new Map(columnsOf(Game).map(({ name, type }) => [name, type]));
  assert.equal(csvHeader(columnsOf(Game)), columns.games.join(","));
  for (const [name, type] of [
    ["sport", "string"],
    ["season_type", "string"],
    ["result.favorite", "string"],
    ["week", "integer"],
    ["venue.indoor", "boolean"],
    ["consensus.spread.close", "number"],
  ] as const) {
    assert.equal(types.get(name), type, name);
  }
});
