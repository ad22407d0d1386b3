/** The addresses of games' pages: what is wrong with one is said on the page, and nothing that was sent comes back as code. */
import assert from "node:assert/strict";
import { afterAll, beforeAll, describe, test } from "vitest";
import type { BetRow } from "../../src/contract/lists/bets.ts";
import type { EvidenceRow } from "../../src/contract/lists/evidence.ts";
import type { GameDetail } from "../../src/contract/lists/games.ts";
import { Page } from "../support/document.ts";
import { type GameSite, openGameSite, publishing } from "../support/game-site.ts";
import { finals, quotesOf } from "../support/hand-made.ts";

const id = "NFL-20250904-DAL-PHI";
const records = [finals.nfl, ...quotesOf(finals.nfl)];

describe("for everybody", () => {
  let site: GameSite;
  beforeAll(async () => {
    site = await openGameSite(publishing(records));
  });
  afterAll(() => site[Symbol.asyncDispose]());

  test("pages of other choices have other tags, and the same choice has the same", async () => {
    const tagOf = async (query: string) => (await site.get(`/games/${id}${query}`)).headers.etag;
    const tags = await Promise.all(["", "?market=total", "?period=1h", "?book=bovada"].map(tagOf));
    assert.equal(new Set(tags).size, 4);
    assert.equal(await tagOf("?market=total"), tags[1]);
  });

  test("the page says how each fact is known, as the API's rows of evidence do, and why a statement does not count", async () => {
    const rows = (await site.page(`/games/${id}`)).table("Evidence of the game");
    const evidence = await site.rows<EvidenceRow>(`/games/${id}/evidence`);
    assert.deepEqual(
      rows.map(([, source, , counts]) => [source, counts === "Used"]),
      evidence.filter(({ book, rule }) => book === null || rule !== null).map(({ source, used }) => [source, used]),
    );
    assert.deepEqual(
      rows.filter(([fact]) => fact === "Final score, away first").map((cells) => cells.slice(1)),
      [["canonical", "20-24", "Used"]],
    );
  });

  test("a parameter that is wrong is named, with what there is, and the way to the game's page", async () => {
    for (const [query, said] of [
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
    ] as const) {
      const { statusCode, body, headers } = await site.get(`/games/${id}${query}`);
      const page = new Page(body);
      assert.equal(statusCode, 400, query);
      assert.match(page.text(".lead"), said);
      assert.equal(page.document.querySelector(`a[href="/games/${id}"]`)?.textContent, `Show ${id}`);
      assert.equal(headers["cache-control"], "no-store");
      assert.ok(!body.includes("<b>"));
    }
    const { statusCode, body } = await site.get(`/games/${id}/card.png?size=2`);
    assert.equal(statusCode, 400);
    assert.match(body, /takes no parameters/);
  });

  test("an id that no game has is answered with the API's words", async () => {
    const meant = await site.get(`/games/nfl_2025-09-04_DAL@PHI`);
    assert.equal(meant.statusCode, 404);
    const page = new Page(meant.body);
    assert.match(page.text(".lead"), /has not the shape of a game_id/);
    const none = await site.get("/games/NFL-20990101-KC-BUF");
    assert.equal(none.statusCode, 404);
  });

  test("a hostile id is an id that no game has", async () => {
    const ids = [
      ...[
        "<script>alert(1)</script>",
        '"><img src=x onerror=alert(1)>',
        "../../etc/passwd",
        "..%2f..%2fetc",
        "a/lines",
      ],
      ...[
        "\0",
        "%",
        "%00",
        "NFL-20250904-DAL-PHI'--",
        "x".repeat(400),
        "🏈",
        "__proto__",
        "constructor",
        `${id}/lines`,
      ],
      ...[`${id}?market=total`, `${id}\n`, " ", ".", "{{7*7}}"],
    ];
    for (const text of ids) {
      for (const path of ["", "/card.png"]) {
        const { statusCode, body } = await site.get(`/games/${encodeURIComponent(text)}${path}`);
        assert.equal(statusCode, 404, text);
        assert.ok(!/<script>alert|<img src=x|at file:|sqlite|SELECT/i.test(body), text);
      }
    }
  });
});

test("who may not see the game's season sees what it is, and how to see the rest", async () => {
  await using site = await openGameSite(publishing(records), { exploreSeasons: "none" });
  for (const path of ["", "?period=1h", "/card.png"]) {
    const { statusCode, body, headers } = await site.get(`/games/${id}${path}`);
    const page = new Page(body);
    assert.deepEqual([statusCode, headers["cache-control"]], [403, "no-store"]);
    assert.equal(page.text("h1"), "Dallas Cowboys at Philadelphia Eagles");
    assert.match(page.text(".lead"), /NFL · week 1 · Thu, 4 Sept 2025/);
    assert.ok(page.document.querySelector('main a[href="https://lines.example/manage"]') !== null);
    assert.doesNotMatch(page.text("main"), /\b(20|24|covered|DraftKings|Bovada)\b/);
    assert.doesNotMatch(body, /og:image|<svg/);
  }
  assert.equal((await site.get("/games/NFL-20990101-KC-BUF")).statusCode, 404);
});

test("members see every season, in a page of their own with what they have left", async () => {
  const member = { left: 1988, owner: "your trial" } as const;
  const memberOf = async (cookie: string | undefined) => (cookie === "signed-in" ? member : null);
  for (const exploreSeasons of ["none", "all"] as const) {
    await using site = await openGameSite(publishing(records), { exploreSeasons, memberOf });
    const visitor = await site.get(`/games/${id}`);
    assert.equal(visitor.statusCode, exploreSeasons === "all" ? 200 : 403);
    const { statusCode, headers, body } = await site.get(`/games/${id}`, { cookie: "signed-in" });
    assert.deepEqual([statusCode, headers["cache-control"]], [200, "private, no-cache"]);
    assert.equal(new Page(body).text(".get-this .cost"), "1 request; your trial has 1,988 left");
    // The page of the one is never that of the other.
    assert.doesNotMatch((await site.get(`/games/${id}`)).body, /1,988/);
    const card = await site.get(`/games/${id}/card.png`, { cookie: "signed-in" });
    assert.equal(card.statusCode, 200);
    assert.equal(card.headers["cache-control"], exploreSeasons === "all" ? "public, max-age=900" : "private, no-cache");
  }
});

test("a page is made of one revision alone: the one before until the new one is taken over", async () => {
  await using site = await openGameSite(publishing(records));
  const before = await site.page(`/games/${id}`);
  await publishing([{ ...finals.nfl, home_score: 31, line_score: null }])(site.database);
  assert.equal((await site.get(`/games/${id}`)).body, before.html);
  await site.shelf.refresh();
  const after = await site.page(`/games/${id}`);
  const [game] = await site.rows<GameDetail>(`/games/${id}`);
  const rows = await site.rows<BetRow>("/bets", `sport=nfl&game_id=${id}&book=all&period=game&market=spread`);
  assert.equal(game?.home.score, 31);
  assert.ok(rows.every(({ score }) => score.home === 31));
  assert.match(after.text(".versus"), /31/);
  assert.equal(after.texts(".check").filter((text) => text.startsWith("✗")).length, 0);
  assert.equal(after.cells(".books-table").length, rows.length / 2);
  assert.equal((await site.get(`/games/${id}`)).body, after.html);
});

test("the samples ask for the rows of the table of books", async () => {
  await using site = await openGameSite(publishing(records));
  const page = await site.page(`/games/${id}?period=1h&market=total`);
  const curl = page.text("#get-this-curl");
  for (const part of ["/v1/bets?", `game_id=${id}`, "book=all", "period=1h", "market=total"]) {
    assert.ok(curl.includes(part), `${part} is not in ${curl}`);
  }
  const rows = await site.rows("/bets", `sport=nfl&game_id=${id}&book=all&period=1h&market=total`);
  // Over and under are two rows of the API, and one of the table.
  assert.equal(rows.length, 2 * page.cells(".books-table").length);
});
