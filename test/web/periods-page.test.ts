/** The tables of docs/api/consensus.md say what the code does. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { grade } from "../../src/domain/grading.ts";
import { pricedPeriodsOf, scoredPeriodsOf } from "../../src/domain/periods.ts";
import type { Sport } from "../../src/domain/sports.ts";
import { sports } from "../../src/domain/sports.ts";
import { tableWith } from "../support/docs.ts";

const file = "docs/api/consensus.md";

test("the page has the periods of every sport, those with scores and those with odds", () => {
  const { rows } = tableWith(file, "sport", "period in /v1/periods", "period in /v1/period_odds");
  const told = rows.flatMap(([names = "", scored = "", priced = ""]) =>
    names.split(", ").map((sport) => [sport as Sport, listOf(scored), listOf(priced)] as const),
  );
  assert.deepEqual(told.map(([sport]) => sport).toSorted(), [...sports].toSorted());
  for (const [sport, scored, priced] of told) {
    assert.deepEqual([scored, priced], [scoredPeriodsOf[sport], pricedPeriodsOf[sport]], sport);
  }
});

function listOf(cell: string): string[] {
  return cell.split(" ");
}

const gradedColumns = "period|home score|away score|spread.close|home_covered|total.close|went_over".split("|");

test("the page's examples of results are graded as it says", () => {
  const numberOf = (cell = ""): number | null => (cell === "null" ? null : Number(cell));
  const { rows } = tableWith(file, ...gradedColumns);
  assert.equal(rows.length, 3);
  for (const [, home, away, spread, covered, total, over] of rows) {
    const score = { home: Number(home), away: Number(away) };
    const { homeCovered, wentOver } = grade(score, numberOf(spread), numberOf(total));
    assert.deepEqual([String(homeCovered), String(wentOver)], [covered, over]);
  }
});
