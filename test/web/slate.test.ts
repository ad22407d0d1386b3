/**
 * Pages of days, teams and rules, the search, and the page on which people grade their bets: what they say is what the API says, and
 * everybody sees what they may see.
 */
import assert from "node:assert/strict";
import { test } from "vitest";
import { sampleRecords } from "../../sample/src/sample.ts";
import type { BetRow } from "../../src/contract/lists/bets.ts";
import type { Game } from "../../src/contract/lists/games.ts";
import type { TeamGameRow } from "../../src/contract/lists/team-games.ts";
import type { TrendRow } from "../../src/contract/lists/trends.ts";
import type { Database } from "../../src/database/engine.ts";
import { houseRules } from "../../src/domain/house-rules.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import { closedAfterAll, send, type TestApi, walk } from "../support/api.ts";
import { linksIn, textOf } from "../support/document.ts";
import { openApiOf, publishItems, publishSampleOpenings, publishSampleWeeks } from "../support/sample.ts";

const weeks = closedAfterAll(await openApiOf(publishSampleWeeks));
const several = closedAfterAll(await openApiOf(publishSampleOpenings));
const ruled = closedAfterAll(await openApiOf(publishRuled, { EXPLORE_SEASONS: "all" }));

const open = (site: TestApi, path: string, headers: Readonly<Record<string, string>> = {}) =>
  send(site.app, "GET", path, headers);

async function rows<Row>(path: string): Promise<readonly Row[]> {
  return (await walk(weeks, path, 1000)).rows as Row[];
}

const games = await rows<Game>("/v1/games?sport=nfl&season=2025");
const ids = games.map(({ game_id: id }) => id);

test("the newest day is led to, and every day has the games of the API with their scores and what covered", async () => {
  const days = [...new Set(games.map(({ game_date: date }) => date))].sort();
  const newest = await open(weeks, "/slate");
  assert.deepEqual([newest.status, newest.headers.location], [303, `/slate/${days.at(-1)}`]);
  for (const [at, day] of days.entries()) {
    const { status, page } = await open(weeks, `/slate/${day}`);
    assert.equal(status, 200);
    const wanted = games.filter(({ game_date: date }) => date === day);
    const cards = [...page.document.querySelectorAll(".day-game")];
    assert.equal(cards.length, wanted.length, day);
    for (const { game_id: id, away, home, result } of wanted) {
      const card = cards.find((each) => linksIn(each).includes(`/games/${id}`));
      const scores = [...(card?.querySelectorAll("b") ?? [])].map(textOf);
      assert.deepEqual(scores, [String(away.score), String(home.score)]);
      const text = textOf(card);
      const coverer = result.home_covered === true ? home : away;
      if (result.home_covered !== null) assert.match(text, new RegExp(`${coverer.name} [−+\\d.]+ covered by`), id);
      if (result.went_over !== null) assert.match(text, result.went_over ? /went over/ : /stayed under/);
    }
    // The day in one sentence counts its favorites and overs.
    const ofFavorite = wanted.flatMap(({ result: { favorite, margin_home: margin } }) =>
      favorite === null || margin === null || margin === 0 ? [] : [(favorite === "home") === margin > 0],
    );
    const overs = wanted.flatMap(({ result }) => result.went_over ?? []);
    const record = (won: readonly boolean[]) => `${won.filter(Boolean).length}–${won.filter((each) => !each).length}`;
    const sentence = page.text(".lead");
    assert.ok(sentence.startsWith(`${wanted.length} NFL game`), sentence);
    if (ofFavorite.length > 0) assert.ok(sentence.includes(`. Favorites won ${record(ofFavorite)}`), sentence);
    if (overs.length > 0) assert.ok(sentence.includes(`overs ${record(overs)}`), sentence);
    assert.deepEqual(
      page.links('[aria-label="Days"]'),
      [days[at - 1], days[at + 1]].flatMap((each) => (each === undefined ? [] : [`/slate/${each}`])),
    );
  }
});

test("the biggest moves are those of the closes, and who moved first went the same way", async () => {
  const { document } = (await open(weeks, "/slate/2025-09-07")).page;
  const moves = [...document.querySelectorAll(".day-moves li")];
  assert.ok(moves.length >= 4);
  let told = 0;
  for (const move of moves) {
    const [, id, market = ""] = /^\/games\/([\w-]+)\?market=(\w+)$/.exec(linksIn(move)[0] ?? "") ?? [];
    const { moneyline, spread, total } = games.find(({ game_id: each }) => each === id)?.consensus ?? {};
    const ofMarket = { spread, total, moneyline: { open: moneyline?.home_open, close: moneyline?.home_close } };
    const { open: from, close: to } = ofMarket[market as keyof typeof ofMarket] ?? {};
    const text = textOf(move).replaceAll("−", "-").replaceAll("+", "");
    assert.ok(text.includes(`${from} to ${to}`), text);
    const first = / moved first: (-?[\d.]+) to (-?[\d.]+),/.exec(text);
    if (first === null || market === "moneyline") continue;
    told++;
    assert.equal(Math.sign(Number(first[2]) - Number(first[1])), Math.sign(Number(to) - Number(from)), text);
  }
  assert.ok(told > 0);
});

test("without an account the newest season with closes is open, and the others are said to need one", async () => {
  assert.match((await open(several, "/slate/2026-10-08")).page.text("main"), /NHL/);
  const { status, page } = await open(several, "/slate/2025-10-08");
  assert.deepEqual([status, page.texts(".day-game")], [200, []]);
  assert.match(page.text(".notice"), /need an account/);
  assert.equal((await open(several, "/team/nhl/BOS?season=2026")).status, 403);
  const { page: all } = await open(weeks, "/team");
  assert.equal(all.links().filter((href) => href.startsWith("/team/nfl/")).length, 32);
});

test("a team's records are those of the API's bets, and its games those of the API", async () => {
  const { page, status } = await open(weeks, "/team/nfl/DAL");
  assert.equal(status, 200);
  assert.equal(page.text("h1"), "Dallas Cowboys");
  const own = await rows<TeamGameRow>("/v1/team_games?sport=nfl&season=2025&team=DAL");
  assert.equal(page.links().filter((href) => href.startsWith("/games/")).length, own.length);
  let records = 0;
  for (const cell of page.document.querySelectorAll("td a")) {
    const href = cell.getAttribute("href") ?? "";
    const [trend] = await rows<TrendRow>(`/v1/trends${href.slice(1)}`);
    const { won, lost, push } = trend as TrendRow;
    assert.equal(textOf(cell), `${won}–${lost}${push === 0 ? "" : `–${push}`}`, href);
    records++;
  }
  assert.ok(records >= 4, String(records));
  const [, wins = "", bets, won] =
    /gave it ([\d.]+) wins in (?:(\d+) of )?its(?: \d+)? games; it won (\d+)/.exec(page.text("main")) ?? [];
  const lines = await rows<{ close: { no_vig_probability: number }; result: { close: string } }>(
    "/v1/bets?sport=nfl&season=2025&on=DAL&bet_type=moneyline",
  );
  const expected = lines.reduce((sum, { close }) => sum + close.no_vig_probability, 0);
  assert.equal(Number(bets ?? own.length), lines.length);
  assert.equal(Number(won), lines.filter(({ result }) => result.close === "won").length);
  assert.ok(Math.abs(Number(wins) - expected) <= 0.06, `${wins} ${expected}`);
});

test("days, teams and searches lead to what is meant, or say what else may be, and the way on", async () => {
  const [id = ""] = ids;
  const met = games.filter(({ home, away }) => [home.abbreviation, away.abbreviation].includes("DAL")).at(-1) as Game;
  const beside = [4, 6].map((place) => `/games/${ids[place]}`);
  const rival = met.home.abbreviation === "DAL" ? met.away : met.home;
  const day = new Date(met.game_date);
  const month = day.toLocaleString("en-US", { month: "long", timeZone: "UTC" });
  const find = (words: string) => `/find?q=${encodeURIComponent(words)}`;
  for (const [path, status, ...leads] of [
    ["/slate/2025-09-02", 404, "/slate/2025-09-04"],
    ["/slate/2025-02-30", 404],
    ["/slate/2025-09-07?utm_source=mail", 303, "/slate/2025-09-07"],
    ["/team/nfl/Cowboys", 303, "/team/nfl/DAL"],
    ["/team/nfl/dallas-cowboys", 303, "/team/nfl/DAL"],
    ["/team/nfl/dal", 303, "/team/nfl/DAL"],
    ["/team/nfl/XYZ", 404, "/team"],
    ["/team/constructor/DAL", 404, "/team"],
    ["/team/nfl/DAL?season=1999", 404, "/team"],
    ["/team/nfl/DAL?sort=1", 400, "/team"],
    [find(id), 303, `/games/${id}`],
    [find(id.toLowerCase()), 303, `/games/${id}`],
    [find("2025-09-07"), 303, "/slate/2025-09-07"],
    [find("last night"), 303, "/slate"],
    [find("Dallas Cowboys"), 303, "/team/nfl/DAL"],
    [find("bama"), 303, "/team/ncaaf/ALA"],
    [find(`cowboys ${month} ${day.getUTCDate()}`), 303, `/games/${met.game_id}`],
    [find(`DAL on ${month.slice(0, 3)} ${day.getUTCDate()}, 2025`), 303, `/games/${met.game_id}`],
    [find(`cowboys ${rival.name}`), 200, `/games/${met.game_id}`],
    [find(`${rival.abbreviation} at DAL`), 200, `/games/${met.game_id}`],
    [find(`cowboys vs ${rival.name}`), 200, `/games/${met.game_id}`],
    [find("new york"), 200, "/team/nfl/NYG", "/team/nfl/NYJ"],
    [find("cowbys"), 200, "/team/nfl/DAL", "/?ask=cowbys"],
    [find("new york giants <b>"), 200, "/?ask=new+york+giants+%3Cb%3E"],
    [find("x".repeat(5000)), 200],
    [`/games/${ids[5]}`, 200, ...beside, `/slate/${games[5]?.game_date}`, `/team/nfl/${games[5]?.home.abbreviation}`],
  ] as const) {
    const found = await open(weeks, path);
    assert.equal(found.status, status, path);
    const links = status === 303 ? [found.headers.location] : found.page.links();
    for (const link of leads) assert.ok(links.includes(link), `${path}: ${link}`);
    assert.ok(!found.text.includes("<b>"));
  }
});

/** The first games of a season of baseball, and all that rain cut short or of which no innings are known. */
function* baseball(): Generator<FeedItem> {
  let [games, isWanted] = [0, true];
  for (const record of sampleRecords({ seed: 1, extent: [{ sport: "mlb", season: 2026 }] })) {
    if (record.type === "game") isWanted = games++ < 15 || (record.line_score?.away.length ?? 0) < 9;
    if (isWanted || record.type === "venue") yield { record };
  }
}

async function publishRuled(database: Database): Promise<void> {
  await publishSampleWeeks(database);
  await publishItems(database, baseball(), "2026-10-28T12:00:00.000Z");
}

/** No league counts a game as played that had fewer than five innings. */
const neverNeeded = ["baseball_moneyline_short", "baseball_first_five_short"];

test("every rule has its words, and a bet that it settled where the archive has one [A-20]", async () => {
  const { page } = await open(ruled, "/rules");
  const rows = [...page.document.querySelectorAll('[aria-label="House rules"] tbody tr')];
  assert.equal(rows.length, houseRules.length);
  for (const [place, { name, sentence, sports }] of houseRules.entries()) {
    const row = rows[place];
    const text = textOf(row);
    assert.ok(text.startsWith(name) && text.includes(sentence), name);
    assert.equal(row?.querySelector("code")?.getAttribute("id"), name);
    const [game] = linksIn(row);
    const sport = sports.find((each) => each === "nfl" || each === "mlb");
    assert.equal(game !== undefined, sport !== undefined && !neverNeeded.includes(name), name);
    if (game === undefined) continue;
    const { data } = (
      await ruled.get(`/v1/bets?sport=${sport}&game_id=${game.slice("/games/".length)}&book=all&limit=1000`)
    ).body;
    const settled = (data as readonly BetRow[]).filter(({ rule }) => rule === name);
    assert.ok(
      settled.some(({ score }) => text.includes(`${score.away}–${score.home}`)),
      `${name}: ${game}`,
    );
  }
});

const linesOf = (some: readonly string[], headers: Readonly<Record<string, string>> = {}) =>
  open(weeks, `/grade/lines?game_ids=${some.join(",")}&bet_type=spread,total&book=consensus,draftkings`, headers);

test("the page of grading and every module that it imports are served by this server, as JavaScript", async () => {
  const { status, text, headers, page } = await open(weeks, "/grade");
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
    const answer = await open(weeks, path);
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
  const told = await open(weeks, "/grade/games?sport=nfl&season=2025");
  assert.deepEqual(
    (JSON.parse(told.text).data as Game[]).map(({ game_id: id, home }) => [id, home.abbreviation]),
    games.map(({ game_id: id, home }) => [id, home.abbreviation]),
  );
  const own = ids.slice(0, 25);
  const lines = JSON.parse((await linesOf(own)).text).data as BetRow[];
  const asked = "/v1/bets?sport=nfl&season=2025&bet_type=spread,total&book=consensus,draftkings";
  const all = await rows<BetRow>(asked);
  const short = ({ game_id: id, book, market, selection, close, score }: BetRow) =>
    JSON.stringify([id, book, market, selection, close, score]);
  assert.deepEqual(lines.map(short), all.filter(({ game_id: id }) => own.includes(id)).map(short));
});

test("a season that is closed, too many games, and other sites are refused", async () => {
  assert.equal((await open(weeks, "/grade/games?sport=nfl&season=2024")).status, 400);
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
