/** The totals of bets at the consensus close are those that /v1/trends has of the same bets. */
import assert from "node:assert/strict";
import { afterAll, test } from "vitest";
import { Games, gameOf } from "../../../clients/typescript/src/grade/games.ts";
import { graded, matched, prepare } from "../../../clients/typescript/src/grade/grade.ts";
import { Lines } from "../../../clients/typescript/src/grade/lines.ts";
import { whyNot } from "../../../clients/typescript/src/grade/report.ts";
import { flatRow } from "../../../clients/typescript/src/grade/rows.ts";
import type { Result } from "../../../clients/typescript/src/grade/settle.ts";
import type { BetRow } from "../../../src/contract/lists/bets.ts";
import type { Game } from "../../../src/contract/lists/games.ts";
import type { TrendRow } from "../../../src/contract/lists/trends.ts";
import { openApi, walk } from "../../support/api.ts";
import { publishSampleWeeks } from "../../support/sample.ts";

const site = await openApi();
await publishSampleWeeks(site.database);
await site.shelf.refresh();
afterAll(() => site[Symbol.asyncDispose]());
const games = (await walk(site, "/v1/games?sport=nfl&season=2025", 1000)).rows as Game[];
const all = (await walk(site, "/v1/bets?sport=nfl&season=2025", 1000)).rows as BetRow[];

test.each([
  "bet_type=spread&selection=away",
  "bet_type=moneyline&selection=home",
  "bet_type=total,spread,first_half_total&role=underdog",
  "bet_type=total,moneyline,first_half_spread&selection=home",
  "bet_type=total&selection=over",
])("%s: record, intervals and p-value", async (set) => {
  const rows = (await walk(site, `/v1/bets?sport=nfl&season=2025&${set}`, 1000)).rows as BetRow[];
  const trend = (await site.get(`/v1/trends?sport=nfl&season=2025&${set}`)).body.data[0] as TrendRow;
  const own = rows.filter(({ close, result }) => close.price !== null && result.close !== null);
  const text = own.map(({ game_id, market, period, selection, close }) =>
    [game_id, market, period, selection, close.line ?? "", close.price, 1].join(","),
  );
  const prepared = prepare(Buffer.from(["game_id,market,period,selection,line,odds,stake", ...text].join("\n")));
  const lines = new Lines();
  for (const row of all) lines.addBet(flatRow(row));
  const { bets, totals } = graded(
    matched(prepared, new Games(games.flatMap((game) => gameOf(flatRow(game)) ?? []))),
    lines,
  );
  assert.ok(own.length >= 20);
  const results: readonly (Result | null)[] = own.map(({ result }) => result.close);
  assert.deepEqual(
    bets.map(({ result }) => result),
    results,
  );
  const isWhole = (row: BetRow | undefined) => row?.close.no_vig_probability !== null;
  assert.deepEqual(
    bets
      .filter((_, at) => isWhole(own[at]))
      .map(whyNot)
      .filter((why) => why !== ""),
    [],
  );
  assert.equal(totals.ungraded, 0);
  assert.deepEqual([totals.won, totals.lost, totals.push], [trend.won, trend.lost, trend.push]);
  assert.deepEqual(totals.winRate, { ...trend.win_rate });
  assert.equal(totals.designEffect, trend.design_effect);
  assert.equal(totals.breakEven, trend.break_even);
  assert.deepEqual(totals.flatReturn, { ...trend.return_on_investment.close });
  assert.deepEqual(totals.stakedReturn, totals.flatReturn);
  assert.equal(totals.againstConsensus.same, own.length);
  if (trend.p_value === null) assert.equal(totals.pValue, null);
  else assert.ok(Math.abs((totals.pValue ?? -1) - trend.p_value) <= 2e-6, `${totals.pValue} is ${trend.p_value}`);
});
