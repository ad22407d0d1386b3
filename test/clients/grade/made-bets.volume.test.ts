// @module-tag volume
/** 10,000 made bets in ten dirty forms against what the API says became of them: no wrong match, and at least 98% found (of days of UTC, 95%). */
import assert from "node:assert/strict";
import { expect, test } from "vitest";
import { daysOf, graded, matched, prepare } from "../../../clients/typescript/src/grade/grade.ts";
import { MirrorSource } from "../../../clients/typescript/src/grade/mirror-source.ts";
import type { Graded } from "../../../clients/typescript/src/grade/settle.ts";
import { testFolder } from "../../support/folders.ts";
import { allBets, type MadeBet, oneOf, randomOf, writeMirror } from "../../support/grade/made-bets.ts";
import { openSmallSampleApi } from "../../support/sample.ts";
import { isLongRun, seed, share } from "../../support/volume.ts";
import { type Form, fileOf, forms } from "./dirty-forms.ts";

const betsOfForm = share(1000);
const folder = testFolder("grade");
const api = await openSmallSampleApi(isLongRun ? 100 : 4);
const all = await allBets(api, "draftkings,fanduel");
await writeMirror(api, folder);
await api[Symbol.asyncDispose]();
const source = new MirrorSource(folder);

/** What is wrong with a bet that was given a game; null: nothing is. */
function wrongOf(
  { match, result, profit, ofBook, isConflict }: Graded,
  { row }: MadeBet,
  { isRounded }: Form,
): string | null {
  const { bet, game, side } = match;
  const said = [game?.id, bet.market, bet.period, side, bet.line?.value ?? null, result].join(" ");
  const truth = [row.game_id, row.market, row.period, row.selection, row.open.line, row.result.open].join(" ");
  if (said !== truth) return `${said} is ${truth}`;
  if (isConflict) return `${truth}: the file says the same`;
  if (Math.abs((profit ?? Number.NaN) - (row.profit.open ?? 0)) > (isRounded ? 0.02 : 0.00011))
    return `${truth}: profit ${profit}`;
  if (ofBook === null) return null;
  const { close, points } = ofBook;
  const ownClose = close === null ? null : [close.line, close.price, close.noVig].join(" ");
  const trueClose = [row.close.line, row.close.price, row.close.no_vig_probability].join(" ");
  if (ownClose !== trueClose) return `${truth}: close ${ownClose} is ${trueClose}`;
  return row.close.line === null || points === row.closing_line.points ? null : `${truth}: points ${points}`;
}

test.each(forms.map((form, at) => [form.name, at] as const))(`bets written %s find their games`, (name, at) => {
  const form = forms[at] as Form;
  const random = randomOf(seed * forms.length + at);
  const bets = Array.from({ length: betsOfForm }, () => oneOf(random, all));
  const bytes = fileOf(form, bets, random);
  const prepared = prepare(bytes);
  const matches = matched(prepared, source.games(daysOf(prepared.bets)));
  const done = graded(matches, source.lines(matches));
  const found = done.bets.filter(({ result }) => result !== null);
  const wrong = done.bets.flatMap((bet, place) =>
    bet.result === null ? [] : (wrongOf(bet, bets[place] as MadeBet, form) ?? []),
  );
  assert.deepEqual(wrong, [], name);
  const problems = done.bets.flatMap(({ problem, match }) =>
    problem === null ? [] : [`${problem.text}: ${match.bet.cells.join("; ")}`],
  );
  // A night game and one of the next afternoon are on one day of UTC; which of them is meant, the file does not say.
  const least = name.includes("UTC") ? 0.95 : 0.98;
  expect(found.length, problems.slice(0, 20).join("\n")).toBeGreaterThanOrEqual(least * betsOfForm);
});
