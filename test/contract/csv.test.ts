import assert from "node:assert/strict";
import { test } from "vitest";
import { closedAfterAll, openApi } from "../support/api.ts";
import { league } from "../support/league.ts";

const api = closedAfterAll(await openApi(league));
const authorization = `Bearer ${api.key}`;
const get = (url: string, headers: Record<string, string> = {}) => api.get(url, { authorization, ...headers });

const csvType = "text/csv; charset=utf-8; header=present";
const jsonType = "application/json; charset=utf-8";

test("[D-29] the page of an empty list has the line of its columns, as every page has", async () => {
  for (const url of ["/v1/games?sport=nfl", "/v1/odds?sport=nfl"]) {
    const [columns = ""] = (await get(`${url}&season=2024&format=csv&limit=3`)).text.split("\r\n");
    const { status, text, headers } = await get(`${url}&season=1999&format=csv`);
    assert.deepEqual([status, text], [200, `${columns}\r\n`]);
    assert.deepEqual([headers["x-next-cursor"], headers["content-type"]], [undefined, csvType]);
    assert.equal(headers["content-length"], String(Buffer.byteLength(text)));
  }
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

test("[D-29] Accept follows q-values, what is not acceptable is answered with JSON, and format wins", async () => {
  const url = "/v1/games?sport=nfl&limit=1";
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
    const { status, headers } = await get(url, accept === null ? {} : { accept });
    assert.deepEqual([status, headers["content-type"]], [200, expected], `${accept}`);
  }
  assert.equal((await get(`${url}&format=json`, { accept: "text/csv" })).headers["content-type"], jsonType);
  assert.equal((await get(`${url}&format=csv`, { accept: "application/json" })).headers["content-type"], csvType);
});

test("[D-29] the name of a file says what was asked for; lists.test.ts has that of every list", async () => {
  for (const [url, name] of [
    ["/v1/games?sport=nfl&from=2023-01-01&to=2024-01-01", "gradeline-games-nfl-from-2023-01-01-to-2024-01-01"],
    ["/v1/odds?sport=nfl&team=kc&to=2024-01-01", "gradeline-odds-nfl-to-2024-01-01-KC"],
    ["/v1/odds?sport=nba&game_id=nba-20240110-bos-lal", "gradeline-odds-nba-NBA-20240110-BOS-LAL"],
  ] as const) {
    const { headers } = await get(`${url}&format=csv`);
    assert.equal(headers["content-disposition"], `attachment; filename="${name}.csv"`, url);
  }
});
