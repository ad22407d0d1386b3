/** What a set of bets shows, how sure one can be of it, and that this holds where the truth is known. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { test } from "vitest";
import { impliedProbability } from "../../src/domain/american-odds.ts";
import { lost, noVigProbability, push, ungraded, won } from "../../src/domain/bets/grading.ts";
import { binomialTest } from "../../src/domain/trends/binomial.ts";
import { ChanceSum } from "../../src/domain/trends/chance.ts";
import { upperTail } from "../../src/domain/trends/normal.ts";
import { type Summary, summaryOf } from "../../src/domain/trends/summary.ts";
import type { TrendBets } from "../../src/domain/trends/trend-bets.ts";
import { adjusted, verdictOf } from "../../src/domain/trends/verdict.ts";
import { wilsonInterval } from "../../src/domain/trends/wilson.ts";
import { cumulative, drawSet, type SetKind, uniform, worldTraits } from "./trend-world.ts";

const outcomes = { won, lost, push, ungraded } as const;

type PlainBet = {
  readonly game: number;
  readonly open: number;
  readonly close: number;
  readonly opposite: number;
  readonly result: keyof typeof outcomes;
};

function betsOf(plain: readonly PlainBet[]): TrendBets {
  const columnOf = (value: (bet: PlainBet) => number) => plain.map(value);
  return {
    count: plain.length,
    season: new Uint8Array(plain.length),
    game: Uint32Array.from(columnOf(({ game }) => game)),
    side: new Uint8Array(plain.length),
    openPrice: Int32Array.from(columnOf(({ open }) => open)),
    closePrice: Int32Array.from(columnOf(({ close }) => close)),
    openOutcome: Uint8Array.from(columnOf(({ result }) => outcomes[result])),
    closeOutcome: Uint8Array.from(columnOf(({ result }) => outcomes[result])),
    noVig: Int16Array.from(
      columnOf(({ close, opposite }) => (close === 0 || opposite === 0 ? -1 : noVigProbability(close, opposite))),
    ),
  };
}

const summed = (plain: readonly PlainBet[]) => summaryOf(betsOf(plain), null, worldTraits);
const page = readFileSync("docs/api/trends.md", "utf8");

test("the row that docs/api/trends.md works by hand is what the bets in its table give", () => {
  const rows = [...page.matchAll(/^\| (\d) \| ([+-]\d+) \| ([+-]\d+) \| ([+-]\d+) \| ([\d.]+) \| (\w+) \|$/gm)];
  assert.equal(rows.length, 6);
  const bets = rows.map(([, game, open, close, opposite, , result]) => ({
    ...{ game: Number(game), open: Number(open), close: Number(close), opposite: Number(opposite) },
    result: result as PlainBet["result"],
  }));
  for (const [, , , close, opposite, noVig] of rows) {
    assert.equal(noVigProbability(Number(close), Number(opposite)) / 10_000, Number(noVig));
  }
  const row = summed(bets);
  assert.deepEqual([row.bets, row.won, row.lost, row.push, row.ungraded], [6, 4, 1, 1, 0]);
  const says = (text: string) => assert.ok(page.replace(/\s+/g, " ").includes(text), `the page says ${text}`);
  const four = (value: number | null | undefined) => String(Math.round((value ?? Number.NaN) * 10_000) / 10_000);
  assert.equal(row.winRate?.value, 0.8);
  says(`is ${four(row.winRate?.interval.low)} to ${four(row.winRate?.interval.high)}.`);
  says(`(5·0.5238 + 0.4545)/6 = ${four(row.breakEven)}`);
  says(`2.9273/6 = ${four(row.returnAtClose?.value)}`);
  says(`3.0115/6 = ${four(row.returnAtOpen?.value)}`);
  says(`their mean is ${four(row.closingLineValue)}`);
  says(`The three together are ${(row.pValue ?? 0).toFixed(3)}: ${verdictOf(adjusted(row.pValue ?? 0, 1))}`);
});

test("bets of no kind at all have no rates, and bets without a close are counted and in no rate", () => {
  const nothing = { winRate: null, breakEven: null, returnAtClose: null, returnAtOpen: null, pValue: null };
  const none = { bets: 0, won: 0, lost: 0, push: 0, ungraded: 0, ...nothing, closingLineValue: null };
  assert.deepEqual(summed([]), none);
  const one = summed([{ game: 1, open: -110, close: 0, opposite: -110, result: "ungraded" }]);
  assert.deepEqual(one, { ...none, bets: 1, ungraded: 1 });
  const pushed = summed([{ game: 1, open: -110, close: -110, opposite: -110, result: "push" }]);
  assert.equal(pushed.winRate, null);
  assert.equal(pushed.pValue, null);
  assert.equal(pushed.returnAtClose?.value, 0);
});

test("Wilson's interval is that of published tables", () => {
  // R. Newcombe (1998), "Two-sided confidence intervals for the single proportion", Stat. Med. 17, table I, method 3.
  for (const [wins, of, low, high] of [
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ] as const) {
    const interval = wilsonInterval(wins, of);
    assert.equal(interval.low.toFixed(4), low.toFixed(4), `${wins} of ${of}`);
    assert.equal(interval.high.toFixed(4), high.toFixed(4), `${wins} of ${of}`);
  }
});

test("the interval of a win rate is Wilson's of the decided bets, also where several are on one game", () => {
  const bet = (game: number, result: PlainBet["result"]): PlainBet => {
    return { game, open: -110, close: -110, opposite: -110, result };
  };
  const results = Array.from({ length: 60 }, (_, at): PlainBet["result"] => (at % 3 === 0 ? "lost" : "won"));
  const apart = [...results.map((result, game) => bet(game, result)), bet(60, "push"), bet(61, "ungraded")];
  const together = results.map((result, at) => bet(Math.floor(at / 3), result));
  for (const bets of [apart, together]) assert.deepEqual(summed(bets).winRate?.interval, wilsonInterval(40, 60));
});

/** R's definition, with whole numbers of ways instead of logarithms. */
function plainBinomialTest(wins: number, bets: number, chance: number): number {
  let ways = 1n;
  const chances = Array.from({ length: bets + 1 }, (_, each) => {
    if (each > 0) ways = (ways * BigInt(bets - each + 1)) / BigInt(each);
    return Number(ways) * chance ** each * (1 - chance) ** (bets - each);
  });
  const seen = (chances[wins] as number) * (1 + 1e-7);
  return Math.min(
    1,
    chances.filter((each) => each <= seen).reduce((sum, each) => sum + each, 0),
  );
}

test("with one bet a game, the p-value is the exact binomial test against the mean probability", () => {
  const tenThousandth = fc.integer({ min: 200, max: 9800 }).map((each) => each / 10_000);
  fc.assert(
    fc.property(fc.array(fc.tuple(tenThousandth, fc.boolean()), { minLength: 1, maxLength: 300 }), (bets) => {
      const sum = new ChanceSum();
      for (const [each, isWon] of bets) sum.addGame(isWon ? 1 : 0, Float64Array.of(each), 1, new Float64Array(), 0);
      const wins = bets.filter(([, isWon]) => isWon).length;
      const mean = bets.reduce((total, [each]) => total + each, 0) / bets.length;
      assert.ok(Math.abs((sum.value ?? -1) - plainBinomialTest(wins, bets.length, mean)) < 1e-9);
    }),
    { numRuns: 200 },
  );
});

const rTests = [
  [0, 5, 0.3, 0.33115],
  [5, 5, 0.3, 0.00243],
  [10, 20, 0.5, 1],
  [81, 263, 0.3, 0.787927809675],
  [143, 250, 0.5238, 0.129075906915],
  [1200, 2500, 0.5, 0.047681865221],
  [33, 100, 0.41, 0.126806467115],
  [60_300, 120_000, 0.5, 0.0837793097993],
  [7, 9, 0.12, 1.03350400451e-5],
] as const;

test("the binomial test gives what R's binom.test gives", () => {
  for (const [wins, bets, chance, expected] of rTests) {
    const found = binomialTest(wins, bets, chance);
    assert.ok(Math.abs(found - expected) < 1e-9, `${wins} of ${bets} at ${chance}: ${found}, not ${expected}`);
  }
});

test("tails of the normal distribution agree with its series", () => {
  for (let z = -5; z <= 5; z += 0.1) assert.ok(Math.abs(upperTail(z) - (1 - cumulative(z))) < 2e-7, String(z));
});

test("tries multiply the p-value up to 1, and the verdict falls at 0.05 after that", () => {
  assert.equal(adjusted(0.004, 10), 0.04);
  assert.equal(adjusted(0.004, 10_000), 1);
  assert.equal(verdictOf(0.05), "unlikely by chance");
  assert.equal(verdictOf(0.0501), "no evidence");
  assert.equal(verdictOf(null), "no evidence");
});

test("the same bets always have the same interval, and it holds what they returned", () => {
  const next = uniform(3);
  for (const games of [1, 2, 9, 120, 700]) {
    const kind = { games, betsOfGame: 1, least: 0.2, most: 0.8, pushes: 0.05, sides: [0] };
    const set = drawSet(kind, next);
    if (set === null) continue;
    const first = summaryOf(set.bets, null, worldTraits);
    assert.deepEqual(summaryOf(set.bets, null, worldTraits), first);
    for (const each of [first.returnAtClose, first.returnAtOpen]) {
      assert.ok(each !== null && each.interval.low <= each.value && each.value <= each.interval.high, String(games));
    }
    assert.ok((first.breakEven ?? 0) > impliedProbability(400) && (first.breakEven ?? 1) < 1);
  }
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
    games: Math.max(2, Math.floor(bets / betsOfGame)),
    ...{ betsOfGame, least, most, pushes: pick([0, 0.04]), sides: pick([[0], [0, 2], [0, 0, 2, 2], [1, 3]]) },
  };
}

test("[A-11] of 1,000 random sets of bets the 95% intervals hold the truth in 93 to 97 of 100, and at most 5 are unlikely by chance", () => {
  const next = uniform(20_261_122);
  const held = { close: 0, open: 0 };
  let unlikely = 0;
  let sets = 0;
  while (sets < 1000) {
    const set = drawSet(anyKind(next), next);
    if (set === null) continue;
    sets++;
    const row = summaryOf(set.bets, null, worldTraits);
    const holds = (of: Summary["winRate"], truth: number) =>
      of !== null && of.interval.low <= truth && truth <= of.interval.high ? 1 : 0;
    held.close += holds(row.returnAtClose, set.returnAtClose);
    held.open += holds(row.returnAtOpen, set.returnAtOpen);
    if (verdictOf(adjusted(row.pValue ?? 1, 1)) === "unlikely by chance") unlikely++;
  }
  for (const [what, count] of Object.entries(held)) {
    assert.ok(count >= 930 && count <= 970, `${what} is held ${count} times`);
  }
  assert.ok(unlikely <= 50, `${unlikely} of 1,000 sets are unlikely by chance`);
});

test("[A-11] of 1,000 random sets with one bet a game Wilson's interval holds the true win rate in 93 to 97 of 100", () => {
  const next = uniform(14);
  let held = 0;
  for (let sets = 0; sets < 1000; sets++) {
    // The interval supposes that all bets are about as likely, as those at one kind of line are.
    const least = 0.3 + 0.36 * next();
    const kind = {
      games: Math.round(20 * 150 ** next()),
      betsOfGame: 1,
      least,
      most: least + 0.08,
      pushes: 0.03,
      sides: [0],
    };
    const set = drawSet(kind, next);
    const rate = set === null ? null : summaryOf(set.bets, null, worldTraits).winRate;
    if (set === null || rate === null) continue;
    if (rate.interval.low <= set.winRate && set.winRate <= rate.interval.high) held++;
  }
  assert.ok(held >= 930 && held <= 970, `it is held ${held} times`);
});

test("twenty sets looked at and told of leave one in hundreds of nothing unlikely by chance", () => {
  const next = uniform(5);
  let unlikely = 0;
  for (let set = 0; set < 400; set++) {
    const drawn = drawSet(anyKind(next), next);
    const value = drawn === null ? null : summaryOf(drawn.bets, null, worldTraits).pValue;
    if (value !== null && verdictOf(adjusted(value, 20)) === "unlikely by chance") unlikely++;
  }
  assert.ok(unlikely <= 4, `${unlikely} of 400`);
});

test("a true edge is seen: a side that wins 58 of 100 at even chances is unlikely by chance, and returns more than nothing", () => {
  const bets = Array.from(
    { length: 600 },
    (_, game): PlainBet => ({ game, open: -110, close: -110, opposite: -110, result: game % 50 < 29 ? "won" : "lost" }),
  );
  const row = summed(bets);
  assert.ok((row.pValue ?? 1) < 0.001);
  assert.ok((row.returnAtClose?.interval.low ?? -1) > 0);
  assert.ok((row.winRate?.interval.low ?? 0) > (row.breakEven ?? 1));
});
