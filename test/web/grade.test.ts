/** The page on which people grade their bets: what it is served with, and what is told without a key. */
import assert from "node:assert/strict";
import { afterAll, test } from "vitest";
import type { BetRow } from "../../src/contract/lists/bets.ts";
import type { Game } from "../../src/contract/lists/games.ts";
import { openApi, send, walk } from "../support/api.ts";
import { publishSampleWeeks } from "../support/sample.ts";

const site = await openApi();
await publishSampleWeeks(site.database);
await site.shelf.refresh();
afterAll(() => site[Symbol.asyncDispose]());

const games = (await walk(site, "/v1/games?sport=nfl&season=2025", 1000)).rows as Game[];
const ids = games.map(({ game_id: id }) => id);
const get = (path: string, headers: Readonly<Record<string, string>> = {}) => send(site.app, "GET", path, headers);
const linesOf = (some: readonly string[], headers: Readonly<Record<string, string>> = {}) =>
  get(`/grade/lines?game_ids=${some.join(",")}&bet_type=spread,total&book=consensus,draftkings`, headers);

test("the page and every module that it imports are served by this server, as JavaScript", async () => {
  const { status, text, headers, page } = await get("/grade");
  assert.equal(status, 200);
  assert.match(String(headers["content-security-policy"]), /connect-src 'self'/);
  assert.match(text, /Without one: NFL 2025/);
  // The league of bets that name none is the only one where there is one alone.
  assert.deepEqual(page.texts("#grade-league option[selected]"), ["NFL"]);
  const modules = page.attribute("data-modules");
  const seen = new Set<string>();
  const follow = async (path: string): Promise<void> => {
    if (seen.has(path)) return;
    seen.add(path);
    const answer = await get(path);
    assert.equal(answer.status, 200, path);
    assert.match(String(answer.headers["content-type"]), /^text\/javascript/);
    for (const [, name = ""] of answer.text.matchAll(/from\s*"(\.[^"]+)"/g)) {
      await follow(new URL(name, `http://site${path}`).pathname);
    }
    assert.doesNotMatch(answer.text, /from\s*"(node:|[a-z@])/, `${path} imports what no browser has`);
  };
  for (const name of ["grade/grade", "grade/report", "grade/asked-lines", "grade/api-source", "client"]) {
    await follow(`${modules}${name}.js`);
  }
  assert.ok(seen.size > 20);
});

test("without a key, games of the open season and their closes are those of the API", async () => {
  const told = await get("/grade/games?sport=nfl&season=2025");
  const rows = JSON.parse(told.text).data as Game[];
  assert.deepEqual(
    rows.map(({ game_id: id, home }) => [id, home.abbreviation]),
    games.map(({ game_id: id, home }) => [id, home.abbreviation]),
  );
  const own = ids.slice(0, 25);
  const lines = JSON.parse((await linesOf(own)).text).data as BetRow[];
  const all = (await walk(site, "/v1/bets?sport=nfl&season=2025&bet_type=spread,total&book=consensus,draftkings", 1000))
    .rows as BetRow[];
  const short = ({ game_id: id, book, market, selection, close, score }: BetRow) =>
    JSON.stringify([id, book, market, selection, close, score]);
  assert.deepEqual(lines.map(short), all.filter(({ game_id: id }) => own.includes(id)).map(short));
});

test("a season that is closed, too many games, and other sites are refused", async () => {
  assert.equal((await get("/grade/games?sport=nfl&season=2024")).status, 400);
  assert.equal((await linesOf(ids.slice(0, 26))).status, 400);
  assert.equal((await linesOf(["nonsense"])).status, 400);
  assert.equal((await linesOf(ids.slice(0, 1), { "sec-fetch-site": "cross-site" })).status, 403);
});

test("a visit has the lines of 500 games, and a count that somebody else wrote is none of ours", async () => {
  let cookie = "";
  for (let asked = 0; asked < 500; asked += 25) {
    const answer = await linesOf(ids.slice(0, 25), { cookie });
    assert.equal(answer.status, 200, String(asked));
    const set = String(answer.headers["set-cookie"]);
    assert.match(set, /SameSite=Strict/);
    assert.match(set, /HttpOnly/);
    cookie = set.split(";")[0] ?? "";
  }
  assert.equal((await linesOf(ids.slice(0, 1), { cookie })).status, 403);
  assert.equal((await linesOf(ids.slice(0, 1), { cookie: "gradeline_graded=499.made" })).status, 200);
});
