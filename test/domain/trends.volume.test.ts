// @module-tag volume
/** What a set of bets shows, how sure one can be of it, and that this holds where the truth is known. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "vitest";
import { lost, noVigProbability, push, ungraded, voided, won } from "../../src/domain/bets/grading.ts";
import { adjusted, adjustedFamily, ChanceSum, verdictOf } from "../../src/domain/trends/chance.ts";
import { binomialTest, studentQuantile95, upperTail, wilsonInterval } from "../../src/domain/trends/estimate.ts";
import type { SideTraits, TrendBets } from "../../src/domain/trends/game-sums.ts";
import { type Summary, SummarySum } from "../../src/domain/trends/summary.ts";
import { seed, slowShare, someSlow } from "../support/volume.ts";
import {
  cumulative,
  drawSet,
  emptyColumns,
  graded,
  noLine,
  type SetKind,
  uniform,
  worldTraits,
} from "./trend-world.ts";

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

function summaryOf(
  bets: TrendBets,
  traits: readonly SideTraits[] = worldTraits,
  picks: readonly number[] = [...bets.game.keys()],
): Summary {
  const sum = new SummarySum(traits, null);
  sum.add(bets, new Uint32Array(picks));
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

test("bets of no kind at all have no rates, and bets without a close are counted and in no rate", () => {
  const nothing = {
    winRate: null,
    breakEven: null,
    returnAtClose: null,
    returnAtOpen: null,
    pValue: null,
    atMoment: null,
  };
  const noClosing = { better: 0, worse: 0, same: 0, beat: null, points: null, probability: null, probabilityBets: 0 };
  const none = {
    ...{ bets: 0, won: 0, lost: 0, push: 0, void: 0, ungraded: 0, bothSides: 0, ...nothing, designEffect: null },
    ...{ closingLineValue: null, closingLine: noClosing },
  };
  assert.deepEqual(summed([]), none);
  const bet = { game: 1, open: -110, openOpposite: -110, opposite: -110 };
  assert.deepEqual(summed([{ ...bet, close: 0, result: "ungraded" }]), { ...none, bets: 1, ungraded: 1 });
  const pushed = summed([{ ...bet, close: -110, result: "push" }]);
  assert.equal(pushed.winRate, null);
  assert.equal(pushed.pValue, null);
  assert.deepEqual(pushed.returnAtClose, { value: 0, interval: null });
  const { bets, void: voids, breakEven, returnAtClose, pValue } = summed([{ ...bet, close: -110, result: "void" }]);
  assert.deepEqual([bets, voids, breakEven, returnAtClose, pValue], [1, 1, null, null, null]);
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

const bet = (game: number, result: PlainBet["result"]): PlainBet => {
  return { game, open: -110, openOpposite: -110, close: -110, opposite: -110, result };
};

test("[A-15] the interval of a win rate is Wilson's of the decided bets, and of as many facts as they are where they share games", () => {
  const results = Array.from({ length: 60 }, (_, at): PlainBet["result"] => (at % 3 === 0 ? "lost" : "won"));
  const apart = summed([...results.map((result, game) => bet(game, result)), bet(60, "push"), bet(61, "ungraded")]);
  // 60 games with a bet each: 60/59 and no more.
  assert.equal(four(apart.designEffect), four(60 / 59));
  assert.deepEqual(apart.winRate?.interval, wilsonInterval(40 / 60, 59));
  const alike = summed(results.flatMap((result, game) => [bet(game, result), bet(game, result), bet(game, result)]));
  assert.equal(four(alike.designEffect), four((3 * 60) / 59));
  assert.equal(four(alike.winRate?.interval?.low), four(wilsonInterval(2 / 3, 59).low));
  // All won: as many facts as games. One game alone says nothing of how its bets go together.
  assert.equal(summed([1, 1, 2, 2].map((game) => bet(game, "won"))).designEffect, 2);
  assert.equal(summed([1, 1].map((game) => bet(game, "won"))).designEffect, 1);
});

test("[A-15] a return of fewer than ten games has no interval, and twenty long shots that all lost have one", () => {
  const few = summed(Array.from({ length: 9 }, (_, game) => bet(game, "won")));
  assert.deepEqual([few.returnAtClose?.interval, few.returnAtOpen?.interval], [null, null]);
  const longShots = Array.from({ length: 20 }, (_, game): PlainBet => {
    return { game, open: 900, openOpposite: -1600, close: 900, opposite: -1600, result: "lost" };
  });
  const { returnAtClose } = summed(longShots);
  assert.equal(returnAtClose?.value, -1);
  const chance = noVigProbability(900, -1600) / 10_000;
  const half = (2.093024 * Math.sqrt(20 * 100 * chance * (1 - chance))) / 20;
  assert.deepEqual([returnAtClose?.interval?.low, four(returnAtClose?.interval?.high)], [-1, four(half - 1)]);
});

test("[A-13] the open was better by the line, else by the price, and points are those that were won by betting early", () => {
  const lined = [
    { isTotal: false, hasLine: true, opposite: -1 },
    { isTotal: true, hasLine: true, opposite: 2 },
    { isTotal: true, hasLine: true, opposite: 1 },
  ];
  const signOf = (side: number) => (side === 1 ? -1 : 1);
  const of = (side: 0 | 1 | 2, openLine: number | null, closeLine: number | null, open: number, close: number) => {
    const bets = emptyColumns(1);
    bets.side[0] = side;
    bets.openLine[0] = openLine === null ? noLine : 4 * openLine;
    bets.closeLine[0] = closeLine === null ? noLine : 4 * closeLine;
    bets.openPrice[0] = open;
    bets.closePrice[0] = close;
    bets.openNoVig[0] = noVigOf(open, -110);
    bets.closeNoVig[0] = noVigOf(close, -110);
    bets.noVigShift[0] = shiftOf(open, -110, close, -110);
    const { better, worse, same, points, probability } = summaryOf(graded(bets, signOf), lined).closingLine;
    return [better, worse, same, points, four(probability)];
  };
  assert.deepEqual(of(0, 7, 5.5, -110, -110), [1, 0, 0, 1.5, "NaN"]);
  assert.deepEqual(of(0, -7, -6, -120, -110), [0, 1, 0, -1, "NaN"]);
  assert.deepEqual(of(1, 44, 46.5, -110, -110), [1, 0, 0, 2.5, "NaN"]);
  assert.deepEqual(of(2, 44, 46.5, -110, -110), [0, 1, 0, -2.5, "NaN"]);
  assert.deepEqual(of(0, 3, 3, 100, -120), [1, 0, 0, 0, four(0.5101 - 0.4884)]);
  assert.deepEqual(of(0, 3, 3, -120, 100), [0, 1, 0, 0, four(0.4884 - 0.5101)]);
  assert.deepEqual(of(0, 3, 3, -110, -110), [0, 0, 1, 0, "0"]);
  assert.deepEqual(of(0, 3, 3, 0, -110), [0, 0, 0, 0, "NaN"]);
  assert.deepEqual(of(0, null, 3, -110, -110), [0, 0, 0, null, "NaN"]);
});

test("[A-14] p-values of groups are allowed for as Holm does it, and equal ones in the order of their groups", () => {
  // R: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm")
  assert.deepEqual(adjustedFamily([0.01, 0.04, 0.03, 0.005], 1).map(four), ["0.03", "0.06", "0.06", "0.02"]);
  assert.deepEqual(adjustedFamily([0.01, 0.01, 0.5], 2).map(four), ["0.06", "0.06", "1"]);
  assert.deepEqual(adjustedFamily([], 3), []);
});

test("[A-14] of both sides of a bet each is counted, at the same book and game alone", () => {
  const bets = emptyColumns(5);
  bets.side.set([0, 1, 0, 1, 0]);
  bets.game.set([1, 1, 2, 2, 3]);
  bets.bookId.set([4, 4, 4, 5, 4]);
  assert.equal(summaryOf(graded(bets)).bothSides, 2);
  assert.equal(summaryOf(graded(bets), worldTraits, [0, 2, 4]).bothSides, 0);
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

test("tries multiply the p-value up to 1, and the verdict falls at 0.05 after that", () => {
  assert.equal(adjusted(0.004, 10), 0.04);
  assert.equal(adjusted(0.004, 10_000), 1);
  assert.equal(verdictOf(0.05), "unlikely by chance");
  assert.equal(verdictOf(0.0501), "no evidence");
  assert.equal(verdictOf(null), null);
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
