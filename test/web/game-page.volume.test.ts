// @module-tag volume
/**
 * The page of a game: every number on it is the API's, the picture of movements shows what the table beside it says, and every
 * consensus that it explains computes again. The texts that are expected are made here, of other answers of the API
 * (`/v1/odds`, `/v1/period_odds`, `/v1/games/{game_id}`) than those that the page asks. What is wrong in an address is said, nothing
 * that was sent comes back as code, and a shared link says what the page says.
 */
import assert from "node:assert/strict";
import { test } from "vitest";
import type { EvidenceRow } from "../../src/contract/lists/evidence.ts";
import type { Game, GameDetail } from "../../src/contract/lists/games.ts";
import type { LineRow } from "../../src/contract/lists/lines.ts";
import type { OddsRow } from "../../src/contract/lists/odds.ts";
import type { PeriodOddsRow, PeriodRow } from "../../src/contract/lists/periods.ts";
import { type Sport, sports } from "../../src/domain/sports.ts";
import { drawGameCard } from "../../src/web/game/card.ts";
import { inventedWords } from "../../src/web/invented.ts";
import { closedAfterAll } from "../support/api.ts";
import { Page } from "../support/document.ts";
import { type GameSite, openGameSite, publishing, siteUrl } from "../support/game-site.ts";
import { baseballGame, periodQuotes, playedGame, unscoredGame } from "../support/hand-made-periods.ts";
import { finalIds, finals, gameRecord, items, quoteOf, quotesOf } from "../support/records.ts";
import { publishItems, publishSmallSample } from "../support/sample.ts";
import { sampledSports, sportsByHand } from "../support/sports.ts";
import { some } from "../support/volume.ts";

const id = "NFL-20250904-DAL-PHI";
const records = [finals.nfl, ...quotesOf(finals.nfl)];
const everyFinal = Object.values(finals).flatMap((game) => [game, ...quotesOf(game)]);
const site = closedAfterAll(await openGameSite(publishing(everyFinal)));
const sample = closedAfterAll(await openGameSite((database) => publishSmallSample(database, 3)));

/** A number with its sign, as a page writes it. */
const signed = (value: number | null): string =>
  value === null ? "–" : value === 0 ? "0" : value > 0 ? `+${value}` : `−${Math.abs(value)}`;
const plain = (value: number | null): string => (value === null ? "–" : String(value));
const lineText = (line: number | null, market: Market) => (market === "total" ? plain(line) : signed(line));

const members = {
  moneyline: ["home", "away"],
  spread: ["home_juice", "away_juice"],
  total: ["over_juice", "under_juice"],
} as const;
type Market = keyof typeof members;
type Priced = Pick<PeriodOddsRow, Market>;

/** The cells of a book's row, except its name and its result. */
function cellsOf(row: Partial<Priced>, market: Market): readonly string[] {
  const values = row[market] as Readonly<Record<string, number | null | undefined>>;
  return ["open", "close"].flatMap((when) => {
    const [first = null, second = null] = members[market].map((side) => values[`${side}_${when}`]);
    const prices = first === null && second === null ? "–" : `${signed(first)} / ${signed(second)}`;
    return market === "moneyline" ? [prices] : [lineText(values[when] ?? null, market), prices];
  });
}

const isPriced = (row: Priced, market: Market) => cellsOf(row, market).some((cell) => cell !== "–");

/** What the API says of one game, read once. */
async function saidOf(site: GameSite, { sport, game_id: id }: Pick<Game, "sport" | "game_id">) {
  const one = `sport=${sport}&game_id=${id}&limit=1000`;
  const [game] = await site.rows<GameDetail>(`/games/${id}`);
  return {
    game: game ?? assert.fail(),
    odds: await site.rows<OddsRow>("/odds", one),
    periods: await site.rows<PeriodRow>("/periods", one),
    periodOdds: await site.rows<PeriodOddsRow>("/period_odds", one),
    lines: await site.rows<LineRow>(`/games/${id}/lines`, "limit=1000"),
  };
}
type Said = Awaited<ReturnType<typeof saidOf>>;

function checkHead(page: Page, { game, periods }: Said): void {
  const { home, away, consensus } = game;
  // The halves of a game with quarters stand behind the final score: they are no further points.
  const isHalf = ({ period }: PeriodRow) =>
    ["1h", "2h"].includes(period) && periods.some((each) => each.period === "q1");
  const scoresOf = (side: "home" | "away") => [
    game[side].abbreviation,
    ...periods.filter((each) => !isHalf(each)).map(({ score }) => plain(score[side])),
    plain(game[side].score),
    ...periods.filter(isHalf).map(({ score }) => plain(score[side])),
  ];
  assert.equal(page.text("h1"), `${away.name} ${away.score} at ${home.name} ${home.score}`);
  assert.deepEqual(page.cells(".scores"), periods.length === 0 ? [] : [scoresOf("away"), scoresOf("home")]);
  assert.equal(page.text(".game-head .notice") === "", consensus !== null);
  // Without the samples, which are programs.
  const own = page.html.replace(/<section class="card get-this".*?<\/section>/s, "");
  assert.equal(/.{0,40}(NaN|undefined|Infinity|\\n|(?<!\w)[-−]0(?![.\w])).{0,40}/.exec(own)?.[0], undefined);
}

function checkBooks(page: Page, said: Said, period: string, market: Market): void {
  const isGame = period === "game";
  const rows = isGame ? said.odds : said.periodOdds.filter((row) => row.period === period);
  const published = isGame ? said.game.consensus : said.periods.find((row) => row.period === period)?.consensus;
  const [consensus = [], ...books] = page.cells(".books-table").map((row) => row.slice(0, -1));
  const priced = rows.filter((row) => isPriced(row, market)).map((row) => [row.book_name, ...cellsOf(row, market)]);
  assert.deepEqual(books, priced);
  assert.equal(consensus[0], `Consensus ${books.length} ${books.length === 1 ? "book" : "books"}`);
  // The game itself has no opening prices of the total; those that the bets have are computed again below.
  for (const [index, text] of cellsOf((published ?? assert.fail()) as Priced, market).entries()) {
    if (!(isGame && market === "total" && index === 1)) assert.equal(consensus[index + 1], text);
  }
  assert.ok(page.texts(".check").length > 0);
  for (const text of page.texts(".check")) assert.match(text, /^✓ Computed again .*as published\.$/);
}

function checkMovement(page: Page, said: Said, period: string, market: Market): void {
  const names = new Map([...said.odds, ...said.periodOdds].map(({ book, book_name: name }) => [book, name]));
  const runs = said.lines.filter((row) => row.period === period && row.market === market);
  const cells = page.cells(".movement table");
  assert.deepEqual(
    cells.map(([name = "", , ...rest]) => [name, ...rest]),
    runs.map((row) => [
      names.get(row.book) ?? "",
      ...(market === "moneyline" ? [] : [lineText(row.line, market)]),
      `${signed(row.home_price ?? row.over_price)} / ${signed(row.away_price ?? row.under_price)}`,
      String(row.captures),
      [row.is_open ? "open" : "", row.is_close ? "close" : ""].filter((text) => text !== "").join(", ") || "–",
    ]),
  );
  // Each run that has a time is one dot or two with the words of its row; the consensus has its own.
  for (const place of [".only-wide", ".only-narrow"]) {
    const shown = new Set(page.texts(`${place} svg g title`).filter((text) => !text.startsWith("Consensus")));
    const measured = [...shown][0]?.includes(" at ") === true;
    const wanted = cells.flatMap(([name, seen, ...rest]) => {
      const [line = "", prices = ""] = market === "moneyline" ? ["", rest[0]] : rest;
      const first = prices.split(" / ")[0];
      if (seen === "no time stated" || (!measured && first === "–")) return [];
      return [measured ? `${name}: ${line} at ${prices}, ${seen}` : `${name}: ${first}, ${seen}`];
    });
    assert.deepEqual([...shown].sort(), [...new Set(wanted)].sort());
  }
}

/** Walks every tab of the game's page. */
async function checkGame(site: GameSite, id: Pick<Game, "sport" | "game_id">): Promise<number> {
  const said = await saidOf(site, id);
  const first = await site.page(`/games/${id.game_id}`);
  checkHead(first, said);
  const addresses = new Set(first.links(".choices"));
  const seen: string[] = [];
  for (const address of addresses) {
    const page = await site.page(address);
    for (const link of page.links(".choices")) addresses.add(link);
    const asked = new URLSearchParams(address.slice(address.indexOf("?")));
    const [period, market] = [asked.get("period") ?? "", asked.get("market") as Market];
    seen.push(`${period} ${market}`);
    checkHead(page, said);
    checkBooks(page, said, period, market);
    checkMovement(page, said, period, market);
  }
  const priced = (Object.keys(members) as Market[]).flatMap((market) => [
    ...(said.odds.some((row) => isPriced(row, market)) ? [`game ${market}`] : []),
    ...said.periods
      .filter(({ period }) => said.periodOdds.some((row) => row.period === period && isPriced(row, market)))
      .map(({ period }) => `${period} ${market}`),
  ]);
  assert.deepEqual(seen.sort(), priced.sort(), id.game_id);
  return seen.length;
}

async function gamesOf(site: GameSite, sport: Sport): Promise<readonly Game[]> {
  return site.rows<Game>("/games", `sport=${sport}&limit=1000`);
}

for (const sport of some(sampledSports)) {
  test(`every page of ${sport} of a small sample shows the API's numbers, and its picture those of the table`, async () => {
    let pages = 0;
    for (const game of await gamesOf(sample, sport)) pages += await checkGame(sample, game);
    assert.ok(pages >= 12, `only ${pages}`);
  });
}

test("overtime, extra innings and a shootout are told, and every tab is the API's", async () => {
  for (const sport of sports) {
    const [game] = await gamesOf(site, sport);
    assert.ok(game !== undefined);
    await checkGame(site, game);
    const place = (await site.page(`/games/${game.game_id}`)).text(".game-top");
    const { extraTime, finalPeriods } = sportsByHand[sport];
    assert.equal(extraTime.test(place), "ot" in finalPeriods, place);
    const chosen = await site.page(`/games/${game.game_id}?book=bovada`);
    assert.equal(chosen.texts('.only-wide [stroke^="var(--series-"]').length, 1, "the line of the chosen book alone");
  }
});

test("a push, a pick'em, one book, a period without a score and a single capture are shown as they are", async () => {
  await using site = await openGameSite(publishing([playedGame, unscoredGame, baseballGame, ...periodQuotes]));
  for (const game of [...(await gamesOf(site, "nfl")), ...(await gamesOf(site, "mlb"))]) await checkGame(site, game);
  const half = await site.page(`/games/${id}?period=1h&market=spread`);
  // 17 to 14 is 3: exactly the spread of both books.
  assert.match(
    half.text(".reasons"),
    /Home minus away is \+3, and \+3 with the home line −3 is 0: Philadelphia Eagles −3 was a push/,
  );
  const pick = await site.page(`/games/${id}?period=q1&market=spread`);
  assert.deepEqual(pick.cells(".books-table")[1], ["Bovada", "0", "−120 / +100", "0", "−120 / +100", "Push"]);
  const total = await site.page(`/games/${id}?period=1h&market=total`);
  assert.deepEqual(
    total.cells(".books-table").map((row) => `${row[0]}: ${row.at(-1)}`),
    ["Consensus 2 books: Won", "FanDuel: Won", "MyBookie.ag: Push"],
  );
});

test("a game without lines says so, has no tabs, and takes no choice", async () => {
  await using site = await openGameSite(publishing([gameRecord({ ...playedGame, game_id: "bare" })]));
  const page = await site.page(`/games/${id}`);
  assert.match(page.text(".game-head .notice"), /No US book posted a line/);
  assert.deepEqual([page.texts(".choices a"), page.texts("svg")], [[], []]);
  const { statusCode, body } = await site.get(`/games/${id}?market=total`);
  assert.equal(statusCode, 400);
  assert.match(body, /No book has priced this game/);
});

test("captures are told before the start that was put off, and one in doubt is in the table with its word, and is not drawn", async () => {
  const late = gameRecord({ ...playedGame, game_id: "late", actual_start_time: "2025-09-05T02:20:00Z" });
  const shown = [
    quoteOf(late, "fanduel", ["full", "spread"], 0, [-3, -110, -110]),
    quoteOf(late, "fanduel", ["full", "spread"], -90, [-9.5, 350, -500]),
  ];
  await using site = await openGameSite(async (database) => {
    await publishItems(database, items(late, ...shown), "2026-06-01T12:00:00.000Z");
  });
  const page = await site.page(`/games/${id}`);
  const [game] = await gamesOf(site, "nfl");
  assert.equal(page.attribute("datetime", ".game-top time"), game?.start_time);
  assert.deepEqual(
    page.cells(".movement table").map(([, seen, line, , , which]) => [seen, line, which]),
    [
      ["2 h before", "−3", "open, close"],
      ["30 min before", "−9.5", "left out: it cannot be true"],
    ],
  );
  assert.ok(!page.texts(".movement title").join(" ").includes("9.5"));
});

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
    ["og:image", `${siteUrl}${address}/card.png`],
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
