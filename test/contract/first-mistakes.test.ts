/** The commonest first mistakes: each answer names what would have been right. */
import assert from "node:assert/strict";
import { afterAll, test } from "vitest";
import { openApi } from "../support/api.ts";
import { markdownOf } from "../support/docs.ts";
import { league } from "../support/league.ts";
import { assertInvalid, assertRefusal } from "../support/refusals.ts";

const api = await openApi(league);
afterAll(() => api[Symbol.asyncDispose]());

const key = { authorization: `Bearer ${api.key}` };

test("a path that lacks /v1 is told where the API is, also to somebody without a key", async () => {
  for (const path of ["/games", "/games?sport=nfl", "/v2/games", "/V1/games", "/api/v1/games", "/wp-login.php"]) {
    for (const headers of [{}, key]) {
      const answer = await api.get(path, headers);
      assertRefusal(answer, 404, "not_found", path);
      assert.equal(answer.body.error.message, "there is nothing at this path: the API is at /v1");
    }
  }
});

test("the ways in which people write a conference lead to it", async () => {
  const ways: readonly (readonly [written: string, meant: string])[] = [
    ["Big10", "Big Ten"],
    ["B1G", "Big Ten"],
    ["Big+Twelve", "Big 12"],
    ["MAC", "Mid-American"],
    ["C-USA", "Conference USA"],
  ];
  for (const [written, meant] of ways) {
    const answer = await api.get(`/v1/bets?sport=ncaaf&season=2024&conference=${written}`);
    assertInvalid(answer, "conference", written);
    assert.ok(answer.body.error.message.endsWith(`did you mean ${meant}?`), answer.body.error.message);
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

test("the 404 of a game begins with game not found, and goes on with the games of its teams that day", async () => {
  const [listed] = (await api.get("/v1/games?sport=nfl&limit=1")).body.data;
  const [, date, away, home] = listed.game_id.split("-");
  const turned = `NFL-${date}-${home}-${away}`;
  for (const path of [turned, `${turned}/lines`, `NFL-${date}-${away}-XXX`]) {
    const answer = await api.get(`/v1/games/${path}`);
    assertRefusal(answer, 404, "not_found", path);
    const named: string = answer.body.error.message;
    assert.ok(named.startsWith("game not found; that day there was "), named);
    assert.ok(named.includes(listed.game_id), named);
  }
  assert.equal((await api.get("/v1/games/NFL-20230101-XXX-YYY")).body.error.message, "game not found");
});

test("a good key without the word Bearer is told what is missing, and nothing of the key comes back", async () => {
  const answer = await api.get("/v1/games?sport=nfl", { authorization: api.key });
  assertRefusal(answer, 401, "unauthorized", "without Bearer");
  assert.match(answer.body.error.message, /^Authorization has a key and not the word before it/);
  assert.ok(!answer.text.includes(api.key.slice(9)));
  for (const scheme of ["Basic", "Token", "digest", "ApiKey"]) {
    const other = await api.get("/v1/games?sport=nfl", { authorization: `${scheme} YWJj` });
    assertRefusal(other, 401, "unauthorized", scheme);
    const said = new RegExp(`^Authorization has the scheme ${scheme}: .*Authorization: Bearer <API key>`, "i");
    assert.match(other.body.error.message, said);
    assert.ok(!other.text.includes("YWJj"));
  }
  const secret = await api.get("/v1/games?sport=nfl", { authorization: "hunter2 YWJj" });
  assert.match(secret.body.error.message, /^an API key is needed/, "a word that may be a secret is not repeated");
});

test("the request that the recipe for Excel makes is answered with a table of all games of a season", async () => {
  const [, path = "", query = ""] =
    /RelativePath = "([^"]*)", Query = \[([^\]]*)\]/.exec(markdownOf("docs/api/quick-start.md")) ?? [];
  const parameters = [...query.matchAll(/(\w+) = "([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]);
  const answer = await api.get(`/${path}?${new URLSearchParams(parameters)}`, { "x-api-key": api.key });
  assert.equal(answer.status, 200);
  assert.match(answer.text, /^game_id,sport,/);
  assert.equal(answer.headers["x-next-cursor"], undefined);
});
