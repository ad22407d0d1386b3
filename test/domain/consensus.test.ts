import assert from "node:assert/strict";
import { test } from "vitest";
import {
  type BookMarkets,
  consensus,
  consensusLine,
  consensusMoneyline,
  hasPosted,
} from "../../src/domain/consensus.ts";
import type { Quote } from "../../src/domain/fold.ts";

const q = (line: number | null, first: number | null = -110, second: number | null = -110): Quote => ({
  line,
  first,
  second,
});
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

/** A book that shows one and the same quote at the open and at the close. */
const still = (quote: Quote) => ({ open: quote, close: quote });

test("the consensus is the line that most books show [D-16]", () => {
  assert.equal(lineOf([q(-3), q(-3), q(-2.5), q(-7), q(-7), q(-3)], noLean).line, -3);
  // More books beat a better balance, the median, the moneyline and a smaller line.
  assert.equal(lineOf([q(-9, -130, 110), q(-9, -130, 110), q(2), q(1), q(3)], awayLean).line, -9);
});

test("a side is priced at the mean of the books on the consensus line only [D-16]", () => {
  const quote = lineOf([q(-3, +100, -110), q(-3, -110, +100), q(-2.5, -500, 400)], noLean);
  assert.deepEqual(quote, q(-3, -105, -105));
});

test("a side is priced by the books on the line that have that side's price; none, then null [D-16]", () => {
  assert.deepEqual(lineOf([q(-3, -120, null), q(-3, null, null), q(-2, 100, 100)], noLean), q(-3, -120, null));
  assert.deepEqual(lineOf([q(-3, null, null), q(-3, null, null), q(-2)], noLean), q(-3, null, null));
});

test("a quote without a line is on no line [D-16]", () => {
  assert.deepEqual(lineOf([q(null), q(null), q(-3)], noLean), q(-3));
  assert.deepEqual(lineOf([q(null), q(null)], noLean), nothing);
  assert.deepEqual(lineOf([], noLean), nothing);
});

test("tie 1: the most balanced mean price wins, although the median is at the other line [D-16]", () => {
  // -3 and -7 have two books each; the median of -8 -7 -7 -3 -3 is -7.
  const quotes = [q(-3, -110, -110), q(-3, -112, -112), q(-7, -115, -105), q(-7, -115, -105), q(-8)];
  assert.equal(lineOf(quotes, homeLean).line, -3);
});

test("tie 1 compares the means of the sides, not the books one by one [D-16]", () => {
  // Each book on -3 leans, but the two together are even; the books on -7 are all but even, each the same way.
  const quotes = [q(-3, -130, 110), q(-3, 110, -130), q(-7, -111, -110), q(-7, -111, -110), q(-8)];
  assert.equal(lineOf(quotes, homeLean).line, -3);
});

test("tie 1: a line with no prices comes last, after the least balanced one [D-16]", () => {
  // The median of -7 -7 -3 -3 -2.5 is -3, and -3 is the smaller line too.
  const quotes = [q(-3, null, null), q(-3, null, null), q(-7, -250, 200), q(-7, -250, 200), q(-2.5)];
  assert.equal(lineOf(quotes, homeLean).line, -7);
});

test("tie 1: differences that are equal stay a tie, whatever binary fractions say of them [D-16]", () => {
  // On both lines the sides differ by exactly half of p(a) - p(b); so the smaller line is left to decide.
  for (const [a, b] of [
    [-186, 146],
    [-171, 141],
    [-146, 186],
    [-141, -111],
  ] as const) {
    const quotes = (one: number, other: number) => [q(one, a, b), q(one, b, b), q(other, a, a), q(other, a, b)];
    assert.equal(lineOf(quotes(-3, -4), noLean).line, -3, `${a} and ${b}`);
    assert.equal(lineOf(quotes(-4, -3), noLean).line, -3, `${a} and ${b}`);
  }
});

test("tie 2: of equally balanced lines the nearest to the median of all books' lines wins over the sign [D-16]", () => {
  // The median of -2 -2 2 2 7 is 2; the moneyline favors home, so the sign would say -2.
  assert.equal(lineOf([q(-2), q(-2), q(2), q(2), q(7)], homeLean).line, 2);
  // Also between lines without prices: the median of 1 1 5 5 9 is 5.
  assert.equal(lineOf([q(1, null, null), q(1, null, null), q(5, null, null), q(5, null, null), q(9)], noLean).line, 5);
});

test("tie 2 counts every book's line in the median, priced or not [D-16]", () => {
  const far = q(-10, null, null);
  assert.equal(lineOf([q(-3), q(-3), q(-6), q(-6), far], noLean).line, -6);
  assert.equal(lineOf([q(-3), q(-3), q(-6), q(-6), q(10, null, null)], noLean).line, -3);
});

test("tie 3: at equal distance the sign that agrees with the consensus moneyline wins over a smaller line [D-16]", () => {
  // The median of -1.5 and 1 is -0.25, which is 1.25 away from both.
  assert.equal(lineOf([q(-1.5), q(1)], homeLean).line, -1.5);
  assert.equal(lineOf([q(-1), q(1.5)], awayLean).line, 1.5);
});

test("tie 4: else the smaller absolute line wins, although it favors away [D-16]", () => {
  assert.equal(lineOf([q(-1.5), q(1)], noLean).line, 1);
  assert.equal(lineOf([q(-3.5), q(-3)], homeLean).line, -3);
  assert.equal(lineOf([q(-3.5), q(-3)], awayLean).line, -3);
  assert.equal(lineOf([q(3.5), q(3)], awayLean).line, 3);
  assert.equal(lineOf([q(0), q(1)], homeLean).line, 0);
});

test("tie 5: at last home is favored [D-16]", () => {
  assert.equal(lineOf([q(-1), q(1)], noLean).line, -1);
  assert.equal(lineOf([q(2.5), q(-2.5), q(2.5), q(-2.5)], noLean).line, -2.5);
});

test("totals take the same ties: balance, then the median, then the smaller line [D-16]", () => {
  const book = (bookId: number, total: Quote): BookMarkets => ({ bookId, markets: { total: still(total) } });
  const totalOf = (...totals: readonly Quote[]) =>
    consensus(totals.map((total, at) => book(at + 1, total)))?.total.close;
  assert.deepEqual(totalOf(q(44), q(44.5), q(44)), q(44));
  assert.deepEqual(totalOf(q(44, -120, 100), q(47)), q(47));
  assert.equal(totalOf(q(44), q(44), q(47), q(47), q(52))?.line, 47);
  assert.deepEqual(totalOf(q(44), q(44.5)), q(44));
});

test("the moneyline leans neither way in a total: only the smaller line counts [D-16]", () => {
  for (const moneyline of [q(null, -200, 170), q(null, 170, -200)]) {
    const books: readonly BookMarkets[] = [
      { bookId: 1, markets: { moneyline: still(moneyline), total: still(q(44.5)) } },
      { bookId: 2, markets: { moneyline: still(moneyline), total: still(q(44)) } },
    ];
    assert.equal(consensus(books)?.total.close.line, 44);
  }
});

test("open and close are each computed apart, also the moneyline that breaks a tie [D-16]", () => {
  const moneyline = { open: q(null, -150, 130), close: q(null, 130, -150) };
  const books: readonly BookMarkets[] = [
    { bookId: 1, markets: { moneyline, spread: still(q(-1.5)) } },
    { bookId: 2, markets: { spread: still(q(1)) } },
  ];
  const result = consensus(books);
  assert.equal(result?.spread.open.line, -1.5);
  assert.equal(result?.spread.close.line, 1);
  const opened: BookMarkets = { bookId: 3, markets: { spread: { open: q(-7), close: null } } };
  const three = consensus([...books, opened, { ...opened, bookId: 4 }]);
  assert.equal(three?.spread.open.line, -7);
  assert.equal(three?.spread.close.line, 1);
});

test("the moneyline that breaks a tie is the consensus of all books, not of those on the line [D-16]", () => {
  const books: readonly BookMarkets[] = [
    { bookId: 1, markets: { moneyline: still(q(null, 110, -130)), spread: still(q(-1.5)) } },
    { bookId: 2, markets: { moneyline: still(q(null, -300, 250)), spread: still(q(1)) } },
  ];
  assert.equal(consensus(books)?.spread.close.line, -1.5);
});

test("an even consensus moneyline agrees with neither sign [D-16]", () => {
  const books: readonly BookMarkets[] = [
    { bookId: 1, markets: { moneyline: still(q(null, -120, 100)), spread: still(q(-1.5)) } },
    { bookId: 2, markets: { moneyline: still(q(null, 100, -120)), spread: still(q(1)) } },
  ];
  assert.equal(consensus(books)?.spread.close.line, 1);
});

test("each side of the moneyline is the mean over all books that price it, and the vig stays in [D-17]", () => {
  assert.deepEqual(consensusMoneyline([q(null, -1000, 250), q(null, -2000, 300)]), q(null, -1344, 273));
  assert.deepEqual(consensusMoneyline([q(null, -110, -110)]), q(null, -110, -110));
  assert.deepEqual(
    consensusMoneyline([q(null, 105, null), q(null, -105, -200), q(null, null, -200)]),
    q(null, 100, -200),
  );
  assert.deepEqual(consensusMoneyline([q(null, 105, null)]), q(null, 105, null));
  assert.deepEqual(consensusMoneyline([]), nothing);
});

test("consensus is null when no book posted a full-game market [D-19]", () => {
  assert.equal(consensus([]), null);
  assert.equal(consensus([{ bookId: 1, markets: {} }]), null);
  assert.equal(consensus([{ bookId: 1, markets: { spread: { open: null, close: null } } }]), null);
});

test("one market that is missing has null members, and the consensus is still there [D-19]", () => {
  const result = consensus([{ bookId: 1, markets: { moneyline: still(q(null, -150, 130)) } }]);
  assert.deepEqual(result?.moneyline.close, q(null, -150, 130));
  assert.deepEqual(result?.spread, { open: nothing, close: nothing });
  assert.deepEqual(result?.total, { open: nothing, close: nothing });
});

test("a market that was only opened, and a team total alone, are posted markets [D-19, D-24]", () => {
  const opened: BookMarkets = { bookId: 1, markets: { total: { open: q(44), close: null } } };
  assert.deepEqual(consensus([opened])?.total, { open: q(44), close: nothing });
  const teamTotal: BookMarkets = { bookId: 1, markets: { home_team_total: { open: null, close: q(24.5) } } };
  assert.equal(hasPosted(teamTotal), true);
  assert.deepEqual(consensus([teamTotal]), {
    moneyline: { open: nothing, close: nothing },
    spread: { open: nothing, close: nothing },
    total: { open: nothing, close: nothing },
    home_team_total: { open: nothing, close: q(24.5) },
    away_team_total: { open: nothing, close: nothing },
  });
  assert.equal(hasPosted({ bookId: 1, markets: {} }), false);
});

test("a consensus line of 0 is never -0 [D-15]", () => {
  assert.ok(Object.is(lineOf([q(-0), q(0)], noLean).line, 0));
  assert.ok(Object.is(lineOf([q(-0)], noLean).line, 0));
  assert.equal(lineOf([q(-0), q(0), q(3)], noLean).line, 0);
});
