// @module-tag volume
/**
 * The page of a game: every number on it is the API's, the picture of movements shows what the table beside it says, and every
 * consensus that it explains computes again. The texts that are expected are made here, of other answers of the API
 * (`/v1/odds`, `/v1/period_odds`, `/v1/games/{game_id}`) than those that the page asks.
 */
import assert from "node:assert/strict";
import { afterAll, beforeAll, describe, test } from "vitest";
import type { Game, GameDetail } from "../../src/contract/lists/games.ts";
import type { LineRow } from "../../src/contract/lists/lines.ts";
import type { OddsRow } from "../../src/contract/lists/odds.ts";
import type { PeriodOddsRow, PeriodRow } from "../../src/contract/lists/periods.ts";
import { type Sport, sports } from "../../src/domain/sports.ts";
import { importItems } from "../../src/ledger/import.ts";
import { publish } from "../../src/publish/publish.ts";
import type { Page } from "../support/document.ts";
import { type GameSite, openGameSite, publishing } from "../support/game-site.ts";
import { finals, quotesOf } from "../support/hand-made.ts";
import { baseballGame, periodQuotes, playedGame, unscoredGame } from "../support/hand-made-periods.ts";
import { gameRecord, items, quoteRecord } from "../support/records.ts";
import { publishSmallSample } from "../support/sample-archive.ts";
import { sampledSports, sportsByHand } from "../support/sports.ts";
import { some } from "../support/volume.ts";

/** A number with its sign, as a page writes it. */
const signed = (value: number | null): string =>
  value === null ? "–" : value === 0 ? "0" : value > 0 ? `+${value}` : `−${Math.abs(value)}`;
const pair = (first: number | null, second: number | null): string =>
  first === null && second === null ? "–" : `${signed(first)} / ${signed(second)}`;
const plain = (value: number | null): string => (value === null ? "–" : String(value));

type Priced = Pick<OddsRow, "moneyline" | "spread"> & { readonly total: PeriodOddsRow["total"] };
type Named = Priced & { readonly name: string };

/** The cells of a book's row, except its name and its result. */
function cellsOf({ moneyline, spread, total }: Priced, market: string): readonly string[] {
  if (market === "moneyline") {
    return [pair(moneyline.home_open, moneyline.away_open), pair(moneyline.home_close, moneyline.away_close)];
  }
  if (market === "spread") {
    const { open, close, home_juice_open, away_juice_open, home_juice_close, away_juice_close } = spread;
    return [
      signed(open),
      pair(home_juice_open, away_juice_open),
      signed(close),
      pair(home_juice_close, away_juice_close),
    ];
  }
  const { open, close, over_juice_open, under_juice_open, over_juice_close, under_juice_close } = total;
  return [
    plain(open),
    pair(over_juice_open, under_juice_open),
    plain(close),
    pair(over_juice_close, under_juice_close),
  ];
}

const isPriced = (row: Priced, market: string) => cellsOf(row, market).some((cell) => cell !== "–");

/** What the API says of one game, read once. */
type Said = {
  readonly game: GameDetail;
  readonly odds: readonly OddsRow[];
  readonly periods: readonly PeriodRow[];
  readonly periodOdds: readonly PeriodOddsRow[];
  readonly lines: readonly LineRow[];
};

async function saidOf(site: GameSite, { sport, game_id: id }: Pick<Game, "sport" | "game_id">): Promise<Said> {
  const one = `sport=${sport}&game_id=${id}&limit=1000`;
  const [game] = await site.rows<GameDetail>(`/games/${id}`);
  assert.ok(game !== undefined);
  return {
    game,
    odds: await site.rows<OddsRow>("/odds", one),
    periods: await site.rows<PeriodRow>("/periods", one),
    periodOdds: await site.rows<PeriodOddsRow>("/period_odds", one),
    lines: await site.rows<LineRow>(`/games/${id}/lines`, "limit=1000"),
  };
}

/** Without the samples, which are programs. */
const ownHtml = ({ html }: Page) => html.replace(/<section class="card get-this".*?<\/section>/s, "");

function checkHead(page: Page, { game, periods }: Said): void {
  const { home, away } = game;
  // The halves of a game with quarters stand behind the final score: they are no further points.
  const isHalf = ({ period }: PeriodRow) =>
    ["1h", "2h"].includes(period) && periods.some((each) => each.period === "q1");
  assert.equal(page.text("h1"), `${away.name} ${away.score} at ${home.name} ${home.score}`);
  assert.deepEqual(
    page.cells(".scores"),
    periods.length === 0
      ? []
      : (["away", "home"] as const).map((side) => [
          game[side].abbreviation,
          ...periods.filter((each) => !isHalf(each)).map(({ score }) => plain(score[side])),
          plain(game[side].score),
          ...periods.filter(isHalf).map(({ score }) => plain(score[side])),
        ]),
  );
  const wrong = /.{0,40}(NaN|undefined|Infinity|\\n|(?<!\w)[-−]0(?![.\w])).{0,40}/.exec(ownHtml(page));
  assert.equal(wrong?.[0], undefined);
}

/** The verdicts, worded anew of the flags of the game. */
function checkVerdicts(page: Page, { game }: Said): void {
  const { consensus, result, home, away } = game;
  const said = page.texts(".verdict dd");
  if (consensus === null) {
    assert.deepEqual(said, []);
    assert.match(page.text(".game-head .notice"), /No US book/);
    return;
  }
  const { spread, total } = consensus;
  const spreadText = said.find((text) => / covered by |was a push/.test(text) && !/were a push/.test(text));
  if (spread.close === null) assert.equal(spreadText, undefined);
  else if (result.home_covered === null) assert.equal(spreadText, `${home.name} ${signed(spread.close)} was a push`);
  else {
    const line = result.home_covered ? spread.close : -spread.close;
    const by = Math.abs((result.margin_home ?? 0) + spread.close);
    assert.equal(spreadText, `${result.home_covered ? home.name : away.name} ${signed(line)} covered by ${by}`);
  }
  const totalText = said.find((text) => / went over | stayed under | were a push on /.test(text));
  if (total.close === null) assert.equal(totalText, undefined);
  else assert.match(totalText ?? "", result.went_over === null ? / push / : result.went_over ? / over / : / under /);
}

function checkBooks(page: Page, said: Said, period: string, market: string): void {
  const rows: readonly Named[] =
    period === "game"
      ? said.odds.map((row) => ({ ...row, name: row.book_name }))
      : said.periodOdds.filter((row) => row.period === period).map((row) => ({ ...row, name: row.book_name }));
  const own = said.periods.find((row) => row.period === period)?.consensus ?? null;
  const cells = page.cells(".books-table");
  const [consensus = [], ...books] = cells;
  assert.deepEqual(
    books.map((row) => row.slice(0, -1)),
    rows.filter((row) => isPriced(row, market)).map((row) => [row.name, ...cellsOf(row, market)]),
  );
  assert.equal(consensus[0], `Consensus ${books.length} ${books.length === 1 ? "book" : "books"}`);
  const { consensus: ofGame } = said.game;
  const published = period === "game" ? ofGame : own;
  assert.ok(published !== null);
  const expected = cellsOf(
    { ...published, total: { over_juice_open: null, under_juice_open: null, ...published.total } },
    market,
  );
  // The game itself has no opening prices of the total; those that the bets have are computed again below.
  const isUnsaid = (index: number) => period === "game" && market === "total" && index === 1;
  for (const [index, text] of expected.entries()) if (!isUnsaid(index)) assert.equal(consensus[index + 1], text);
  const checks = page.texts(".check");
  assert.ok(checks.length > 0);
  for (const text of checks) assert.match(text, /^✓ Computed again .*as published\.$/);
}

const titles = (page: Page, place: string) => page.texts(`${place} svg g title`);

function checkMovement(page: Page, said: Said, period: string, market: string): void {
  const names = new Map(said.odds.map(({ book, book_name }) => [book, book_name]));
  for (const { book, book_name } of said.periodOdds) names.set(book, book_name);
  const runs = said.lines.filter((row) => row.period === period && row.market === market);
  const cells = page.cells(".movement table");
  const expected = runs.map((row) => [
    names.get(row.book) ?? "",
    ...(market === "spread" ? [signed(row.line)] : market === "total" ? [plain(row.line)] : []),
    market === "total"
      ? `${signed(row.over_price)} / ${signed(row.under_price)}`
      : `${signed(row.home_price)} / ${signed(row.away_price)}`,
    String(row.captures),
    [row.is_open ? "open" : "", row.is_close ? "close" : ""].filter((text) => text !== "").join(", ") || "–",
  ]);
  assert.deepEqual(
    cells.map(([name = "", , ...rest]) => [name, ...rest]),
    expected,
  );
  // Each run that has a time is one dot or two with the words of its row; the consensus has its own.
  for (const place of [".only-wide", ".only-narrow"]) {
    const shown = new Set(titles(page, place).filter((text) => !text.startsWith("Consensus")));
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
  checkVerdicts(first, said);
  const addresses = new Set(
    [...first.document.querySelectorAll(".choices a")].map((link) => link.getAttribute("href") ?? ""),
  );
  const seen = new Set<string>();
  for (const address of addresses) {
    const page = await site.page(address);
    for (const link of page.document.querySelectorAll(".choices a")) addresses.add(link.getAttribute("href") ?? "");
    const asked = new URLSearchParams(address.slice(address.indexOf("?")));
    const [period = "", market = ""] = [asked.get("period") ?? "", asked.get("market") ?? ""];
    seen.add(`${period} ${market}`);
    checkHead(page, said);
    checkBooks(page, said, period, market);
    checkMovement(page, said, period, market);
  }
  const priced = (["moneyline", "spread", "total"] as const).flatMap((market) => [
    ...(said.odds.some((row) => isPriced(row, market)) ? [`game ${market}`] : []),
    ...said.periods
      .filter(({ period }) => said.periodOdds.some((row) => row.period === period && isPriced(row, market)))
      .map(({ period }) => `${period} ${market}`),
  ]);
  assert.deepEqual([...seen].sort(), priced.sort(), id.game_id);
  return seen.size;
}

async function gamesOf(site: GameSite, sport: Sport): Promise<readonly Game[]> {
  return site.rows<Game>("/games", `sport=${sport}&limit=1000`);
}

describe("of a small sample", () => {
  let site: GameSite;
  beforeAll(async () => {
    site = await openGameSite((database) => publishSmallSample(database, 3));
  });
  afterAll(() => site[Symbol.asyncDispose]());

  for (const sport of some(sampledSports)) {
    test(`every page of ${sport} shows the API's numbers, and its picture those of the table`, async () => {
      let pages = 0;
      for (const game of await gamesOf(site, sport)) pages += await checkGame(site, game);
      assert.ok(pages >= 12, `only ${pages}`);
    });
  }
});

describe("of games made by hand", () => {
  test("overtime, extra innings and a shootout are told, and every tab is the API's", async () => {
    const games = Object.values(finals);
    await using site = await openGameSite(publishing([...games, ...games.flatMap(quotesOf)]));
    for (const sport of sports) {
      const [game] = await gamesOf(site, sport);
      assert.ok(game !== undefined);
      await checkGame(site, game);
      const place = (await site.page(`/games/${game.game_id}`)).text(".game-top");
      const { extraTime, finalPeriods } = sportsByHand[sport];
      assert.equal(extraTime.test(place), "ot" in finalPeriods, place);
    }
  });

  test("a push, a pick'em, one book, a period without a score and a single capture are shown as they are", async () => {
    await using site = await openGameSite(publishing([playedGame, unscoredGame, baseballGame, ...periodQuotes]));
    const games = [...(await gamesOf(site, "nfl")), ...(await gamesOf(site, "mlb"))];
    for (const game of games) await checkGame(site, game);
    const half = await site.page("/games/NFL-20250904-DAL-PHI?period=1h&market=spread");
    // 17 to 14 is 3: exactly the spread of both books.
    assert.match(
      half.text(".reasons"),
      /Home minus away is \+3, and \+3 with the home line −3 is 0: Philadelphia Eagles −3 was a push/,
    );
    assert.deepEqual(new Set(half.cells(".books-table").map((row) => row.at(-1))), new Set(["Push"]));
    const pick = await site.page("/games/NFL-20250904-DAL-PHI?period=q1&market=spread");
    assert.deepEqual(pick.cells(".books-table")[1], ["Bovada", "0", "−120 / +100", "0", "−120 / +100", "Push"]);
    const total = await site.page("/games/NFL-20250904-DAL-PHI?period=1h&market=total");
    assert.deepEqual(
      total.cells(".books-table").map((row) => [row[0], row.at(-1)]),
      [
        ["Consensus 2 books", "Won"],
        ["FanDuel", "Won"],
        ["MyBookie.ag", "Push"],
      ],
    );
  });

  test("a game without lines says so, has no tabs, and takes no choice", async () => {
    const bare = gameRecord({ ...playedGame, game_id: "bare" });
    await using site = await openGameSite(publishing([bare]));
    const page = await site.page("/games/NFL-20250904-DAL-PHI");
    assert.match(page.text(".game-head .notice"), /No US book posted a line/);
    assert.deepEqual([page.texts(".choices a"), page.texts("svg")], [[], []]);
    const { statusCode, body } = await site.get("/games/NFL-20250904-DAL-PHI?market=total");
    assert.equal(statusCode, 400);
    assert.match(body, /No book has priced this game/);
  });

  test("a start that was put off is the start that is shown, and captures are told before it", async () => {
    const late = gameRecord({ ...playedGame, game_id: "late", actual_start_time: "2025-09-05T02:20:00Z" });
    const quote = quoteRecord({
      ...{ sport: "nfl", home: "PHI", away: "DAL", start_time: late.start_time ?? "", event_id: "event late" },
      ...{ book: "fanduel", period: "full", market: "spread", line: -3, home_odds: -110, away_odds: -110 },
      ...{ over_odds: null, under_odds: null, captured_at: "2025-09-05T01:50:00Z" },
    });
    await using site = await openGameSite(publishing([late, quote]));
    const [game] = await gamesOf(site, "nfl");
    assert.ok(game !== undefined);
    await checkGame(site, game);
    const page = await site.page(`/games/${game.game_id}`);
    const start = page.document.querySelector(".game-top time")?.getAttribute("datetime");
    assert.equal(start, game.start_time);
    const [run] = await site.rows<LineRow>(`/games/${game.game_id}/lines`);
    assert.equal(page.cells(".movement table")[0]?.[1], `${run?.minutes_before_start} min before`);
  });
});

test("a book that is chosen is the one in colour, and its link says so", async () => {
  const games = [finals.nfl];
  await using site = await openGameSite(publishing([...games, ...games.flatMap(quotesOf)]));
  const page = await site.page("/games/NFL-20250904-DAL-PHI?book=bovada");
  assert.deepEqual(page.texts(".chip[aria-current]"), ["Bovada"]);
  assert.deepEqual(page.texts('.chip[class*="series-"]'), ["Bovada"]);
  assert.equal([...page.document.querySelectorAll('.only-wide g[stroke="var(--series-1)"]')].length, 1);
  const other = await site.page("/games/NFL-20250904-DAL-PHI");
  assert.deepEqual(other.texts(".chip[aria-current]"), []);
  assert.equal(other.texts('.chip[class*="series-"]').length, 3);
});

test("a quote in doubt is in the table of movements with its word, and is not drawn", async () => {
  const quote = quoteRecord({
    ...{ sport: "nfl", home: "PHI", away: "DAL", start_time: playedGame.start_time, event_id: "event doubted" },
    ...{ book: "fanduel", period: "full", market: "spread", line: -3, home_odds: -110, away_odds: -110 },
    captured_at: "2025-09-04T20:00:00Z",
  });
  const at = "2026-06-01T12:00:00.000Z";
  await using site = await openGameSite(async (database) => {
    const later = { ...quote, captured_at: "2025-09-04T22:00:00Z", line: -9.5, home_odds: 350, away_odds: -500 };
    await importItems(database, items(playedGame, quote, later), at);
    await publish(database, { all: false, acceptRemovals: true, publishedAt: at });
  });
  const page = await site.page("/games/NFL-20250904-DAL-PHI");
  const rows = page.cells(".movement table");
  assert.deepEqual(
    rows.map((row) => row.at(-1)),
    ["open, close", "left out: it cannot be true"],
  );
  assert.ok(!page.texts(".movement title").join(" ").includes("9.5"));
});
