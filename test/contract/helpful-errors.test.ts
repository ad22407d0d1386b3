/** Errors name the value that was wrong and the nearest right one, and what callers send comes back safely and cut. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { sports } from "../../src/domain/sports.ts";
import { closedAfterAll, openApi } from "../support/api.ts";
import { markdownOf } from "../support/docs.ts";
import { league } from "../support/league.ts";
import { assertInvalid } from "./refusals.ts";

const api = closedAfterAll(await openApi(league));

/** Asks each query of a list, and holds the message and the parameter against it. */
async function expectHints(
  cases: readonly (readonly [query: string, param: string | undefined, hint: string | RegExp])[],
) {
  for (const [query, param, hint] of cases) {
    const answer = await api.get(`/v1/${query}`);
    assertInvalid(answer, param, query);
    const { message } = answer.body.error;
    if (typeof hint === "string") assert.ok(message.includes(hint), `${query}: ${message}`);
    else assert.match(message, hint, query);
  }
}

test("a team is found by its name, its nickname, its city, an abbreviation of others, or with a typing error", async () => {
  await expectHints([
    ["games?sport=nfl&team=eagles", "team", 'not "eagles"; did you mean PHI (Philadelphia Eagles)?'],
    ["games?sport=nfl&home=Egales", "home", "did you mean PHI (Philadelphia Eagles)?"],
    ["games?sport=nfl&away=philadelphia-eagles", "away", "did you mean PHI (Philadelphia Eagles)?"],
    ["games?sport=nfl&team=niners", "team", "did you mean SF (San Francisco 49ers)?"],
    ["games?sport=nba&team=blazers", "team", "did you mean POR (Portland Trail Blazers)?"],
    ["games?sport=nfl&team=PHL", "team", "did you mean PHI (Philadelphia Eagles)?"],
    ["games?sport=nfl&team=new+york", "team", "did you mean NYG (New York Giants) or NYJ (New York Jets)?"],
    ["games?sport=nfl&team=LAL", "team", "nba has LAL (Los Angeles Lakers)"],
    ["games?sport=ncaaf&team=tigers", "team", /AUB \(Auburn Tigers\), .* or another\?$/],
    ["odds?sport=ncaaf&team=Ohio+Stat", "team", "did you mean OSU (Ohio State Buckeyes)?"],
  ]);
});

test("a hint is what can be sent in place of what was wrong, and nothing where nobody knows it or several are as near", async () => {
  const cases: readonly (readonly [wrong: string, hint: string | null])[] = [
    ["games?sport=nfl&team=eagles", "PHI"],
    ["games?sport=nfl&team=new+york", null],
    ["games?sport=nfl&team=LAL", null],
    ["games?sport=NFL", "nfl"],
    ["games?sport=soccer", null],
    ["odds?sport=nfl&season=2024&book=draftkings,fandual", "draftkings,fanduel"],
    ["odds?sport=nfl&season=2024&book=draftkings,fandual,zzzzzz", null],
    ["bets?sport=nfl&season=2024&book=ALLL", "all"],
    ["odds?sport=nfl&season=2024&market=h2h", "moneyline"],
    ["games?sport=nfl&limit=5000", null],
    ["games?sport=nfl&from=2023-02-30", null],
    // What a caller writes is no advice of ours.
    ["games?sport=nfl&team=did+you+mean+SF%3F", null],
  ];
  for (const [wrong, hint] of cases) {
    const { body, status } = await api.get(`/v1/${wrong}`);
    assert.equal(status, 400, wrong);
    assert.equal(body.error.hint ?? null, hint, `${wrong}: ${body.error.message}`);
    if (hint === null) continue;
    const mended = new URL(`/v1/${wrong}`, "http://host");
    mended.searchParams.set(body.error.param, hint);
    assert.equal((await api.get(mended.pathname + mended.search)).status, 200, `${wrong} with the hint ${hint}`);
  }
  const named = await api.get("/v1/games?sport=nfl&seasons=2024");
  assert.deepEqual([named.body.error.param, named.body.error.hint], ["seasons", "season"]);
});

test("the example of docs/api/limits.md is what a caller is answered", async () => {
  const [, example = ""] = /```json\n([\s\S]*?)```/.exec(markdownOf("docs/api/limits.md")) ?? [];
  assert.deepEqual((await api.get("/v1/games?sport=nfl&team=eagles")).body, JSON.parse(example));
});

test("where no team is near, the abbreviations of a league are listed, and college teams are where they are listed", async () => {
  await expectHints([
    ["games?sport=nfl&team=zzzzzz", "team", /the abbreviations are ARI, ATL, .*, WAS$/],
    ["games?sport=nba&team=9999", "team", /the abbreviations are ATL, .*, WAS$/],
    ["games?sport=ncaaf&team=qqqqqq", "team", "/v1/teams?sport=ncaaf lists them"],
  ]);
});

test("the wrong book of a list is named, with the nearest one and all that there are", async () => {
  const odds = "odds?sport=nfl&season=2024&book=";
  await expectHints([
    [`${odds}draftkings,fandual`, "book", /^book has "fandual", .* did you mean fanduel\? .*: draftkings, .*, bet365$/],
    [`${odds}Hard+Rock`, "book", "did you mean hardrockbet?"],
    [`${odds}hardrockbet_tx`, "book", "did you mean hardrockbet?"],
    [`${odds}thescorbet`, "book", "did you mean espnbet?"],
    [`${odds}betmgn,1`, "book", 'book has "betmgn"'],
    [`${odds}betfair`, "book", "Betfair is not a US book"],
    [`${odds}1,,2`, "book", 'book has ""'],
  ]);
});

test("[A-10] a value of a short list is found in another case, by another word, or with a typing error, of what the sport has", async () => {
  const bets = (sport: string) => `bets?sport=${sport}&season=2025&`;
  const trends = (sport: string) => `trends?sport=${sport}&`;
  await expectHints([
    ["games?sport=NFL", "sport", `must be one of ${sports.join(", ")}, not "NFL"; did you mean nfl?`],
    ["games?sport=cfb", "sport", "did you mean ncaaf?"],
    ["games?sport=soccer", "sport", /not "soccer"$/],
    ["games?sport=nfl&season_type=playoffs", "season_type", "did you mean postseason?"],
    ["games?sport=nfl&season_type=Reg", "season_type", "did you mean regular?"],
    ["games?sport=nfl&format=JSON", "format", "did you mean json?"],
    ["odds?sport=nfl&season=2024&market=spreads", "market", "did you mean spread?"],
    ["odds?sport=nfl&season=2024&market=h2h", "market", "did you mean moneyline?"],
    [`${bets("nfl")}bet_type=spred`, "bet_type", '"spred"; did you mean spread?'],
    [`${bets("nfl")}bet_type=total,1h_total`, "bet_type", '"1h_total"; did you mean first_half_total?'],
    [`${bets("mlb")}bet_type=spread`, "bet_type", /bet types of mlb: .*"spread"; did you mean run_line\?/],
    [`${bets("mlb")}market=team_total`, "market", 'one that mlb has: moneyline, spread, total, not "team_total"'],
    [`${bets("nba")}period=first_half`, "period", /one that nba has: game, 1h, q1, .*did you mean 1h\?/],
    [`${bets("nhl")}period=q1`, "period", "one that nhl has: game, p1"],
    [`${bets("nfl")}book=consensu`, "book", "did you mean consensus?"],
    [`${bets("nfl")}book=all,fanduel`, "book", '"all"'],
    [`${bets("nfl")}role=dog`, "role", "did you mean underdog?"],
    [`${bets("nfl")}min_price=-50`, "min_price", "American odds: a whole number from 100 to 1000000, or its minus"],
    [`${bets("nfl")}on=SF,niners`, "on", "did you mean SF"],
    [`${bets("nfl")}indoor=dome`, "indoor", "did you mean true?"],
    [`${bets("nfl")}meeting=second`, "meeting", "did you mean rematch?"],
    [`${bets("mlb")}team_starter_hand=left`, "team_starter_hand", "did you mean L?"],
    [`${trends("nfl")}book=all`, "book", /one book and not all: .*group_by=book/],
    [`${trends("nfl")}book=draftkings,fanduel`, "book", "one book and not several"],
    [`${trends("ncaaf")}conference=big%2011`, "conference", "did you mean Big 12?"],
    [`${trends("ncaaf")}conference=Big10`, "conference", /did you mean Big Ten\?$/],
    [`${trends("ncaaf")}conference=B1G`, "conference", /did you mean Big Ten\?$/],
    [`${trends("ncaaf")}conference=Big+Twelve`, "conference", /did you mean Big 12\?$/],
    [`${trends("ncaaf")}conference=MAC`, "conference", /did you mean Mid-American\?$/],
    [`${trends("ncaaf")}conference=C-USA`, "conference", /did you mean Conference USA\?$/],
    [`${trends("nfl")}division=nfc%20eest`, "division", "did you mean NFC East?"],
    [`${trends("ncaaf")}division=SEC`, "division", "ncaaf has no divisions"],
    [`${trends("nfl")}weekday=Sunday`, "weekday", "did you mean sun?"],
    [`${trends("nfl")}open_moved=towards`, "open_moved", "did you mean toward?"],
    [`${trends("nfl")}group_by=market`, "group_by", "did you mean bet_type?"],
    ["games/NFL-20240101-KC-BUF/lines?period=full", "period", "did you mean game?"],
    ["games/NFL-20240101-KC-BUF/lines?market=run_line", "market", "did you mean spread?"],
    ["periods?sport=nfl&season=2025&period=h1", "period", /"h1"; did you mean 1h\?$/],
    ["periods?sport=nhl&season=2027&period=overtime", "period", /one of p1, p2, p3, ot, .* did you mean ot\?$/],
    ["periods?sport=mlb&season=2026&period=f5", "period", /one of inn1, inn5, ot, .* did you mean inn5\?$/],
    ["period_odds?sport=nfl&season=2025&period=ot", "period", "one of 1h, 2h, q1, q2, q3, q4, which"],
    ["period_odds?sport=nfl&season=2025&market=ml", "market", "did you mean moneyline?"],
    ["files?file_format=csv", "file_format", "did you mean csv.gz?"],
    ["files?data_set=line", "data_set", "did you mean lines?"],
  ]);
});

test("every way in which a value is wrong is told apart: the parameter, and what is allowed [D-26]", async () => {
  await expectHints([
    ["games", "sport", /required.*mlb, nfl, ncaaf, nba, nhl/],
    ["games?sport", "sport", "empty"],
    ["games?sport=nfl&team=KC&te%61m=KC", "team", "more than once"],
    ["games?sport=nfl&team=%C0%80", "team", "encoded"],
    ["games?sport=nfl&away=99999", "away", "team id"],
    ["games?sport=nba&team=%C5%BFAS", "team", "team id"],
    ["games?sport=nfl&season=%2B2024", "season", "four digits"],
    ["games?sport=nfl&week=1e1", "week", "digits"],
    ["games?sport=nfl&limit=1001", "limit", "1 to 1000"],
    ["games?sport=nfl&from=2024-02-30", "from", "exists"],
    ["odds?sport=nfl&game_id=KC-BUF", "game_id", /SPORT-YYYYMMDD-AWAY-HOME, such as NFL-.*, not "KC-BUF"/],
    ["odds?sport=nfl&from=2024-01-02&to=2024-01-01", "from", "later than to"],
    ["games?sport=nfl&cursor=abc", "cursor", "damaged"],
    ["odds?sport=nfl&book=fanduel&market=spread&limit=5", undefined, "season, from/to, team or game_id"],
    ["bets?sport=nfl&rest_min=3", undefined, "at least one of season, from/to, team, on or game_id is required"],
    ["odds?sport=nfl&season=2024&book=%E2%84%AAfanduel", "book", "draftkings"],
  ]);
});

test("an unknown parameter is named with the nearest one, with all that the endpoint takes, and where a key belongs", async () => {
  await expectHints([
    [
      "games?sport=nfl&seasons=2024",
      "seasons",
      'unknown parameter "seasons"; did you mean season? This endpoint takes sport,',
    ],
    ["games?sport=nfl&gameType=1", "gameType", "this endpoint takes sport, from, to, season,"],
    ["odds?sport=nfl&bookmaker=1", "bookmaker", "did you mean book?"],
    ["games?sport=nfl&offset=100", "offset", "did you mean cursor?"],
    ["trends?sport=nfl&groupby=team", "groupby", "did you mean group_by?"],
    ["bets?sport=nfl&season=2025&streak_min=3", "streak_min", "did you mean team_streak_min?"],
    ["sports?limit=1", "limit", "this endpoint takes none"],
    ["games?sport=nfl&api_key=1", "api_key", "a key is sent in the header Authorization or X-API-Key"],
  ]);
});

test("/v1 and /v1/ list every endpoint, the documentation and the OpenAPI document", async () => {
  for (const path of ["/v1", "/v1/"]) {
    const { status, body } = await api.get(path);
    assert.equal(status, 200);
    assert.deepEqual([body.data.documentation, body.data.openapi], ["/docs", "/v1/openapi.json"]);
    const { body: document } = await api.get("/v1/openapi.json");
    assert.deepEqual(
      body.data.endpoints.map((each: { readonly path: string }) => each.path),
      Object.keys(document.paths),
    );
    assertInvalid(await api.get(`${path}?sport=nfl`), "sport", path);
  }
});

test("what a caller sends comes back without keys, control characters and marks that turn text around, and cut", async () => {
  const long = "x".repeat(12_000);
  const odd = encodeURIComponent('a"b\\\n\u202e\u200b<script>');
  const keys = `${api.key}${api.key}${api.key}`;
  for (const text of [long, odd, keys, `${long}${api.key}`, `${"é".repeat(59)}😀`]) {
    const value = text === odd ? odd : encodeURIComponent(text);
    for (const url of [
      `/v1/games?sport=${value}`,
      `/v1/games?sport=nfl&team=${value}`,
      `/v1/games?sport=nfl&${value}=1`,
      `/v1/odds?sport=nfl&season=2024&book=${value}`,
      `/v1/odds?sport=nfl&game_id=${value}`,
      `/v1/games?sport=nfl&from=${value}`,
      `/v1/games/${value}`,
      `/v1/${value}`,
    ]) {
      const { status, text: body, body: answer } = await api.get(url);
      assert.ok(status === 400 || status === 404, `${url.slice(0, 60)}: ${status}`);
      const { message, param = "" } = answer.error;
      assert.ok(message.length < 700, `${url.slice(0, 60)}: a message of ${message.length} characters`);
      assert.ok(param.length <= 101);
      assert.ok(message.isWellFormed());
      assert.doesNotMatch(message, /[\p{Cc}\p{Cf}]/u);
      assert.doesNotMatch(body, /gl_live_\w{5}/);
    }
  }
});

test("[D-5, D-26] a list that can have no row stays empty, and X-Note says why in a sentence", async () => {
  const cases: readonly (readonly [string, string])[] = [
    ["games?sport=nba&week=3", "Games of nba have no week; use from and to."],
    ["bets?sport=nba&season=2026&week_min=3", "Games of nba have no week; use from and to."],
    ["bets?sport=nfl&season=2025&week_min=30", "Weeks of nfl are 1 to 22, so no game is of week 30."],
    ["games?sport=nfl&week=30", "Weeks of nfl are 1 to 22, so no game is of week 30."],
    ["odds?sport=nfl&season=2021", "Seasons of nfl begin with 2022, so none is 2021."],
    ["bets?sport=mlb&season=2021&week=1", "Seasons of mlb begin with 2022, so none is 2021."],
  ];
  for (const [query, note] of cases) {
    for (const format of ["json", "csv"]) {
      const answer = await api.get(`/v1/${query}&format=${format}`);
      assert.deepEqual([answer.status, answer.headers["x-note"]], [200, note], query);
    }
    assert.deepEqual((await api.get(`/v1/${query}`)).body.data, []);
  }
  for (const query of ["games?sport=nfl&week=22", "games?sport=nfl&season=2099", "games?sport=nba"]) {
    assert.equal((await api.get(`/v1/${query}`)).headers["x-note"], undefined, query);
  }
});

test("the request that the recipe for Excel makes is answered with a table of all games of a season", async () => {
  const [, path = "", query = ""] =
    /RelativePath = "([^"]*)", Query = \[([^\]]*)\]/.exec(markdownOf("docs/api/files.md")) ?? [];
  const parameters = [...query.matchAll(/(\w+) = "([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]);
  const answer = await api.get(`/${path}?${new URLSearchParams(parameters)}`, { "x-api-key": api.key });
  assert.equal(answer.status, 200);
  assert.match(answer.text, /^game_id,sport,/);
  assert.equal(answer.headers["x-next-cursor"], undefined);
});
