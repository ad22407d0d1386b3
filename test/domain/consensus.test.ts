import assert from "node:assert/strict";
import { test } from "vitest";
import { consensus, consensusLine, consensusMoneyline } from "../../src/domain/consensus.ts";
import type { OpenClose, Quote } from "../../src/domain/fold.ts";
import type { Market } from "../../src/domain/sports.ts";

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

type Posted = Partial<Record<Market, OpenClose>>;

/** The consensus of books, by the markets that each of them posts. */
const consensusOf = (...books: readonly Posted[]) =>
  consensus(books.flatMap((each) => Object.entries(each).map(([of, line]) => ({ market: of as Market, ...line }))));

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
  const totalOf = (...totals: readonly Quote[]) =>
    consensusOf(...totals.map((total) => ({ total: still(total) })))?.total.close;
  assert.deepEqual(totalOf(q(44), q(44.5), q(44)), q(44));
  assert.deepEqual(totalOf(q(44, -120, 100), q(47)), q(47));
  assert.equal(totalOf(q(44), q(44), q(47), q(47), q(52))?.line, 47);
  assert.deepEqual(totalOf(q(44), q(44.5)), q(44));
});

test("the moneyline leans neither way in a total: only the smaller line counts [D-16]", () => {
  for (const prices of [q(null, -200, 170), q(null, 170, -200)]) {
    const moneyline = still(prices);
    const agreed = consensusOf({ moneyline, total: still(q(44.5)) }, { moneyline, total: still(q(44)) });
    assert.equal(agreed?.total.close.line, 44);
  }
});

test("open and close are each computed apart, also the moneyline that breaks a tie [D-16]", () => {
  const moneyline = { open: q(null, -150, 130), close: q(null, 130, -150) };
  const books: readonly Posted[] = [{ moneyline, spread: still(q(-1.5)) }, { spread: still(q(1)) }];
  const linesOf = (...more: readonly Posted[]) => {
    const { open, close } = consensusOf(...books, ...more)?.spread ?? assert.fail();
    return [open.line, close.line];
  };
  assert.deepEqual(linesOf(), [-1.5, 1]);
  const opened = { spread: { open: q(-7), close: null } };
  assert.deepEqual(linesOf(opened, opened), [-7, 1]);
});

test("the moneyline that breaks a tie is that of all books together, and an even one agrees with neither sign [D-16]", () => {
  const spreadBy = (first: Quote, second: Quote) =>
    consensusOf({ moneyline: still(first), spread: still(q(-1.5)) }, { moneyline: still(second), spread: still(q(1)) })
      ?.spread.close.line;
  assert.equal(spreadBy(q(null, 110, -130), q(null, -300, 250)), -1.5);
  assert.equal(spreadBy(q(null, -120, 100), q(null, 100, -120)), 1);
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

test("consensus is null when no book posted a market, and a market that nobody posted has null members [D-19, D-24]", () => {
  assert.equal(consensusOf(), null);
  assert.equal(consensusOf({ spread: { open: null, close: null } }), null);
  const none = { open: nothing, close: nothing };
  const unposted = { moneyline: none, spread: none, total: none, home_team_total: none, away_team_total: none };
  assert.deepEqual(consensusOf({ total: { open: q(44), close: null } }), {
    ...unposted,
    total: { open: q(44), close: nothing },
  });
  assert.deepEqual(consensusOf({ home_team_total: { open: null, close: q(24.5) } }), {
    ...unposted,
    home_team_total: { open: nothing, close: q(24.5) },
  });
  const moneyline = still(q(null, -150, 130));
  assert.deepEqual(consensusOf({ moneyline }), { ...unposted, moneyline });
});

test("a consensus line of 0 is never -0 [D-15]", () => {
  assert.ok(Object.is(lineOf([q(-0), q(0)], noLean).line, 0));
  assert.ok(Object.is(lineOf([q(-0)], noLean).line, 0));
  assert.equal(lineOf([q(-0), q(0), q(3)], noLean).line, 0);
});
