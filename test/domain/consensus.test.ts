/** The consensus [D-16, D-17, D-19], results against it and its favorite by hand; test/property/domain.volume.test.ts holds it against exact fractions. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { consensus, consensusLine, consensusMoneyline, favorite, grade } from "../../src/domain/consensus.ts";
import type { OpenClose, Quote } from "../../src/domain/fold.ts";
import type { Market } from "../../src/domain/sports.ts";

const q = (line: number | null, first: number | null = -110, second: number | null = -110): Quote => ({
  line,
  first,
  second,
});
const bare = (line: number): Quote => q(line, null, null);
const nothing = q(null, null, null);

const homeLean = 1;
const awayLean = -1;
const noLean = 0;

/** The consensus line of quotes, asked in every rotation of the books: their order is never an answer. */
function lineOf(quotes: readonly Quote[], lean: number): Quote {
  const answers = quotes.map((_, at) => consensusLine([...quotes.slice(at), ...quotes.slice(0, at)], lean));
  for (const answer of answers) assert.deepEqual(answer, answers[0]);
  return answers[0] ?? consensusLine([], lean);
}

type Posted = Partial<Record<Market, OpenClose>>;

/** The consensus of books, by the markets that each of them posts. */
const consensusOf = (...books: readonly Posted[]) =>
  consensus(books.flatMap((each) => Object.entries(each).map(([of, line]) => ({ market: of as Market, ...line }))));

/** A book that shows one and the same quote at the open and at the close. */
const still = (quote: Quote) => ({ open: quote, close: quote });

type Case = readonly [quotes: readonly Quote[], lean: number, line: number];
const rules: Readonly<Record<string, readonly Case[]>> = {
  "the consensus is the line that most books show, before balance, median, moneyline and size": [
    [[q(-3), q(-3), q(-2.5), q(-7), q(-7), q(-3)], noLean, -3],
    [[q(-9, -130, 110), q(-9, -130, 110), q(2), q(1), q(3)], awayLean, -9],
  ],
  // The median of -8 -7 -7 -3 -3 is -7. In the second case each book on -3 leans, but the two together are even.
  "tie 1: the most balanced mean price of the sides wins, although the median is at the other line": [
    [[q(-3, -110, -110), q(-3, -112, -112), q(-7, -115, -105), q(-7, -115, -105), q(-8)], homeLean, -3],
    [[q(-3, -130, 110), q(-3, 110, -130), q(-7, -111, -110), q(-7, -111, -110), q(-8)], homeLean, -3],
  ],
  "tie 1: a line with no prices comes last, after the least balanced one": [
    [[bare(-3), bare(-3), q(-7, -250, 200), q(-7, -250, 200), q(-2.5)], noLean, -7],
  ],
  "tie 2: the nearest to the median of all books' lines, priced or not, wins over the sign": [
    [[q(-2), q(-2), q(2), q(2), q(7)], homeLean, 2],
    [[bare(1), bare(1), bare(5), bare(5), q(9)], noLean, 5],
    [[q(-3), q(-3), q(-6), q(-6), bare(-10)], noLean, -6],
    [[q(-3), q(-3), q(-6), q(-6), bare(10)], noLean, -3],
  ],
  "tie 3: at equal distance the sign that agrees with the consensus moneyline wins over a smaller line": [
    [[q(-1.5), q(1)], homeLean, -1.5],
    [[q(-1), q(1.5)], awayLean, 1.5],
  ],
  "tie 4: else the smaller absolute line wins, although it favors away": [
    [[q(-1.5), q(1)], noLean, 1],
    [[q(-3.5), q(-3)], homeLean, -3],
    [[q(-3.5), q(-3)], awayLean, -3],
    [[q(3.5), q(3)], awayLean, 3],
    [[q(0), q(1)], homeLean, 0],
  ],
  "tie 5: at last home is favored": [
    [[q(-1), q(1)], noLean, -1],
    [[q(2.5), q(-2.5), q(2.5), q(-2.5)], noLean, -2.5],
  ],
  "a line of 0 is never -0 [D-15]": [
    [[q(-0), q(0)], noLean, 0],
    [[q(-0)], noLean, 0],
    [[q(-0), q(0), q(3)], noLean, 0],
  ],
};

for (const [rule, cases] of Object.entries(rules)) {
  test(`${rule} [D-16]`, () => {
    for (const [quotes, lean, line] of cases) assert.ok(Object.is(lineOf(quotes, lean).line, line), String(line));
  });
}

test("a side is priced at the mean of the books on the line that have that side's price; none, then null [D-16]", () => {
  assert.deepEqual(lineOf([q(-3, +100, -110), q(-3, -110, +100), q(-2.5, -500, 400)], noLean), q(-3, -105, -105));
  assert.deepEqual(lineOf([q(-3, -120, null), bare(-3), q(-2, 100, 100)], noLean), q(-3, -120, null));
  assert.deepEqual(lineOf([bare(-3), bare(-3), q(-2)], noLean), bare(-3));
  assert.deepEqual(lineOf([q(null), q(null), q(-3)], noLean), q(-3));
  for (const quotes of [[q(null), q(null)], []]) assert.deepEqual(lineOf(quotes, noLean), nothing);
});

test("totals take the same ties, and the moneyline leans neither way in them [D-16]", () => {
  const totalOf = (...totals: readonly Quote[]) =>
    consensusOf(...totals.map((total) => ({ total: still(total) })))?.total.close;
  assert.deepEqual(totalOf(q(44), q(44.5), q(44)), q(44));
  assert.deepEqual(totalOf(q(44, -120, 100), q(47)), q(47));
  assert.equal(totalOf(q(44), q(44), q(47), q(47), q(52))?.line, 47);
  assert.deepEqual(totalOf(q(44), q(44.5)), q(44));
  for (const prices of [q(null, -200, 170), q(null, 170, -200)]) {
    const moneyline = still(prices);
    const agreed = consensusOf({ moneyline, total: still(q(44.5)) }, { moneyline, total: still(q(44)) });
    assert.equal(agreed?.total.close.line, 44);
  }
});

test("open and close are each computed apart, also the moneyline that breaks a tie, which is that of all books [D-16]", () => {
  const moneyline = { open: q(null, -150, 130), close: q(null, 130, -150) };
  const books: readonly Posted[] = [{ moneyline, spread: still(q(-1.5)) }, { spread: still(q(1)) }];
  const linesOf = (...more: readonly Posted[]) => {
    const { open, close } = consensusOf(...books, ...more)?.spread ?? assert.fail();
    return [open.line, close.line];
  };
  assert.deepEqual(linesOf(), [-1.5, 1]);
  const opened = { spread: { open: q(-7), close: null } };
  assert.deepEqual(linesOf(opened, opened), [-7, 1]);
  const spreadBy = (first: Quote, second: Quote) =>
    consensusOf({ moneyline: still(first), spread: still(q(-1.5)) }, { moneyline: still(second), spread: still(q(1)) })
      ?.spread.close.line;
  assert.equal(spreadBy(q(null, 110, -130), q(null, -300, 250)), -1.5);
  assert.equal(spreadBy(q(null, -120, 100), q(null, 100, -120)), 1);
});

test("each side of the moneyline is the mean over all books that price it, and the vig stays in [D-17]", () => {
  const cases: readonly (readonly [quotes: readonly (readonly [number | null, number | null])[], mean: Quote])[] = [
    [
      [
        [-1000, 250],
        [-2000, 300],
      ],
      q(null, -1344, 273),
    ],
    [[[-110, -110]], q(null, -110, -110)],
    [
      [
        [105, null],
        [-105, -200],
        [null, -200],
      ],
      q(null, 100, -200),
    ],
    [[[105, null]], q(null, 105, null)],
    [[], nothing],
  ];
  for (const [quotes, mean] of cases) {
    assert.deepEqual(consensusMoneyline(quotes.map(([first, second]) => q(null, first, second))), mean);
  }
});

test("consensus is null when no book posted a market, and a market that nobody posted has null members [D-19, D-24]", () => {
  assert.equal(consensusOf(), null);
  assert.equal(consensusOf({ spread: { open: null, close: null } }), null);
  const none = { open: nothing, close: nothing };
  const unposted = { moneyline: none, spread: none, total: none, home_team_total: none, away_team_total: none };
  const total = { open: q(44), close: null };
  assert.deepEqual(consensusOf({ total }), { ...unposted, total: { ...total, close: nothing } });
  const moneyline = still(q(null, -150, 130));
  assert.deepEqual(consensusOf({ moneyline }), { ...unposted, moneyline });
});

const none = { homeCovered: null, spreadPush: null, wentOver: null, totalPush: null };

type Graded = readonly [home: number, away: number, close: number, homeCovered: boolean | null];
const spreads: readonly Graded[] = [
  [24, 20, -3.5, true],
  [24, 20, -4, null],
  [24, 20, -4.5, false],
  [20, 24, 4.5, true],
  [20, 24, 4, null],
  [20, 24, 3.5, false],
  [20, 20, 0, null],
  [21, 20, 0, true],
  [20, 21, 0, false],
  [3, 2, -1.5, false],
  [3, 2, 1.5, true],
  [2, 1, -0.75, true],
];
const totals: readonly Graded[] = [
  [24, 20, 43.5, true],
  [24, 20, 44, null],
  [24, 20, 44.5, false],
  [0, 0, 0.5, false],
  [24, 20, 43.75, true],
  [24, 20, 44.25, false],
];

test("a final is graded against the close, and equal to it is a push [D-21]", () => {
  for (const [home, away, close, homeCovered] of spreads) {
    const graded = { ...none, homeCovered, spreadPush: homeCovered === null };
    assert.deepEqual(grade({ home, away }, close, null), graded, `${home} to ${away} against ${close}`);
  }
  for (const [home, away, close, wentOver] of totals) {
    const graded = { ...none, wentOver, totalPush: wentOver === null };
    assert.deepEqual(grade({ home, away }, null, close), graded, `${home} and ${away} against ${close}`);
  }
});

test("spread and total are graded apart, and without a close every flag is null, the push flags too [D-21]", () => {
  const both = { homeCovered: null, spreadPush: true, wentOver: true, totalPush: false };
  assert.deepEqual(grade({ home: 24, away: 20 }, -4, 41.5), both);
  assert.deepEqual(grade({ home: 24, away: 20 }, null, null), none);
});

const moneyline = (first: number | null, second: number | null): Quote => ({ line: null, first, second });
const home = moneyline(-150, 130);
const away = moneyline(130, -150);
const even = moneyline(-110, -110);
const unpriced = moneyline(null, null);

test("the favorite follows the closing spread, then the moneyline; in baseball and hockey the other way round [D-20]", () => {
  for (const sport of ["nfl", "ncaaf", "nba"] as const) {
    assert.deepEqual([favorite(sport, -3, away), favorite(sport, 3, home)], ["home", "away"]);
    assert.deepEqual([favorite(sport, 0, home), favorite(sport, null, away)], ["home", "away"]);
    assert.equal(favorite(sport, -0.5, unpriced), "home");
  }
  for (const sport of ["mlb", "nhl"] as const) {
    assert.deepEqual([favorite(sport, 1.5, home), favorite(sport, -1.5, away)], ["home", "away"]);
    assert.deepEqual([favorite(sport, -1.5, even), favorite(sport, 1.5, unpriced)], ["home", "away"]);
    assert.equal(favorite(sport, null, home), "home");
  }
});

test("equal sides, or nothing to go by, have no favorite [D-20]", () => {
  for (const sport of ["mlb", "nfl", "ncaaf", "nba", "nhl"] as const) {
    assert.equal(favorite(sport, 0, even), null);
    assert.equal(favorite(sport, -0, even), null);
    assert.equal(favorite(sport, null, even), null);
    assert.equal(favorite(sport, 0, unpriced), null);
    assert.equal(favorite(sport, null, unpriced), null);
  }
});

test("two minus prices or two plus prices still have a favorite: the likelier side [D-20]", () => {
  assert.equal(favorite("mlb", null, moneyline(-115, -105)), "home");
  assert.equal(favorite("mlb", null, moneyline(-105, -115)), "away");
  assert.equal(favorite("mlb", null, moneyline(104, 102)), "away");
  assert.equal(favorite("mlb", null, moneyline(100, -102)), "away");
});
