/** The addresses of games' pages and pictures: what is wrong is said, nothing that was sent comes back as code, and a shared link says what the page says. */
import assert from "node:assert/strict";
import { afterAll, test } from "vitest";
import type { EvidenceRow } from "../../src/contract/lists/evidence.ts";
import type { GameDetail } from "../../src/contract/lists/games.ts";
import { sports } from "../../src/domain/sports.ts";
import { drawGameCard } from "../../src/web/game/card.ts";
import { inventedWords } from "../../src/web/invented.ts";
import { Page } from "../support/document.ts";
import { openGameSite, publishing, siteUrl } from "../support/game-site.ts";
import { finalIds, finals, quotesOf } from "../support/records.ts";

const id = "NFL-20250904-DAL-PHI";
const records = [finals.nfl, ...quotesOf(finals.nfl)];
const site = await openGameSite(publishing(Object.values(finals).flatMap((game) => [game, ...quotesOf(game)])));
afterAll(() => site[Symbol.asyncDispose]());

test("the page says how each fact is known, as the API's rows of evidence do, and why a statement does not count", async () => {
  const rows = (await site.page(`/games/${id}`)).table("Evidence of the game");
  const evidence = await site.rows<EvidenceRow>(`/games/${id}/evidence`);
  assert.deepEqual(
    rows.map(([, source, , counts]) => [source, counts === "Used"]),
    evidence.filter(({ book, rule }) => book === null || rule !== null).map(({ source, used }) => [source, used]),
  );
  const score = rows.filter(([fact]) => fact === "Final score, away first");
  assert.deepEqual(score, [["Final score, away first", "canonical", "20-24", "Used"]]);
});

test.for([
  ["?team=DAL", /Unknown parameter "team": .* takes period, market, book/],
  ["?market=spread&market=total", /Market is given more than once/],
  ["?market=team_total", /Market must be one of moneyline, spread, total/],
  ["?period=3h", /Period must be one of game, 1h, .*/],
  ["?period=", /Period is empty/],
  ["?period=inn5", /No book has priced the period inn5 of this game\. It has: game, 1h/],
  ["?book=Bovada<b>", /The book Bovada<b> has not priced this/],
  ["?book=draftkings", /The book draftkings has not priced this\. These have: fanduel, bovada, mybookieag/],
  ["?book=consensus", /The book consensus has not priced this/],
  [`?book=${"x".repeat(3000)}`, /The book x{40} has not/],
  ["/card.png?size=2", /takes no parameters/],
] as const)("%s is named, with what there is, and the way to the game's page", async ([query, said]) => {
  const { statusCode, body, headers } = await site.get(`/games/${id}${query}`);
  const page = new Page(body);
  assert.deepEqual([statusCode, headers["cache-control"]], [400, "no-store"]);
  assert.match(page.text(".lead"), said);
  assert.equal(page.text(`a[href="/games/${id}"]`), `Show ${id}`);
  assert.ok(!body.includes("<b>"));
});

test("an id that no game has is answered with the API's words, and a hostile one never comes back as code", async () => {
  const meant = await site.get(`/games/nfl_2025-09-04_DAL@PHI`);
  assert.equal(meant.statusCode, 404);
  assert.match(new Page(meant.body).text(".lead"), /has not the shape of a game_id/);
  const texts = [
    ...["NFL-20990101-KC-BUF", "<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "../../etc/passwd"],
    ...["..%2f..%2fetc", "a/lines", "\0", "%", "%00", `${id}'--`, "x".repeat(400), "🏈", "__proto__", "constructor"],
    ...[`${id}/lines`, `${id}?market=total`, `${id}\n`, " ", ".", "{{7*7}}"],
  ];
  for (const path of texts.flatMap((text) => [encodeURIComponent(text), `${encodeURIComponent(text)}/card.png`])) {
    const { statusCode, body } = await site.get(`/games/${path}`);
    assert.equal(statusCode, 404, path);
    assert.ok(!/<script>alert|<img src=x|at file:|sqlite|SELECT/i.test(body), path);
  }
});

test("who may not see the game's season sees what it is, and how to see the rest; members see all, with what they have left", async () => {
  const member = { left: 1988, owner: "your trial" } as const;
  const memberOf = async (cookie: string | undefined) => (cookie === "signed-in" ? member : null);
  for (const exploreSeasons of ["none", "all"] as const) {
    await using site = await openGameSite(publishing(records), { exploreSeasons, memberOf });
    const isOpen = exploreSeasons === "all";
    const { statusCode, headers, body } = await site.get(`/games/${id}`, { cookie: "signed-in" });
    assert.deepEqual([statusCode, headers["cache-control"]], [200, "private, no-cache"]);
    assert.equal(new Page(body).text(".get-this .cost"), "1 request; your trial has 1,988 left");
    const card = await site.get(`/games/${id}/card.png`, { cookie: "signed-in" });
    assert.equal(card.headers["cache-control"], isOpen ? "public, max-age=900" : "private, no-cache");
    for (const path of ["", "?period=1h", "/card.png"]) {
      const { statusCode, body, headers } = await site.get(`/games/${id}${path}`);
      assert.equal(statusCode, isOpen ? 200 : 403);
      // The page of the one is never that of the other.
      assert.doesNotMatch(body, /1,988/);
      if (isOpen) continue;
      const page = new Page(body);
      assert.equal(headers["cache-control"], "no-store");
      assert.equal(page.text("h1"), "Dallas Cowboys at Philadelphia Eagles");
      assert.match(page.text(".lead"), /NFL · week 1 · Thu, 4 Sept 2025/);
      assert.ok(page.links("main").includes("https://lines.example/manage"));
      assert.doesNotMatch(page.text("main"), /\b(20|24|covered|DraftKings|Bovada)\b/);
      assert.doesNotMatch(body, /og:image|<svg/);
    }
  }
});

test("a page is made of one revision alone: the one before until the new one is taken over", async () => {
  await using site = await openGameSite(publishing(records));
  const before = await site.page(`/games/${id}`);
  await publishing([{ ...finals.nfl, home_score: 31, line_score: null }])(site.database);
  assert.equal((await site.get(`/games/${id}`)).body, before.html);
  await site.shelf.refresh();
  const after = await site.page(`/games/${id}`);
  assert.match(after.text(".versus"), /31/);
  assert.equal(after.texts(".check").filter((text) => text.startsWith("✗")).length, 0);
  assert.equal((await site.get(`/games/${id}`)).body, after.html);
});

test("the samples ask for the rows of the table of books", async () => {
  const page = await site.page(`/games/${id}?period=1h&market=total`);
  const curl = page.text("#get-this-curl");
  for (const part of ["/v1/bets?", `game_id=${id}`, "book=all", "period=1h", "market=total"]) {
    assert.ok(curl.includes(part), `${part} is not in ${curl}`);
  }
  const rows = await site.rows("/bets", `sport=nfl&game_id=${id}&book=all&period=1h&market=total`);
  // Over and under are two rows of the API, and one of the table.
  assert.equal(rows.length, 2 * page.cells(".books-table").length);
});

test.for(sports)("title, description, address and picture of a game of %s are those of its page", async (sport) => {
  const address = `/games/${finalIds[sport]}`;
  const [game = assert.fail()] = await site.rows<GameDetail>(address);
  const title = `${game.away.name} ${game.away.score}, ${game.home.name} ${game.home.score}`;
  const page = await site.page(`${address}?market=total`);
  const verdicts = page.texts(".verdict dd");
  assert.equal(page.text("title"), `${title}: lines and results - Gradeline`);
  for (const [name, said] of [
    ["og:title", title],
    ["og:type", "article"],
    ["twitter:card", "summary_large_image"],
    ["og:url", siteUrl + address],
    ["og:image", `${siteUrl}${address}/card.png`],
    ["og:image:width", "1200"],
    ["og:description", page.meta("description")],
  ] as const)
    assert.equal(page.meta(name), said);
  assert.equal(page.attribute("href", "[rel=canonical]"), siteUrl + address);
  assert.ok(page.meta("description").startsWith(`${verdicts.join("; ")}. `), page.meta("description"));
  // The texts of the picture, whose colours need no style sheet, and which says first that a game is invented.
  const textsOf = (of: GameDetail, isSample: boolean) => {
    const svg = drawGameCard(of, isSample);
    assert.doesNotMatch(svg, /var\(|currentColor|light-dark|<style|NaN|undefined/);
    return new Page(`<!doctype html><body>${svg}</body>`).texts("svg text");
  };
  const drawn = textsOf(game, false);
  const sides = [game.away, game.home].flatMap(({ name, score }) => [name ?? "", String(score)]);
  for (const text of [...sides, "Gradeline", ...verdicts, page.text(".game-top .hint")])
    assert.ok(drawn.includes(text), `${text} is not in ${drawn.join(" | ")}`);
  assert.equal(textsOf(game, true)[0], inventedWords);
  assert.ok(textsOf({ ...game, consensus: null }, false).includes("No US book posted a line for this game"));
});
