/** Games made by hand: both readings of the contract, the service's and the oracle's, give the numbers written by hand. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { GameRecord, QuoteRecord } from "../../src/feed/records.ts";
import { type BetRow, betRows } from "../support/oracle/bets.ts";
import { gameOf } from "../support/oracle/game.ts";
import { periodOddsRows, periodRows } from "../support/oracle/periods.ts";
import { captureOf } from "../support/oracle/quotes.ts";
import * as made from "./hand-made.ts";

/** As `validate.ts` of the feed leaves a price: even money is +100. */
function accepted(quote: QuoteRecord): QuoteRecord {
  return quote.home_odds === -100 ? { ...quote, home_odds: 100 } : quote;
}

const quotes = made.records.filter((record) => record.type === "quote").map(accepted);

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

/** The consensus rows of markets that one book priced, beside the rows of that book. */
const wantedOfTie: Readonly<Record<string, made.WantedBet>> = Object.fromEntries(
  Object.entries(made.tieBets).flatMap(([name, bet]) =>
    name.startsWith("total ")
      ? [[name, bet]]
      : [
          [name.replace(/\w+$/, "consensus"), bet],
          [name, bet],
        ],
  ),
);

type Reading = { bets(record: GameRecord): readonly BetRow[] };
const oracle: Reading = { bets: (record) => betRows(oracleGame(record)) };

describe("the oracle", () => {
  test("grades a tie, a pick'em, even money, a lone opening, team totals and a quarter line as they are by hand", () => {
    assertBets(oracle.bets(made.tie), wantedOfTie);
  });

  test("has no bets on periods whose scores are withheld, and prices the consensus by the mean of its books", () => {
    assertBets(oracle.bets(made.withheld), made.withheldBets);
    assert.deepEqual(periodRows(oracleGame(made.withheld)), []);
    const [row, ...others] = periodOddsRows(oracleGame(made.withheld));
    assert.deepEqual(others, []);
    assert.deepEqual([row?.period, row?.book, row?.total.close], ["1h", "draftkings", 112.5]);
    assert.deepEqual(Object.values(row?.result ?? {}), [null, null, null, null]);
  });

  test("grades a price without its opposite, and knows no role for it", () => {
    assertBets(oracle.bets(made.innings), made.inningsBets);
  });
});
