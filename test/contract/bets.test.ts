/** The list of bets, from records to answers: rows by hand, filters, refusals, and what a scan costs. */
import assert from "node:assert/strict";
import { Compile } from "typebox/compile";
import { afterAll, test } from "vitest";
import { BetRow } from "../../src/contract/lists/bets.ts";
import { sports } from "../../src/domain/sports.ts";
import { scanBets } from "../../src/query/bets/scan.ts";
import { type GameLines, type LineEntry, packLines } from "../../src/release/packed-lines.ts";
import { packSeasonLines } from "../../src/release/season-lines.ts";
import { openApi, type TestApi } from "../support/api.ts";
import { bareSeason, everyBet } from "../support/bare-season.ts";
import { finals, publishRecords, quotesOf } from "../support/hand-made.ts";
import { baseballGame, periodQuotes, playedGame, unscoredGame } from "../support/hand-made-periods.ts";

const api = await openApi();
afterAll(() => api[Symbol.asyncDispose]());
await publishRecords(api, [playedGame, unscoredGame, baseballGame, ...periodQuotes]);

/** One game of each sport with overtime, and every published market of three books. */
const full = await openApi();
afterAll(() => full[Symbol.asyncDispose]());
await publishRecords(
  full,
  Object.values(finals).flatMap((game) => [game, ...quotesOf(game)]),
);

const played = "/v1/bets?sport=nfl&game_id=NFL-20250904-DAL-PHI";

async function rowsOf(url: string, from: TestApi = api): Promise<BetRow[]> {
  const { status, body, text } = await from.get(url);
  assert.equal(status, 200, text);
  assert.equal(body.next_cursor, null);
  return body.data;
}

const head = {
  game_id: "NFL-20250904-DAL-PHI",
  ...{ sport: "nfl", season: 2025, season_type: "regular", week: 1, game_date: "2025-09-04" },
  ...{ start_time: "2025-09-05T00:20:00.000Z", home: "PHI", away: "DAL" },
};
const dayBefore = "2025-09-04T00:20:00.000Z";
const hourBefore = "2025-09-04T23:20:00.000Z";

test("[A-3] a row has the lines, prices, result and profit of one side at one book, as that side sees them", async () => {
  // PHI leads 17-14 at half-time: 2.5 is covered, and 3 is a push.
  const first = {
    ...head,
    bet_type: "first_half_spread",
    period: "1h",
    market: "spread",
    score: { home: 17, away: 14 },
  };
  const ofConsensus = { book_id: null, book: "consensus", book_name: "Consensus", books: 2 };
  const ofFanduel = { book_id: 2, book: "fanduel", book_name: "FanDuel", books: 1 };
  const better = { beat: true, points: 0.5, probability: null };
  const worse = { beat: false, points: -0.5, probability: null };
  assert.deepEqual(await rowsOf(`${played}&bet_type=first_half_spread&book=consensus,FANDUEL`), [
    {
      ...{ ...first, selection: "home", side_team: "PHI", ...ofConsensus, role: "favorite", closing_line: better },
      open: { line: -2.5, price: -110, captured_at: null },
      close: { line: -3, price: -107, captured_at: null, no_vig_probability: 0.4945 },
      ...{ result: { open: "won", close: "push" }, profit: { open: 0.9091, close: 0 } },
      at_moment: null,
    },
    {
      ...{ ...first, selection: "home", side_team: "PHI", ...ofFanduel, role: "favorite", closing_line: better },
      open: { line: -2.5, price: -110, captured_at: dayBefore },
      close: { line: -3, price: -105, captured_at: hourBefore, no_vig_probability: 0.4892 },
      ...{ result: { open: "won", close: "push" }, profit: { open: 0.9091, close: 0 } },
      at_moment: null,
    },
    {
      ...{ ...first, selection: "away", side_team: "DAL", ...ofConsensus, role: "underdog", closing_line: worse },
      open: { line: 2.5, price: -110, captured_at: null },
      close: { line: 3, price: -112, captured_at: null, no_vig_probability: 0.5055 },
      ...{ result: { open: "lost", close: "push" }, profit: { open: -1, close: 0 } },
      at_moment: null,
    },
    {
      ...{ ...first, selection: "away", side_team: "DAL", ...ofFanduel, role: "underdog", closing_line: worse },
      open: { line: 2.5, price: -110, captured_at: dayBefore },
      close: { line: 3, price: -115, captured_at: hourBefore, no_vig_probability: 0.5108 },
      ...{ result: { open: "lost", close: "push" }, profit: { open: -1, close: 0 } },
      at_moment: null,
    },
  ]);
});

test("[A-3] rows come by bet type, team, selection, then the consensus and the books by book_id", async () => {
  const rows = await rowsOf(`${played}&book=all&limit=1000`);
  assert.deepEqual(
    rows
      .filter(({ selection }) => selection === "home" || selection === "over")
      .map((row) => `${row.bet_type} ${row.book}`),
    [
      ...["moneyline consensus", "moneyline fanduel", "first_half_moneyline consensus", "first_half_moneyline fanduel"],
      ...["consensus", "fanduel", "bovada"].map((book) => `first_half_spread ${book}`),
      ...["consensus", "fanduel", "mybookieag"].map((book) => `first_half_total ${book}`),
      ...["q1_spread consensus", "q1_spread bovada", "q2_moneyline consensus", "q2_moneyline fanduel"],
    ],
  );
});

test("[A-13] at the same line the price says whether the open was better, and nothing does where both are the same", async () => {
  const url = "/v1/bets?from=2000-01-01&book=all&limit=1000&sport=";
  const rows = (await Promise.all(["nfl", "nba", "mlb", "nhl"].map((sport) => rowsOf(`${url}${sport}`)))).flat();
  const seen = new Set<string>();
  for (const { market, open, close, closing_line } of rows) {
    const isSameLine = market === "moneyline" || (open.line !== null && open.line === close.line);
    if (!isSameLine || open.price === null || close.price === null) continue;
    // The greater number of American odds pays more, on either side of zero.
    const beat = open.price === close.price ? null : open.price > close.price;
    assert.equal(closing_line.beat, beat);
    assert.equal(closing_line.points, market === "moneyline" ? null : 0);
    seen.add(String(beat));
  }
  assert.deepEqual([...seen].sort(), ["false", "null", "true"]);
});

test("[A-3] without book the rows are those of the consensus, whose captures have no time", async () => {
  const rows = await rowsOf(played);
  assert.ok(rows.length > 0);
  assert.deepEqual([...new Set(rows.map(({ book }) => book))], ["consensus"]);
  assert.deepEqual(rows, await rowsOf(`${played}&book=consensus`));
});

test("[A-3] a drawn quarter is a push, and a spread of 0 without a moneyline has no favorite", async () => {
  // The first quarter is 7-7, on a spread of 0 at -120 and +100.
  const rows = await rowsOf(`${played}&bet_type=q1_spread&book=bovada`);
  assert.deepEqual(
    rows.map(({ close, result, profit, role }) => [close.line, result.close, profit.close, role]),
    [
      [0, "push", 0, null],
      [0, "push", 0, null],
    ],
  );
});

test("[A-3] a period that was not played has no rows", async () => {
  assert.deepEqual(await rowsOf("/v1/bets?sport=nfl&season=2025&team=BUF&book=all"), []);
  assert.equal((await rowsOf("/v1/bets?sport=mlb&season=2025&period=inn1&book=all")).length, 4);
});

test("[A-3] every bet type of every sport has rows of both sides, in the declared shape, as JSON and as CSV", async () => {
  const row = Compile(BetRow);
  for (const sport of sports) {
    const url = `/v1/bets?sport=${sport}&from=2000-01-01&book=all&limit=1000`;
    const rows = await rowsOf(url, full);
    for (const each of rows) assert.ok(row.Check(each), JSON.stringify(each));
    const listed: { sport: string; bet_types: string[] }[] = (await full.get("/v1/sports")).body.data;
    const betTypes = listed.find((each) => each.sport === sport)?.bet_types;
    assert.deepEqual([...new Set(rows.map((each) => each.bet_type))], betTypes);
    const { headers, text } = await full.get(`${url}&format=csv`);
    assert.match(headers["content-disposition"] ?? "", new RegExp(`gradeline-bets-${sport}`));
    assert.equal(text.trimEnd().split("\r\n").length, rows.length + 1);
  }
});

test("[A-3] role, result, min_line and max_line are of the row's own close", async () => {
  const all = await rowsOf("/v1/bets?sport=nba&from=2000-01-01&book=all&limit=1000", full);
  const given: readonly (readonly [query: string, keep: (row: BetRow) => boolean])[] = [
    ["role=underdog", ({ role }) => role === "underdog"],
    ["result=push", ({ result }) => result.close === "push"],
    ["result=won&selection=under", ({ result, selection }) => result.close === "won" && selection === "under"],
    ["min_line=-2&max_line=3.5", ({ close: { line } }) => line !== null && line >= -2 && line <= 3.5],
    ["min_price=-115&max_price=100", ({ close: { price } }) => price !== null && price >= -115 && price <= 100],
    ["max_price=-100", ({ close: { price } }) => price !== null && price <= 100],
    [
      "min_price=120&market=moneyline",
      ({ market, close: { price } }) => market === "moneyline" && Number(price) >= 120,
    ],
    ["market=team_total&book=consensus,2", ({ market, book }) => market === "team_total" && /^(cons|fand)/.test(book)],
  ];
  for (const [query, keep] of given) {
    const books = query.includes("book=") ? "" : "&book=all";
    const url = `/v1/bets?sport=nba&from=2000-01-01&limit=1000&${query}${books}`;
    assert.deepEqual(await rowsOf(url, full), all.filter(keep), query);
  }
});

/** A season of games in which twelve books and the consensus price everything that the sport has. */
function seasonOf(games: number) {
  const { slots } = packSeasonLines("nfl", []);
  const quote = { line: 3, first: -110, second: -110, timeMs: null };
  const entries: readonly LineEntry[] = slots.flatMap(({ period, market }) =>
    Array.from({ length: 13 }, (_, bookId) => ({ period, market, bookId, open: quote, close: quote })),
  );
  const periods = [...new Set(slots.map(({ period }) => period))];
  const game: GameLines = { scores: periods.map((period) => ({ period, home: 7, away: 3 })), entries };
  const packed = packLines(game);
  const season = bareSeason(
    "nfl",
    packSeasonLines(
      "nfl",
      Array.from({ length: games }, () => packed),
    ),
    games,
  );
  return { season, spans: [{ season, from: 0, to: games }] };
}

test("a page costs what its rows cost: neither the size of the season nor the depth of the page adds to it", () => {
  /** How many quotes are looked at for a page of 1,000 rows from the middle of a season on. */
  const lookedAt = (games: number, from: number): number => {
    const { season, spans } = seasonOf(games);
    const after = { startMs: season.startMs[from] as number, gameId: season.gameIds[from] as string, withinGame: 0 };
    let rows = 0;
    return scanBets(spans, everyBet, after, () => rows++ < 1000);
  };
  const [small = 0, ...others] = [lookedAt(20, 2), lookedAt(400, 2), lookedAt(400, 200), lookedAt(400, 390)];
  assert.ok(small < 1100, String(small));
  for (const looked of others) assert.equal(looked, small);
});

test("what no filter lets through is not looked at: one bet type at the consensus is one quote of a game", () => {
  const { spans } = seasonOf(50);
  const bookIds = [0];
  const one = { ...everyBet, betTypes: ["q3_total"] as const, selection: "over" as const, bookIds };
  let found = 0;
  const looked = scanBets(spans, one, null, () => ++found > 0);
  assert.equal(found, 50);
  // The first quote of a book ends the look at a game.
  assert.ok(looked <= 100, String(looked));
  assert.equal(
    scanBets(spans, { ...everyBet, period: "p1" }, null, () => true),
    0,
  );
});
