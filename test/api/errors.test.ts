import assert from "node:assert/strict";
import { after, test } from "node:test";
import { errorTable } from "../../src/api/errors.ts";
import { openApi, send } from "../support/api.ts";
import { league } from "../support/league.ts";

const api = await openApi(league);
after(() => api[Symbol.asyncDispose]());
const headers = { authorization: `Bearer ${api.key}` };

test("invalid parameters are 400 invalid_param, naming the parameter and what is allowed", async () => {
  const cases: [url: string, param: string | undefined, message: RegExp][] = [
    ["/v1/sports?x=1", "x", /unknown parameter/],
    ["/v1/sports?limit=1", "limit", /unknown parameter/],
    ["/v1/teams?sport=nfl&cursor=a", "cursor", /unknown parameter/],
    ["/v1/seasons?sport=nfl&limit=5", "limit", /unknown parameter/],
    ["/v1/teams?sport=nfl&format=json", "format", /unknown parameter/],
    ["/v1/teams", "sport", /required/],
    ["/v1/seasons", "sport", /required/],
    ["/v1/games", "sport", /required.*mlb, nfl, ncaaf, nba, nhl/],
    ["/v1/odds?season=2024", "sport", /required/],
    ["/v1/games?sport=soccer", "sport", /mlb, nfl, ncaaf, nba, nhl/],
    ["/v1/games?sport=NFL", "sport", /one of/],
    ["/v1/games?sport=", "sport", /empty/],
    ["/v1/games?sport", "sport", /empty/],
    ["/v1/games?sport=nfl&sport=nfl", "sport", /more than once/],
    ["/v1/games?sport=nfl&team=KC&te%61m=KC", "team", /more than once/],
    ["/v1/games?Sport=nfl", "Sport", /unknown parameter/],
    ["/v1/games?sport=nfl&__proto__=1", "__proto__", /unknown parameter/],
    ["/v1/games?sport=nfl&constructor=1", "constructor", /unknown parameter/],
    ["/v1/games?sport=nfl&game_id=NFL-20240101-KC-BUF", "game_id", /unknown parameter/],
    ["/v1/games?sport=nfl&book=1", "book", /unknown parameter/],
    ["/v1/odds?sport=nfl&season=2024&week=1", "week", /unknown parameter/],
    ["/v1/games?sport=nfl&api_key=secret", "api_key", /unknown parameter/],
    ["/v1/games?sport=nfl&team=%ZZ", "team", /encoded/],
    ["/v1/games?sport=nfl&team=%ff", "team", /encoded/],
    ["/v1/games?sport=nfl&team=%C0%80", "team", /encoded/],
    ["/v1/games?sport=nfl&team=KC%00", "team", /encoded/],
    ["/v1/games?sport=nfl&team=XXX", "team", /team id/],
    ["/v1/games?sport=nfl&home=kansas-city-chiefs", "home", /team id/],
    ["/v1/games?sport=nfl&away=99999", "away", /team id/],
    ["/v1/games?sport=nba&team=%C5%BFAS", "team", /team id/],
    ["/v1/games?sport=nfl&season=24", "season", /four digits/],
    ["/v1/games?sport=nfl&season=%2B2024", "season", /four digits/],
    ["/v1/games?sport=nfl&season=2024.0", "season", /four digits/],
    ["/v1/games?sport=nfl&week=-1", "week", /digits/],
    ["/v1/games?sport=nfl&week=1e1", "week", /digits/],
    ["/v1/games?sport=nfl&season_type=preseason", "season_type", /regular, postseason, all/],
    ["/v1/games?sport=nfl&limit=0", "limit", /1 to 1000/],
    ["/v1/games?sport=nfl&limit=1001", "limit", /1 to 1000/],
    ["/v1/games?sport=nfl&limit=ten", "limit", /1 to 1000/],
    ["/v1/games?sport=nfl&limit=1.5", "limit", /1 to 1000/],
    ["/v1/games?sport=nfl&limit=+5", "limit", /1 to 1000/],
    ["/v1/games?sport=nfl&from=2024-02-30", "from", /exists/],
    ["/v1/games?sport=nfl&to=2023-2-3", "to", /YYYY-MM-DD/],
    ["/v1/games?sport=nfl&from=2024-01-02&to=2024-01-01", "from", /later than to/],
    ["/v1/odds?sport=nfl&from=2024-01-02&to=2024-01-01", "from", /later than to/],
    ["/v1/games?sport=nfl&format=xml", "format", /json/],
    ["/v1/games?sport=nfl&cursor=abc", "cursor", /damaged/],
    ["/v1/odds?sport=nfl", undefined, /season, from\/to, team or game_id/],
    ["/v1/odds?sport=nfl&book=fanduel&market=spread&limit=5", undefined, /season, from\/to, team or game_id/],
    ["/v1/odds?sport=nfl&season=2024&market=props", "market", /moneyline, spread, total, team_total/],
    ["/v1/odds?sport=nfl&season=2024&book=nobook", "book", /draftkings/],
    ["/v1/odds?sport=nfl&season=2024&book=betfair", "book", /draftkings/],
    ["/v1/odds?sport=nfl&season=2024&book=fanduel,", "book", /draftkings/],
    ["/v1/odds?sport=nfl&season=2024&book=%E2%84%AAfanduel", "book", /draftkings/],
    ["/v1/odds?sport=nfl&game_id=KC-BUF", "game_id", /SPORT-YYYYMMDD-AWAY-HOME/],
    ["/v1/games/NFL-20240101-KC-BUF?x=1", "x", /unknown parameter/],
    ["/v1/games/nothing?format=json", "format", /unknown parameter/],
  ];
  for (const [url, param, message] of cases) {
    const { status, body, text } = await api.get(url);
    assert.equal(status, 400, `${url}: ${text}`);
    assert.deepEqual(Object.keys(body), ["error"], url);
    assert.deepEqual([body.error.code, body.error.param], ["invalid_param", param], url);
    assert.deepEqual(Object.keys(body.error), param === undefined ? ["code", "message"] : ["code", "message", "param"]);
    assert.match(body.error.message, message, url);
  }
});

test("a key sent as a parameter's name does not come back", async () => {
  const { status, text } = await api.get(`/v1/games?${api.key}=1`);
  assert.equal(status, 400);
  assert.ok(!text.includes(api.key.slice(0, 14)));
});

test("an unknown or malformed game is 404 game not found", async () => {
  for (const id of ["NFL-20240101-KC-BUF", "nonsense", "%00", "NFL%2F1", "a".repeat(5000), "NFL-20240101-KC-BUF-2"]) {
    const { status, body } = await api.get(`/v1/games/${id}`);
    assert.deepEqual([status, body.error], [404, { code: "not_found", message: "game not found" }], id);
  }
});

test("unknown paths under /v1 are 404 not_found to a good key, also with a slash too many", async () => {
  for (const path of [
    "/v1",
    "/v1/",
    "/v1/nothing",
    "/v1/games/",
    "/v1/sports/",
    "/v1//sports",
    "/v1/Sports",
    "/v1/bets",
  ]) {
    for (const url of [path, `${path}?sport=nfl`]) {
      const { status, body } = await api.get(url);
      assert.deepEqual([status, body?.error?.code], [404, "not_found"], url);
    }
  }
  assert.equal((await api.get(`/v1/${"long".repeat(200)}`)).status, 404);
});

test("paths outside /v1 are a plain 404, with or without a key", async () => {
  for (const url of ["/", "/v2/games", "/favicon.ico", "/V1/games", "//v1/games"]) {
    for (const sent of [{}, headers]) {
      const { status, body } = await send(api.app, "GET", url, sent);
      assert.deepEqual([status, body.error.code], [404, "not_found"], url);
    }
  }
});

test("other methods are 405 with Allow where there is a resource, whatever body they bring", async () => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"]) {
    for (const url of ["/v1/games?sport=nfl", "/v1/sports", "/v1/games/NFL-20240101-KC-BUF", "/v1/games?x=1"]) {
      const type = { ...headers, "content-type": "application/x-unknown" };
      const answer = await send(api.app, method, url, type, method === "TRACE" ? undefined : "x".repeat(9000));
      assert.deepEqual([answer.status, answer.headers.allow], [405, "GET, HEAD"], `${method} ${url}`);
      assert.equal(answer.body.error.code, "method_not_allowed");
    }
    assert.equal((await send(api.app, method, "/v1/nothing", headers)).status, 404);
  }
});

test("a body on a GET is ignored", async () => {
  const type = { ...headers, "content-type": "application/json" };
  assert.equal((await send(api.app, "GET", "/v1/sports", type, "{broken")).status, 200);
});

test("a URL that cannot be read is 400 to a good key", async () => {
  const { status, body } = await api.get("/v1/games/%E0%A4%A");
  assert.deepEqual([status, body.error.code], [400, "invalid_param"]);
});

test("an unexpected fault is 500 internal, logged with the request id, and tells nothing", async () => {
  const lines: string[] = [];
  await using broken = await openApi(league, { log: { write: (line: string) => void lines.push(line) } });
  broken.shelf.detail = () => Promise.reject(new Error("select secret from /etc/passwd"));
  const { status, body, text, headers: sent } = await broken.get("/v1/games/NBA-20240110-BOS-LAL?");
  assert.equal(status, 500);
  assert.deepEqual(body.error, { code: "internal", message: errorTable.internal.message });
  assert.ok(!text.includes("secret"));
  const logged = lines.map((line) => JSON.parse(line)).find((line) => line.level === 50);
  assert.equal(logged.requestId, sent["x-request-id"]);
  assert.match(logged.err.message, /secret/);
});

test("the log has one line an answer, which names neither key nor query", async () => {
  const lines: string[] = [];
  await using logged = await openApi(league, { log: { write: (line: string) => void lines.push(line) } });
  await logged.get(`/v1/games?sport=nfl&key=${logged.key}`);
  await logged.get(`/v1/${logged.key}`);
  await logged.get(`/v1/games/%ZZ${logged.key}`);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).status),
    [400, 404, 400],
  );
  for (const line of lines) assert.ok(!line.includes(logged.key.slice(8)), line);
});
