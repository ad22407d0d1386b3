/** Games made by hand: the oracle grades their bets as they are graded by hand, and the service gives what the oracle does. */
import assert from "node:assert/strict";
import { test } from "vitest";
import type { Sport } from "../../src/domain/sports.ts";
import { closedAfterAll } from "../support/api.ts";
import { type BetRow, betRows } from "./computed/bets.ts";
import { testEveryList } from "./computed/compare.ts";
import { openOracleGames } from "./computed/sample.ts";
import * as made from "./hand-made.ts";

const served = closedAfterAll(await openOracleGames(made.records));
testEveryList("games made by hand", served);

const byHand: readonly (readonly [what: string, Sport, Readonly<Record<string, made.WantedBet>>])[] = [
  ["a tie, a pick'em, even money, a lone opening, team totals and a quarter line", "nfl", made.tieBets],
  ["a game whose scores by period are withheld, so that there is no bet on a period", "nba", made.withheldBets],
  ["a price without its opposite, which has no role", "mlb", made.inningsBets],
];

test.for(byHand)("grades %s as by hand", ([, sport, wanted]) => {
  const [game = assert.fail(sport)] = served.games.get(sport) ?? [];
  assert.deepEqual(betRows(game).map(brief), Object.entries(wanted));
});

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
