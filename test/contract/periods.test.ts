/** The lists of periods and of their odds, from records to answers: every value of a few games by hand. */
import assert from "node:assert/strict";
import { Compile } from "typebox/compile";
import { afterAll, test } from "vitest";
import { PeriodOddsRow, PeriodRow } from "../../src/contract/lists/periods.ts";
import { sports } from "../../src/domain/sports.ts";
import { openApi, type TestApi } from "../support/api.ts";
import { books, finals, pricedPeriods, publishRecords, quotesOf } from "../support/hand-made.ts";
import { baseballGame, periodQuotes, playedGame, unscoredGame } from "../support/hand-made-periods.ts";
import { scoredPeriods } from "../support/oracle/contract.ts";
import { sportsByHand } from "../support/sports.ts";

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

async function rowsOf<Row>(url: string, from: TestApi = api): Promise<Row[]> {
  const { status, body, text } = await from.get(url);
  assert.equal(status, 200, text);
  assert.equal(body.next_cursor, null);
  return body.data;
}

const played = {
  game_id: "NFL-20250904-DAL-PHI",
  ...{ sport: "nfl", season: 2025, season_type: "regular", week: 1, game_date: "2025-09-04" },
  ...{ start_time: "2025-09-05T00:20:00.000Z", home: "PHI", away: "DAL" },
};

const noMoneyline = { home_open: null, home_close: null, away_open: null, away_close: null };
const noSpread = {
  ...{ open: null, close: null, home_juice_open: null, home_juice_close: null },
  ...{ away_juice_open: null, away_juice_close: null },
};
const noTotal = {
  ...{ open: null, close: null, over_juice_open: null, over_juice_close: null },
  ...{ under_juice_open: null, under_juice_close: null },
};

test("[A-4] a period has its score, the consensus of its books, and the result against that", async () => {
  const rows = await rowsOf<PeriodRow>("/v1/periods?sport=nfl&season=2025&game_id=NFL-20250904-DAL-PHI");
  assert.deepEqual(rows, [
    {
      ...{ ...played, period: "1h", score: { home: 17, away: 14 } },
      consensus: {
        moneyline: { home_open: -140, home_close: -150, away_open: 120, away_close: 130 },
        // Two books close on -3: -105 and -110 are 107.5 on the mean, -115 and -110 are 112.5. The openings are one
        // book each, as near to their median, so the smaller one counts.
        spread: {
          ...{ open: -2.5, close: -3, home_juice_open: -110, home_juice_close: -107 },
          ...{ away_juice_open: -110, away_juice_close: -112 },
        },
        // Each total is one book's, and the more balanced prices count.
        total: {
          ...{ open: 23.5, close: 24, over_juice_open: -112, over_juice_close: -110 },
          ...{ under_juice_open: -108, under_juice_close: -110 },
        },
      },
      result: { margin_home: 3, home_covered: null, went_over: true, favorite: "home" },
    },
    {
      ...{ ...played, period: "2h", score: { home: 7, away: 6 }, consensus: null },
      result: { margin_home: 1, home_covered: null, went_over: null, favorite: null },
    },
    {
      ...{ ...played, period: "q1", score: { home: 7, away: 7 } },
      consensus: {
        moneyline: noMoneyline,
        spread: {
          ...{ open: 0, close: 0, home_juice_open: -120, home_juice_close: -120 },
          ...{ away_juice_open: 100, away_juice_close: 100 },
        },
        total: noTotal,
      },
      result: { margin_home: 0, home_covered: null, went_over: null, favorite: null },
    },
    {
      ...{ ...played, period: "q2", score: { home: 10, away: 7 } },
      consensus: {
        moneyline: { home_open: -130, home_close: -130, away_open: 110, away_close: 110 },
        ...{ spread: noSpread, total: noTotal },
      },
      result: { margin_home: 3, home_covered: null, went_over: null, favorite: "home" },
    },
    {
      ...{ ...played, period: "q3", score: { home: 7, away: 3 }, consensus: null },
      result: { margin_home: 4, home_covered: null, went_over: null, favorite: null },
    },
    {
      ...{ ...played, period: "q4", score: { home: 0, away: 3 }, consensus: null },
      result: { margin_home: -3, home_covered: null, went_over: null, favorite: null },
    },
  ]);
});

test("[A-4] the favorite of a period follows [D-20]: of innings the moneyline comes before the spread", async () => {
  const rows = await rowsOf<PeriodRow>("/v1/periods?sport=mlb&season=2025");
  assert.deepEqual(
    rows.map(({ period, score, result }) => ({ period, score, result })),
    [
      {
        ...{ period: "inn1", score: { home: 0, away: 1 } },
        result: { margin_home: -1, home_covered: null, went_over: true, favorite: null },
      },
      {
        ...{ period: "inn5", score: { home: 4, away: 3 } },
        result: { margin_home: 1, home_covered: true, went_over: null, favorite: "away" },
      },
      {
        ...{ period: "ot", score: { home: 2, away: 1 } },
        result: { margin_home: 1, home_covered: null, went_over: null, favorite: null },
      },
    ],
  );
});

test("[A-4] a game of which no score by period is known has no periods", async () => {
  const rows = await rowsOf<PeriodRow>("/v1/periods?sport=nfl&season=2025");
  assert.deepEqual([...new Set(rows.map(({ game_id }) => game_id))], [played.game_id]);
});

test("[A-4] the periods of every sport are those of period_scores, in the order of [D-22], then p2, p3 and ot", async () => {
  for (const sport of sports) {
    const rows = await rowsOf<PeriodRow>(`/v1/periods?sport=${sport}&from=2000-01-01`, full);
    assert.deepEqual(
      rows.map(({ period }) => period),
      scoredPeriods.filter((period) => period in sportsByHand[sport].finalPeriods),
    );
    const { period_scores } = (await full.get(`/v1/games/${rows[0]?.game_id}`)).body.data;
    assert.deepEqual(Object.fromEntries(rows.map(({ period, score }) => [period, score])), period_scores);
    for (const { period } of rows) {
      const only = await rowsOf<PeriodRow>(`/v1/periods?sport=${sport}&from=2000-01-01&period=${period}`, full);
      assert.deepEqual(
        only,
        rows.filter((row) => row.period === period),
      );
    }
  }
});

test("[A-5] a row is what one book posted on a period, graded on the period's score against its own close", async () => {
  const rows = await rowsOf<PeriodOddsRow>("/v1/period_odds?sport=nfl&game_id=NFL-20250904-DAL-PHI");
  const fanduel = { book_id: 2, book: "fanduel", book_name: "FanDuel" };
  const bovada = { book_id: 7, book: "bovada", book_name: "Bovada" };
  assert.deepEqual(rows, [
    {
      ...{ ...played, period: "1h", ...fanduel },
      moneyline: { home_open: -140, home_close: -150, away_open: 120, away_close: 130 },
      spread: {
        ...{ open: -2.5, close: -3, home_juice_open: -110, home_juice_close: -105 },
        ...{ away_juice_open: -110, away_juice_close: -115 },
      },
      total: {
        ...{ open: 23.5, close: 24, over_juice_open: -112, over_juice_close: -110 },
        ...{ under_juice_open: -108, under_juice_close: -110 },
      },
      result: { home_covered: null, spread_push: true, went_over: true, total_push: false },
    },
    {
      ...{ ...played, period: "1h", ...bovada, moneyline: noMoneyline },
      spread: {
        ...{ open: -3, close: -3, home_juice_open: -110, home_juice_close: -110 },
        ...{ away_juice_open: -110, away_juice_close: -110 },
      },
      total: noTotal,
      result: { home_covered: null, spread_push: true, went_over: null, total_push: null },
    },
    {
      ...{ ...played, period: "1h", book_id: 10, book: "mybookieag", book_name: "MyBookie.ag" },
      ...{ moneyline: noMoneyline, spread: noSpread },
      total: {
        ...{ open: 30.5, close: 31, over_juice_open: -120, over_juice_close: -115 },
        ...{ under_juice_open: 100, under_juice_close: -105 },
      },
      result: { home_covered: null, spread_push: null, went_over: null, total_push: true },
    },
    {
      ...{ ...played, period: "q1", ...bovada, moneyline: noMoneyline },
      spread: {
        ...{ open: 0, close: 0, home_juice_open: -120, home_juice_close: -120 },
        ...{ away_juice_open: 100, away_juice_close: 100 },
      },
      total: noTotal,
      result: { home_covered: null, spread_push: true, went_over: null, total_push: null },
    },
    {
      ...{ ...played, period: "q2", ...fanduel },
      moneyline: { home_open: -130, home_close: -130, away_open: 110, away_close: 110 },
      ...{ spread: noSpread, total: noTotal },
      result: { home_covered: null, spread_push: null, went_over: null, total_push: null },
    },
  ]);
});

test("[A-5] a period that was not played has its lines, and a result of nulls", async () => {
  const [row, ...others] = await rowsOf<PeriodOddsRow>("/v1/period_odds?sport=nfl&game_id=NFL-20250907-KC-BUF");
  assert.deepEqual(others, []);
  assert.deepEqual([row?.period, row?.spread.close, row?.total.close], ["2h", 1.5, 22]);
  assert.deepEqual(row?.result, { home_covered: null, spread_push: null, went_over: null, total_push: null });
});

test("[A-5] every sport lists its priced periods by book, and never the consensus or the full game", async () => {
  for (const sport of sports) {
    const rows = await rowsOf<PeriodOddsRow>(`/v1/period_odds?sport=${sport}&from=2000-01-01`, full);
    const inOrder = [...pricedPeriods[sport].keys()]
      .filter((period) => period !== "full")
      .flatMap((period) => books.map(({ book }) => [period, book]));
    assert.deepEqual(
      rows.map(({ period, book }) => [period, book]),
      inOrder.toSorted(([a], [b]) => orderOf(a) - orderOf(b)),
    );
  }
});

function orderOf(period: unknown): number {
  return "1h 2h q1 q2 q3 q4 p1 inn1 inn5".split(" ").indexOf(String(period));
}

test("[A-5] period odds agree with those of the single game, and [A-4] both lists have the declared shapes", async () => {
  const isPeriod = Compile(PeriodRow);
  const isOdds = Compile(PeriodOddsRow);
  for (const sport of sports) {
    for (const row of await rowsOf(`/v1/periods?sport=${sport}&from=2000-01-01`, full)) {
      assert.deepEqual(isPeriod.Errors(row), []);
    }
    const rows = await rowsOf<PeriodOddsRow>(`/v1/period_odds?sport=${sport}&from=2000-01-01`, full);
    for (const row of rows) assert.deepEqual(isOdds.Errors(row), []);
    const { period_odds } = (await full.get(`/v1/games/${rows[0]?.game_id}`)).body.data;
    const without = <Line extends PeriodOddsRow["spread"]>({
      home_juice_open: _,
      away_juice_open: __,
      ...line
    }: Line) => line;
    const short = ({ over_juice_open: _, under_juice_open: __, ...line }: PeriodOddsRow["total"]) => line;
    assert.deepEqual(
      rows.map(({ period, book_id, book, moneyline, spread, total }) => ({
        ...{ period, book_id, book, moneyline, spread: without(spread), total: short(total) },
      })),
      period_odds,
    );
  }
});

for (const [what, query, isWanted] of [
  ["period", "period=q2", (row) => row.period === "q2"],
  ["book", "book=fanduel", (row) => row.book === "fanduel"],
  ["books by slug and id", "book=10,FanDuel", (row) => row.book !== "bovada"],
  ["market", "market=moneyline", (row) => row.moneyline.home_close !== null],
  ["market", "market=spread", (row) => row.spread.close !== null],
  ["market", "market=total", (row) => row.total.close !== null],
  [
    "all three",
    "market=spread&period=1h&book=7",
    (row) => row.spread.close !== null && row.period === "1h" && row.book_id === 7,
  ],
] as const satisfies readonly (readonly [string, string, (row: PeriodOddsRow) => boolean])[]) {
  test(`[A-5] ${query} keeps the rows that have the ${what}`, async () => {
    const list = "/v1/period_odds?sport=nfl&season=2025";
    const all = await rowsOf<PeriodOddsRow>(list);
    const wanted = all.filter(isWanted);
    assert.ok(wanted.length > 0 && wanted.length < all.length);
    assert.deepEqual(await rowsOf(`${list}&${query}`), wanted);
  });
}
