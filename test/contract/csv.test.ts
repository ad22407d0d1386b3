import assert from "node:assert/strict";
import { parse } from "csv-parse/sync";
import { afterAll, test } from "vitest";
import { type Answer, openApi } from "../support/api.ts";
import { finals, publishRecords, quotesOf } from "../support/hand-made.ts";
import { league } from "../support/league.ts";
import { gameRecord } from "../support/records.ts";

const api = await openApi(league);
afterAll(() => api[Symbol.asyncDispose]());
const authorization = `Bearer ${api.key}`;
const get = (url: string, headers: Record<string, string> = {}) => api.get(url, { authorization, ...headers });

const csvType = "text/csv; charset=utf-8; header=present";
const jsonType = "application/json; charset=utf-8";

const linesOf = (text: string): string[][] => parse(text, { record_delimiter: "\r\n" });

/** The names of the values of a row, in their order, with a dot into each object. */
function namesOf(row: object, at = ""): string[] {
  return Object.entries(row).flatMap(([name, value]) =>
    typeof value === "object" && value !== null ? namesOf(value, `${at}${name}.`) : [`${at}${name}`],
  );
}

test("[D-29] the columns are those of a JSON row under dotted names, on every page, of an empty list too", async () => {
  await using other = await openApi();
  const priced = gameRecord({ ...finals.nba, venue: gameRecord().venue });
  await publishRecords(other, [priced, ...quotesOf(priced)]);
  for (const url of ["/v1/games?sport=nfl", "/v1/odds?sport=nfl&season=2024"]) {
    // Of this game nothing is missing, so its row has every member.
    const [whole] = (await other.get(url.replace("nfl", "nba").replace("2024", "2026"))).body.data;
    const names = namesOf(whole);
    const { headers, text } = await get(`${url}&format=csv&limit=3`);
    assert.equal(headers["content-type"], csvType);
    assert.deepEqual(linesOf(text)[0], names);
    assert.equal(text.split("\r\n").length, 5);
    const next = await get(`${url}&format=csv&limit=3&cursor=${headers["x-next-cursor"]}`);
    assert.deepEqual(linesOf(next.text)[0], names);
    const empty = await get(`${url.replace("&season=2024", "")}&season=1999&format=csv`);
    assert.deepEqual([empty.status, empty.text], [200, `${names.join(",")}\r\n`]);
    assert.equal(empty.headers["x-next-cursor"], undefined);
    assert.equal(empty.headers["content-length"], String(Buffer.byteLength(empty.text)));
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

test("[D-29] JSON-only endpoints answer JSON to any Accept, and errors are JSON", async () => {
  for (const url of [
    "/v1/sports",
    "/v1/teams?sport=nfl",
    "/v1/seasons?sport=nfl",
    "/v1/books",
    "/v1/games/NBA-20240110-BOS-LAL",
    "/v1/games?sport=nfl&cursor=x&format=csv",
  ]) {
    const answer: Answer = await get(url, { accept: "text/csv" });
    assert.equal(answer.headers["content-type"], jsonType, url);
    assert.equal(answer.headers["content-disposition"], undefined);
  }
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
