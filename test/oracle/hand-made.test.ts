/** Games made by hand: both readings of the contract, the service's and the oracle's, give the numbers written by hand. */
import assert from "node:assert/strict";
import { afterAll, beforeAll, describe, test } from "vitest";
import { readCanonical } from "../../src/feed/canonical.ts";
import type { GameRecord } from "../../src/feed/records.ts";
import { importItems } from "../../src/ledger/import.ts";
import { publish } from "../../src/publish/publish.ts";
import { openApi, type TestApi, walk } from "../support/api.ts";
import { keepDoubted } from "../support/records.ts";
import { type BetRow, betRows } from "./computed/bets.ts";
import { type CoverageRow, coverageRows } from "./computed/coverage.ts";
import { gameOf } from "./computed/game.ts";
import { type PathRow, pathRows } from "./computed/paths.ts";
import { type PeriodOddsRow, type PeriodRow, periodOddsRows, periodRows } from "./computed/periods.ts";
import { captureOf } from "./computed/quotes.ts";
import * as made from "./hand-made.ts";

const publishedAt = "2026-06-01T12:00:00.000Z";

/** The records as a canonical file gives them: even money is +100 there, and zero has no sign. */
const read = readCanonical(
  made.records.map((record) => JSON.stringify(record)),
  { file: "hand-made.ndjson", nowMs: Date.parse(publishedAt) },
);
const feed = [...read];
const quotes = feed.flatMap((item) => ("record" in item && item.record.type === "quote" ? [item.record] : []));

function oracleGame(record: GameRecord) {
  const own = quotes.filter(({ event_id }) => event_id === `event ${record.game_id}`);
  return gameOf(record, own.map(captureOf));
}

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

type Reading = {
  bets(record: GameRecord): Promise<readonly BetRow[]>;
  periods(record: GameRecord): Promise<readonly PeriodRow[]>;
  periodOdds(record: GameRecord): Promise<readonly PeriodOddsRow[]>;
  paths(record: GameRecord): Promise<readonly PathRow[]>;
  coverage(record: GameRecord): Promise<readonly CoverageRow[]>;
};

const oracle: Reading = {
  bets: async (record) => betRows(oracleGame(record)),
  periods: async (record) => periodRows(oracleGame(record)),
  periodOdds: async (record) => periodOddsRows(oracleGame(record)),
  paths: async (record) => pathRows(oracleGame(record)),
  coverage: async (record) => coverageRows({ [record.sport]: [oracleGame(record)] }),
};

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
  const report = await importItems(api.database, feed, publishedAt);
  assert.equal(report.refusedCount, 0, JSON.stringify(report.refused));
  await keepDoubted(api.database, "NBA-20260110-NYK-BOS");
  await publish(api.database, { all: false, acceptRemovals: true, publishedAt });
  await api.shelf.refresh();
});
afterAll(() => api[Symbol.asyncDispose]());

async function ask<Row>(path: string, { sport, season }: GameRecord, more = ""): Promise<Row[]> {
  const { rows } = await walk(api, `${path}?sport=${sport}&season=${season}${more}`, 1000);
  return rows as Row[];
}

const service: Reading = {
  bets: (record) => ask("/v1/bets", record, "&book=all"),
  periods: (record) => ask("/v1/periods", record),
  periodOdds: (record) => ask("/v1/period_odds", record),
  async paths(record) {
    const { rows } = await walk(api, `/v1/games/${oracleGame(record).keys.game_id}/lines?`, 1000);
    return rows as PathRow[];
  },
  coverage: (record) => ask("/v1/coverage", record),
};

for (const [name, reading] of Object.entries({ "the oracle": oracle, "the service": service })) {
  describe(name, () => {
    test("grades a tie, a pick'em, even money, a lone opening, team totals and a quarter line as by hand", async () => {
      assertBets(await reading.bets(made.tie), made.tieBets);
    });

    test("dates a book's prices, and no consensus", async () => {
      const rows = await reading.bets(made.tie);
      const dates = rows.slice(0, 2).map(({ open, close }) => [open.captured_at, close.captured_at]);
      assert.deepEqual(dates, [
        [null, null],
        ["2025-09-03T00:20:00.000Z", "2025-09-04T23:50:00.000Z"],
      ]);
      const [stated] = rows.filter(({ book, market }) => book === "fanduel" && market === "total");
      assert.equal(stated?.open.captured_at, null);
    });

    test("counts the books of a market, and scores the period of the bet", async () => {
      const rows = await reading.bets(made.tie);
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
      assert.deepEqual(
        new Set(rows.filter(({ book }) => book !== "consensus").map(({ books }) => books)),
        new Set([1]),
      );
    });

    test("lists every period that was played, priced or not, with its own result", async () => {
      const rows = await reading.periods(made.tie);
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

    test("follows a line from its first capture to its last, and shows where it moves and comes back", async () => {
      const rows = await reading.paths(made.tie);
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

    test("counts of each market and book how many games it priced, and how late its closes are", async () => {
      const rows = await reading.coverage(made.tie);
      assert.deepEqual(
        rows.map(({ sport: _, season: __, period, market, book, ...numbers }) => [
          `${period} ${market} ${book}`,
          Object.values(numbers),
        ]),
        made.tieCoverage,
      );
    });

    test("has no bets on periods whose scores are withheld, and their odds without results", async () => {
      assertBets(await reading.bets(made.withheld), made.withheldBets);
      assert.deepEqual(await reading.periods(made.withheld), []);
      const [row, ...others] = await reading.periodOdds(made.withheld);
      assert.deepEqual(others, []);
      assert.deepEqual([row?.period, row?.book, row?.total.close], ["1h", "draftkings", 112.5]);
      assert.deepEqual(row?.result, { home_covered: null, spread_push: null, went_over: null, total_push: null });
    });

    test("grades a price without its opposite, and knows no role for it", async () => {
      assertBets(await reading.bets(made.innings), made.inningsBets);
    });

    test("grades a book's odds of a period on the score of that period", async () => {
      const rows = await reading.periodOdds(made.innings);
      assert.deepEqual(
        rows.map(({ period, book_id, total, result }) => [
          period,
          book_id,
          Object.values(total),
          Object.values(result),
        ]),
        [["inn1", 1, [0.5, 0.5, -125, -125, 105, 105], [null, null, true, false]]],
      );
    });
  });
}
