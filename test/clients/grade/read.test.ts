/** What the client makes of files, by the cases beside this test, and where its words come from. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import { safeCell } from "../../../clients/typescript/src/grade/csv.ts";
import { prepare } from "../../../clients/typescript/src/grade/grade.ts";
import { known, type TeamRow } from "../../../clients/typescript/src/grade/known.ts";
import { fourDecimals } from "../../../clients/typescript/src/grade/numbers.ts";
import { sports } from "../../../src/domain/sports.ts";
import { teamsOf } from "../../../src/domain/teams/registry.ts";

type Case = {
  readonly name: string;
  readonly text: string;
  readonly error?: string;
  readonly bets?: readonly unknown[];
};
const cases = JSON.parse(readFileSync(join(import.meta.dirname, "files.json"), "utf8")) as readonly Case[];

test.each(cases)("a file with $name is read or refused as it should", ({ text, error, bets }) => {
  if (error !== undefined) {
    assert.throws(() => prepare(Buffer.from(text)), { name: "UnreadableFile", message: error });
    return;
  }
  const read = prepare(Buffer.from(text)).bets.map(({ market, period, side, line, price, problem }) => {
    const pays = price === null ? null : fourDecimals(price.pays);
    return [market, period, side, line?.value ?? null, pays, problem?.text ?? null];
  });
  assert.deepEqual(read, bets);
});

test.each([
  [
    ["1.375", "2", "1.5"],
    [1.375, 2, 1.5],
  ],
  [
    ["$1,250", "1,000.50", "0.375"],
    [1250, 1000.5, 0.375],
  ],
  [
    ["1.250,00 €", "1.250", "0,5"],
    [1250, 1250, 0.5],
  ],
  [
    ["1.375", "2.000"],
    [1.375, 2],
  ],
])("stakes %j are %j", (stakes, amounts) => {
  const rows = stakes.map((stake) => `2025-09-07,NFL,CHI -3,-110,"${stake}"`);
  const { bets } = prepare(Buffer.from(["Date,League,Pick,Odds,Stake", ...rows].join("\n")));
  assert.deepEqual(
    bets.map(({ stake }) => stake),
    amounts,
  );
});

test("the stake of a free bet is not counted, and that is told", () => {
  const rows = ["Yes", "No", "", "$0.00", "$25.00"].map((free) => `2025-09-07,NFL,CHI -3,-110,25,${free}`);
  const { bets } = prepare(Buffer.from(["Date,League,Pick,Odds,Stake,Bonus Bet", ...rows].join("\n")));
  const note = "it is a free bet, whose stake is not counted";
  assert.deepEqual(
    bets.map((bet) => [bet.stake, bet.note]),
    [
      [null, note],
      [25, null],
      [25, null],
      [25, null],
      [null, note],
    ],
  );
});

test("no cell of a graded file begins as a formula, and numbers stay numbers", () => {
  const cells = ["=1+1", "+cmd", "-2+3", "@SUM(A1)", "-110", "+3.5", "plain", 'a "b", c'].map(safeCell);
  assert.deepEqual(cells, ["'=1+1", "'+cmd", "'-2+3", "'@SUM(A1)", "-110", "+3.5", "plain", '"a ""b"", c"']);
});

test("every team of /v1/teams is known as it is there", () => {
  for (const sport of sports) {
    const byName: Readonly<Record<string, readonly TeamRow[]>> = known.teams;
    const own = byName[sport] ?? assert.fail(`${sport}: run node scripts/write-clients.ts`);
    const rows = new Map(own.map((row) => [row[0], row.slice(0, 5)]));
    for (const { abbreviation, name, city, school, mascot } of teamsOf(sport)) {
      assert.deepEqual(rows.get(abbreviation), [abbreviation, name, city, school, mascot]);
    }
  }
});
