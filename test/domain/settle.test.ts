import assert from "node:assert/strict";
import { test } from "vitest";
import type { Quote, QuoteMoment } from "../../src/domain/fold.ts";
import { settleMoments } from "../../src/domain/settle.ts";

function q(line: number | null, first: number | null = null, second: number | null = null): Quote {
  return { line, first, second };
}

function stated(...quotes: readonly Quote[]): QuoteMoment {
  return { timeMs: null, quotes };
}

/** What counts of the first book, whichever of its quotes comes first in the file. */
function taken(contested: readonly Quote[], ...others: readonly QuoteMoment[]): Quote {
  const answers = [contested, contested.toReversed()].map((quotes) => {
    const [settled] = settleMoments([stated(...quotes), ...others]);
    assert.ok(settled);
    assert.equal(settled.others.length, contested.length - 1);
    return q(settled.line, settled.first, settled.second);
  });
  assert.deepEqual(answers[0], answers[1]);
  return answers[0] as Quote;
}

test("of two quotes of one book, the one with prices counts, whatever other books show [D-43]", () => {
  assert.deepEqual(taken([q(-3), q(-7, -110, -110)], stated(q(-3)), stated(q(-3))), q(-7, -110, -110));
  assert.deepEqual(taken([q(null, -900), q(null, -850, 600)]), q(null, -850, 600));
});

test("of two quotes with as many prices, the one that more books agree with counts [D-43]", () => {
  assert.deepEqual(taken([q(-3), q(-3.5)], stated(q(-3.5)), stated(q(-3.5)), stated(q(-3))), q(-3.5));
  const moneyline = [q(null, -150, 130), q(null, -160, 140)];
  assert.deepEqual(taken(moneyline, stated(q(null, -160, 140))), q(null, -160, 140));
});

test("a book agrees by its line, whatever its prices are [D-43]", () => {
  assert.deepEqual(taken([q(44, -110, -110), q(45, -110, -110)], stated(q(45, -105, -115))), q(45, -110, -110));
});

test("a book that contradicts itself agrees with nobody, unless its own prices settle it [D-43]", () => {
  const undecided = stated(q(-4), q(-5));
  assert.deepEqual(taken([q(-3), q(-4)], undecided, undecided, stated(q(-3))), q(-3));
  const settledByPrices = stated(q(-4, -110, -110), q(-3));
  assert.deepEqual(taken([q(-3), q(-4)], settledByPrices), q(-4));
});

test("of two quotes that equally many books agree with, the smaller line counts, and then home favored [D-43]", () => {
  assert.deepEqual(taken([q(-7), q(-3.5)]), q(-3.5));
  assert.deepEqual(taken([q(7), q(3.5)]), q(3.5));
  assert.deepEqual(taken([q(3), q(-3)]), q(-3));
  assert.deepEqual(taken([q(51), q(50.5)], stated(q(51)), stated(q(50.5))), q(50.5));
});

test("of two quotes with one line, the lower price of home counts, then of away [D-43]", () => {
  assert.deepEqual(taken([q(-3, -110, -110), q(-3, -115, -105)]), q(-3, -115, -105));
  assert.deepEqual(taken([q(-3, -110, 100), q(-3, -110, -105)]), q(-3, -110, -105));
});

test("the quotes that do not count are named, the next best one first, and each book keeps its place", () => {
  const settled = settleMoments([null, { timeMs: 5, quotes: [q(-9), q(-3), q(-5)] }, stated(q(-1))]);
  assert.deepEqual(settled, [
    null,
    { ...q(-3), timeMs: 5, others: [q(-5), q(-9)] },
    { ...q(-1), timeMs: null, others: [] },
  ]);
});
