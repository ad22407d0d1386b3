/** Games made by hand: the oracle gives the numbers that are written by hand, and the service gives what the oracle does. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { closedAfterAll } from "../support/api.ts";
import { type BetRow, betRows } from "./computed/bets.ts";
import { testEveryList } from "./computed/compare.ts";
import { coverageRows } from "./computed/coverage.ts";
import type { OracleGame } from "./computed/game.ts";
import { pathRows } from "./computed/paths.ts";
import { periodOddsRows, periodRows } from "./computed/periods.ts";
import { openOracleGames } from "./computed/sample.ts";
import * as made from "./hand-made.ts";

const served = closedAfterAll(await openOracleGames(made.records));
testEveryList("games made by hand", served);

const [tie, withheld, innings] = (["nfl", "nba", "mlb"] as const).map(
  (sport) => served.games.get(sport)?.[0] ?? assert.fail(sport),
) as [OracleGame, OracleGame, OracleGame];

function brief(row: BetRow): readonly [name: string, bet: made.WantedBet] {
  const { open, close, result, profit } = row;
  return [
    `${row.bet_type} ${row.selection} ${row.side_team} ${row.book}`,
    [
      [open.line, open.price],
      [close.line, close.price],
      close.no_vig_probability,
      [result.open, result.close],
      [profit.open, profit.close],
      row.role,
    ],
  ];
}

function assertBets(rows: readonly BetRow[], wanted: Readonly<Record<string, made.WantedBet>>): void {
  assert.deepEqual(rows.map(brief), Object.entries(wanted));
}

test("grades a tie, a pick'em, even money, a lone opening, team totals and a quarter line as by hand", () => {
  assertBets(betRows(tie), made.tieBets);
});

test("dates a book's prices, and no consensus", () => {
  const rows = betRows(tie);
  const dates = rows.slice(0, 2).map(({ open, close }) => [open.captured_at, close.captured_at]);
  assert.deepEqual(dates, [
    [null, null],
    ["2025-09-03T00:20:00.000Z", "2025-09-04T23:50:00.000Z"],
  ]);
  const [stated] = rows.filter(({ book, market }) => book === "fanduel" && market === "total");
  assert.equal(stated?.open.captured_at, null);
});

test("counts the books of a market, and scores the period of the bet", () => {
  const rows = betRows(tie);
  const counts = rows.filter(({ selection, book }) => selection === "over" && book === "consensus");
  assert.deepEqual(
    counts.map(({ bet_type, books, score }) => [bet_type, books, score]),
    [
      ["total", 2, { home: 20, away: 20 }],
      ["team_total_over", 1, { home: 20, away: 20 }],
      ["team_total_over", 1, { home: 20, away: 20 }],
      ["first_half_total", 1, { home: 10, away: 10 }],
      ["q2_total", 1, { home: 3, away: 10 }],
    ],
  );
  assert.deepEqual(new Set(rows.filter(({ book }) => book !== "consensus").map(({ books }) => books)), new Set([1]));
});

test("lists every period that was played, priced or not, with its own result", () => {
  const rows = periodRows(tie);
  assert.deepEqual(
    rows.map(({ period, score, consensus, result }) => [
      period,
      [score.home, score.away],
      consensus === null ? null : [consensus.moneyline.home_close, consensus.spread.close, consensus.total.close],
      Object.values(result),
    ]),
    [
      // Margin of home, whether home covered, whether it went over, the favorite.
      ["1h", [10, 10], [100, 0, 20.25], [0, null, false, null]],
      ["2h", [10, 10], null, [0, null, null, null]],
      ["q1", [7, 0], [100, null, null], [7, null, null, "away"]],
      ["q2", [3, 10], [null, null, 9.5], [-7, null, true, null]],
      ["q3", [7, 3], null, [4, null, null, null]],
      ["q4", [3, 7], null, [-4, null, null, null]],
      ["ot", [0, 0], null, [0, null, null, null]],
    ],
  );
});

test("follows a line from its first capture to its last, and shows where it moves and comes back", () => {
  const rows = pathRows(tie);
  assert.deepEqual(
    rows.map((row) => [
      `${row.book} ${row.period} ${row.market} ${row.team}`,
      [row.first_seen, row.last_seen, row.captures],
      [row.line, row.home_price ?? row.over_price, row.away_price ?? row.under_price],
      [row.is_open, row.is_close],
      row.minutes_before_start,
    ]),
    made.tiePaths,
  );
});

test("counts of each market and book how many games it priced, and how late its closes are", () => {
  const rows = coverageRows({ nfl: [tie] });
  assert.equal(rows.length, 19);
  const found = rows.map(({ sport: _, season: __, period, market, book, ...numbers }) => [
    `${period} ${market} ${book}`,
    Object.values(numbers),
  ]);
  assert.deepEqual({ ...Object.fromEntries(found), ...made.tieCoverage }, Object.fromEntries(found));
});

test("has no bets on periods whose scores are withheld, and their odds without results", () => {
  assertBets(betRows(withheld), made.withheldBets);
  assert.deepEqual(periodRows(withheld), []);
  const [row, ...others] = periodOddsRows(withheld);
  assert.deepEqual(others, []);
  assert.deepEqual([row?.period, row?.book, row?.total.close], ["1h", "draftkings", 112.5]);
  assert.deepEqual(row?.result, { home_covered: null, spread_push: null, went_over: null, total_push: null });
});

test("grades a price without its opposite, and knows no role for it", () => {
  assertBets(betRows(innings), made.inningsBets);
});

test("grades a book's odds of a period on the score of that period", () => {
  const rows = periodOddsRows(innings);
  assert.deepEqual(
    rows.map(({ period, book_id, total, result }) => [period, book_id, Object.values(total), Object.values(result)]),
    [["inn1", 1, [0.5, 0.5, -125, -125, 105, 105], [null, null, true, false]]],
  );
});
