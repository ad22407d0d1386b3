// @module-tag volume
/**
 * The statistics of a set of bets against published tables and R, and that its intervals hold where the truth is known;
 * test/oracle/trends.volume.test.ts works out every number of a set a second time.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "vitest";
import { lost, noVigProbability, push, ungraded, voided, won } from "../../src/domain/bets/grading.ts";
import { adjusted, adjustedFamily, ChanceSum, verdictOf } from "../../src/domain/trends/chance.ts";
import { binomialTest, studentQuantile95, upperTail, wilsonInterval } from "../../src/domain/trends/estimate.ts";
import type { TrendBets } from "../../src/domain/trends/game-sums.ts";
import { type Summary, SummarySum } from "../../src/domain/trends/summary.ts";
import { seed, slowShare, someSlow } from "../support/volume.ts";
import { cumulative, drawSet, emptyColumns, graded, type SetKind, uniform, worldTraits } from "./trend-world.ts";

const outcomes = { won, lost, push, void: voided, ungraded } as const;

type PlainBet = {
  readonly game: number;
  readonly open: number;
  readonly openOpposite: number;
  readonly close: number;
  readonly opposite: number;
  readonly result: keyof typeof outcomes;
};

const noVigOf = (price: number, opposite: number): number =>
  price === 0 || opposite === 0 ? -1 : noVigProbability(price, opposite);

/** Written apart from `noVigShare`. */
function shiftOf(open: number, openOpposite: number, close: number, opposite: number): number {
  if ([open, openOpposite, close, opposite].includes(0)) return Number.NaN;
  const implied = (price: number): number => (price > 0 ? 100 : -price) / (100 + Math.abs(price));
  const share = (price: number, other: number): number => implied(price) / (implied(price) + implied(other));
  return share(close, opposite) - share(open, openOpposite);
}

function betsOf(plain: readonly PlainBet[]): TrendBets {
  const bets = emptyColumns(plain.length);
  for (const [at, { game, open, openOpposite, close, opposite, result }] of plain.entries()) {
    bets.game[at] = game;
    // Each at a book of its own, so that no bet is another one.
    bets.bookId[at] = at % 200;
    bets.openPrice[at] = open;
    bets.closePrice[at] = close;
    bets.openOutcome[at] = outcomes[result];
    bets.closeOutcome[at] = outcomes[result];
    bets.openNoVig[at] = noVigOf(open, openOpposite);
    bets.closeNoVig[at] = noVigOf(close, opposite);
    bets.noVigShift[at] = shiftOf(open, openOpposite, close, opposite);
  }
  return graded(bets);
}

function summaryOf(bets: TrendBets): Summary {
  const sum = new SummarySum(worldTraits, null);
  sum.add(bets, new Uint32Array(bets.game.keys()));
  return sum.value;
}

const summed = (plain: readonly PlainBet[]) => summaryOf(betsOf(plain));
const page = readFileSync("docs/api/trends.md", "utf8");
const four = (value: number | null | undefined) => String(Math.round((value ?? Number.NaN) * 10_000) / 10_000);

test("the row that docs/api/trends.md works by hand is what the bets in its table give", () => {
  const rows = [
    ...page.matchAll(
      /^\| (\d+) \| ([+-]\d+) \| ([+-]\d+) \| ([\d.]+) \| ([+-]\d+) \| ([+-]\d+) \| ([\d.]+) \| (\w+) \| [^|]+ \|$/gm,
    ),
  ];
  assert.equal(rows.length, 12);
  const bets = rows.map(([, game, open, openOpposite, , close, opposite, , result]): PlainBet => {
    const prices = { open: Number(open), openOpposite: Number(openOpposite) };
    return {
      ...{ game: Number(game), ...prices, close: Number(close), opposite: Number(opposite) },
      result: result as PlainBet["result"],
    };
  });
  for (const [, , open, openOpposite, openNoVig, close, opposite, noVig] of rows) {
    assert.equal(noVigProbability(Number(open), Number(openOpposite)) / 10_000, Number(openNoVig));
    assert.equal(noVigProbability(Number(close), Number(opposite)) / 10_000, Number(noVig));
  }
  const row = summed(bets);
  const words = page.replace(/\s+/g, " ");
  const says = (text: string) => assert.ok(words.includes(text), `the page says ${text}`);
  says(`${row.won} of ${row.won + row.lost}, the push aside: ${four(row.winRate?.value)}`);
  says(`d = ${four(row.designEffect)}`);
  says(`${four(row.winRate?.interval?.low)} to ${four(row.winRate?.interval?.high)}`);
  says(`break even at ${four(row.breakEven)}`);
  says(`r = ${four(row.returnAtClose?.value)}`);
  says(`${four(row.returnAtClose?.interval?.low)} to ${four(row.returnAtClose?.interval?.high)}`);
  says(`return at the open is ${four(row.returnAtOpen?.value)}`);
  const { better, worse, same, probability } = row.closingLine;
  says(`${better} better, ${worse} worse and ${same} the same`);
  says(`their mean is ${four(probability)}`);
  says(`p_value is ${(row.pValue ?? 0).toFixed(3)}: ${verdictOf(adjusted(row.pValue ?? 0, 1))}`);
});

test("Wilson's interval is that of published tables [A-11]", () => {
  // R. Newcombe (1998), "Two-sided confidence intervals for the single proportion", Stat. Med. 17, table I, method 3.
  for (const [wins, of, low, high] of [
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ] as const) {
    const interval = wilsonInterval(wins / of, of);
    assert.equal(interval.low.toFixed(4), low.toFixed(4), `${wins} of ${of}`);
    assert.equal(interval.high.toFixed(4), high.toFixed(4), `${wins} of ${of}`);
  }
});

test("the quantile of Student's t is that of R's qt(0.975, n)", () => {
  for (const [freedom, expected] of [
    [3, 3.182446305284],
    [9, 2.262157162741],
    [10, 2.228138851965],
    [30, 2.042272456301],
    [199, 1.971956544249],
    [200, 1.97189622363],
    [1000, 1.962339080822],
    [27_000, 1.960051850309],
  ] as const) {
    const found = studentQuantile95(freedom);
    assert.ok(Math.abs(found - expected) < 2e-9, `${freedom}: ${found}, not ${expected}`);
  }
});

/** Twice the smaller of the p-values of R's binom.test with `alternative` "less" and "greater". */
const rTests = [
  [0, 5, 0.3, 0.33614],
  [5, 5, 0.3, 0.00486],
  [10, 20, 0.5, 1],
  [81, 263, 0.3, 0.822923196191],
  [143, 250, 0.5238, 0.143100652775],
  [1200, 2500, 0.5, 0.047681865221],
  [33, 100, 0.41, 0.124767608821],
  [60_300, 120_000, 0.5, 0.0837793097993],
  [7, 9, 0.12, 2.06700800901e-5],
] as const;

test("the binomial test doubles the smaller of the tails that R's binom.test gives", () => {
  for (const [wins, bets, chance, expected] of rTests) {
    const found = binomialTest(wins, bets, chance);
    assert.ok(Math.abs(found - expected) < 1e-9, `${wins} of ${bets} at ${chance}: ${found}, not ${expected}`);
  }
});

test("[A-11] nine games have no p-value however they ended, and ten have one; several bets of a game are one game", () => {
  const sets = (games: number, ofGame: number) => {
    const sum = new ChanceSum();
    for (let game = 0; game < games; game++)
      sum.addGame(ofGame, new Float64Array(ofGame).fill(0.5), ofGame, new Float64Array(), 0);
    // As it is told, with six decimals.
    return sum.value?.toFixed(6) ?? null;
  };
  assert.equal(sets(9, 1), null);
  assert.equal(sets(9, 3), null);
  assert.equal(sets(10, 1), (2 / 1024).toFixed(6));
  assert.equal(sets(10, 3), (2 / 1024).toFixed(6));
});

test("tails of the normal distribution agree with its series", () => {
  for (let z = -5; z <= 5; z += 0.1) assert.ok(Math.abs(upperTail(z) - (1 - cumulative(z))) < 2e-7, String(z));
});

test("[A-15] a return of nine games has no interval, and a void bet is in no rate [A-20]", () => {
  const bet = { game: 1, open: -110, openOpposite: -110, close: -110, opposite: -110, result: "won" } as const;
  const few = summed(Array.from({ length: 9 }, (_, game) => ({ ...bet, game })));
  assert.deepEqual([few.returnAtClose?.interval, few.returnAtOpen?.interval], [null, null]);
  const { void: voids, breakEven, returnAtClose, pValue } = summed([{ ...bet, result: "void" }]);
  assert.deepEqual([voids, breakEven, returnAtClose, pValue], [1, null, null, null]);
});

test("[A-14] p-values of groups are allowed for as Holm does it, tries multiply them up to 1, and the verdict falls at 0.05 after that", () => {
  // R: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm")
  assert.deepEqual(adjustedFamily([0.01, 0.04, 0.03, 0.005], 1).map(four), ["0.03", "0.06", "0.06", "0.02"]);
  assert.deepEqual(adjustedFamily([0.01, 0.01, 0.5], 2).map(four), ["0.06", "0.06", "1"]);
  assert.deepEqual([adjusted(0.004, 10), adjusted(0.004, 10_000)], [0.04, 1]);
  assert.deepEqual([0.05, 0.0501, null].map(verdictOf), ["unlikely by chance", "no evidence", null]);
});

/** Sets as people look at them: few bets and many, all prices, one bet a game and several. */
function anyKind(next: () => number): SetKind {
  const pick = <Of>(of: readonly Of[]): Of => of[Math.floor(next() * of.length)] as Of;
  const [least, most] = pick([
    [0.46, 0.54],
    [0.2, 0.8],
    [0.2, 0.45],
    [0.05, 0.15],
  ]);
  const betsOfGame = pick([1, 1, 1, 2, 3, 4]);
  const bets = Math.round(8 * (3000 / 8) ** next());
  return {
    games: Math.max(20, Math.floor(bets / betsOfGame)),
    ...{ betsOfGame, least, most, pushes: pick([0, 0.04]), sides: pick([[0], [0, 2], [0, 0, 2, 2], [1, 3]]) },
  };
}

/** How often, of so many random sets of one kind, each interval holds the truth. */
function heldOf(sets: number, kindOf: (next: () => number) => SetKind, next: () => number) {
  const held = { close: 0, open: 0, rate: 0 };
  let unlikely = 0;
  for (let drawn = 0; drawn < sets; ) {
    const set = drawSet(kindOf(next), next);
    if (set === null) continue;
    drawn++;
    const row = summaryOf(set.bets);
    const holds = (of: Summary["winRate"], truth: number) =>
      of !== null && of.interval !== null && of.interval.low <= truth && truth <= of.interval.high ? 1 : 0;
    held.close += holds(row.returnAtClose, set.returnAtClose);
    held.open += holds(row.returnAtOpen, set.returnAtOpen);
    held.rate += holds(row.winRate, set.winRate);
    if (verdictOf(adjusted(row.pValue ?? 1, 1)) === "unlikely by chance") unlikely++;
  }
  return { held, unlikely };
}

test("[A-15] of random sets of at least twenty games the intervals hold the truth in 93 of 100, and at most 5 are unlikely by chance", () => {
  const sets = slowShare(20_000);
  const { held, unlikely } = heldOf(sets, anyKind, uniform(20_261_122));
  for (const [what, count] of Object.entries(held)) {
    assert.ok(count / sets >= 0.93, `${what} is held ${count} times of ${sets}`);
  }
  assert.ok(unlikely / sets <= 0.05, `${unlikely} of ${sets} sets are unlikely by chance`);
});

test("[A-15] so they do in each case: few games and many, one bet a game and several, favorites and long shots", () => {
  const next = uniform(seed);
  const cases = [20, 50, 300].flatMap((games) =>
    [1, 4].flatMap((betsOfGame) => [0.05, 0.2, 0.5, 0.9].map((least) => ({ games, betsOfGame, least }))),
  );
  for (const { games, betsOfGame, least } of someSlow(cases)) {
    const kind = { games, betsOfGame, least, most: least + 0.05, pushes: 0.03, sides: [0] };
    const sets = 2000;
    for (const [what, count] of Object.entries(heldOf(sets, () => kind, next).held)) {
      // Of 2,000 draws at 93 of 100, five in a million are below 90.5.
      assert.ok(count / sets >= 0.905, `${what} of ${JSON.stringify(kind)} is held ${count} times of ${sets}`);
    }
  }
});
