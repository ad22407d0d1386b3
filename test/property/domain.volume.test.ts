// @module-tag volume
/** Laws of prices, of captures and of one tie, tried on many generated cases; test/oracle/contested.test.ts has every rule of the consensus. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { americanOdds, impliedProbability, meanPrice } from "../../src/domain/american-odds.ts";
import { noVigProbability, noVigShift, profitOf, won } from "../../src/domain/bets/grading.ts";
import { largestOdds } from "../../src/domain/bounds.ts";
import { consensusLine } from "../../src/domain/consensus.ts";
import type { OpenClose, QuoteMoment } from "../../src/domain/fold.ts";
import { settleMoments } from "../../src/domain/settle.ts";
import { type Capture, openCloseOf } from "../domain/captures.ts";
import { exactMeanPrice } from "../oracle/computed/consensus.ts";
import { minus, noVig, noVigFraction, rounded, winnings } from "../oracle/computed/exact.ts";
import { share } from "../support/volume.ts";

function isLegal(odds: number): boolean {
  return Number.isInteger(odds) && (odds >= 100 || odds < -100);
}

/** Any legal price; most of them like those that books show. */
const price = fc
  .oneof(
    { weight: 6, arbitrary: fc.integer({ min: -300, max: 300 }) },
    { weight: 2, arbitrary: fc.integer({ min: -5000, max: 5000 }) },
    { weight: 1, arbitrary: fc.integer({ min: -100_000, max: 100_000 }) },
  )
  .map((odds) => (isLegal(odds) ? odds : 100 + Math.abs(odds)));

test("every legal price is its own probability's odds: odds to probability to odds is the identity [D-18]", () => {
  for (let odds = -100_000; odds <= 100_000; odds++) {
    if (isLegal(odds) && americanOdds(impliedProbability(odds)) !== odds) assert.fail(`${odds} does not come back`);
  }
  fc.assert(
    fc.property(fc.integer({ min: 101, max: largestOdds }), (magnitude) => {
      for (const odds of [magnitude, -magnitude]) assert.equal(americanOdds(impliedProbability(odds)), odds);
    }),
    { numRuns: share(20_000) },
  );
});

/** Means of exactly half a unit, and just short of one. */
const hardMeans: [number[]][] = [
  [[104, 272]],
  [[-104, -272]],
  [[125, 175]],
  [[-110, -250]],
  [[-79464, -79463]],
  [[83103, 83104]],
  [[-1852, -1271, -1745, -1771]],
];

test("a mean price is the one that exact fractions give [D-18]", () => {
  fc.assert(
    fc.property(fc.array(price, { maxLength: 12 }), (all) => {
      assert.equal(meanPrice(all), exactMeanPrice(all));
    }),
    { numRuns: share(5_000), examples: hardMeans },
  );
  // Neighbours have a mean just below the half between them: the hardest case there is.
  for (let odds = 101; odds < 40_000; odds += 7) {
    for (const pair of [
      [odds, odds + 1],
      [-odds, -odds - 1],
    ]) {
      assert.equal(meanPrice(pair), exactMeanPrice(pair), String(pair));
    }
  }
});

const anyPrice = fc.oneof(
  price,
  fc.integer({ min: 100, max: largestOdds }),
  fc.integer({ min: -largestOdds, max: -101 }),
);

test("profits and probabilities without vig of any prices are exact fractions, rounded once [A-3]", () => {
  fc.assert(
    fc.property(anyPrice, anyPrice, (own, opposite) => {
      assert.equal(noVigProbability(own, opposite) / 10_000, noVig(own, opposite));
      assert.equal(profitOf(own, won) / 10_000, winnings(own));
    }),
    { numRuns: 20_000, examples: [[-1_000_000, -1_000_000]] },
  );
});

test("the close's probability without vig minus the open's is the exact difference of any prices, rounded once [A-13]", () => {
  fc.assert(
    fc.property(anyPrice, anyPrice, anyPrice, anyPrice, (open, openOpposite, close, opposite) => {
      const [before, after] = [noVigFraction(open, openOpposite), noVigFraction(close, opposite)];
      assert.ok(before !== null && after !== null);
      assert.equal(noVigShift(open, openOpposite, close, opposite) / 10_000, rounded(minus(after, before), 4));
    }),
    {
      numRuns: 20_000,
      examples: [
        // 0.5416064 and 0.5352508: each rounded, they are 0.0063 apart.
        [-112, 118, -122, 115],
        // Halves: 17/32 - 1/2 is 0.03125.
        [-110, -110, -400, -240],
        [-110, -110, -240, -400],
      ],
    },
  );
});

function shuffled<T>(values: readonly T[], random: Iterator<number>): T[] {
  return values
    .map((value) => ({ value, at: random.next().value as number }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);
}

const startMs = Date.parse("2024-09-08T17:00:00Z");

/** Few moments, lines and prices, some missing, so that many captures disagree about one moment. */
const capture: fc.Arbitrary<Capture> = fc.record({
  time: fc.constantFrom(
    Number.NEGATIVE_INFINITY,
    startMs - 90_000,
    startMs - 60_000,
    startMs - 1,
    startMs,
    startMs + 60_000,
    Number.POSITIVE_INFINITY,
  ),
  line: fc.constantFrom(null, -3, -2.5, -0, 0, 2.5),
  first: fc.constantFrom(null, -120, -110, 100),
  second: fc.constantFrom(null, -120, -110, 100),
});

function fold(captures: readonly Capture[]): OpenClose {
  return openCloseOf(captures, startMs);
}

test("a capture at the start or after it counts for nothing [D-12, D-13]", () => {
  const shown = (time: number, line: number): Capture => ({ time, line, first: -110, second: -110 });
  const late = [shown(startMs, -8), shown(startMs + 60_000, -9)];
  const { open, close } = fold([shown(startMs - 1, -7), ...late]);
  assert.deepEqual([open?.line, close?.line], [-7, -7]);
  assert.deepEqual(fold(late), { open: null, close: null });
});

test("the fold gives the same lines for the same captures in any order, however often they are repeated [D-12]", () => {
  const input = fc
    .array(capture, { minLength: 1, maxLength: 8 })
    .chain((captures) => fc.tuple(fc.constant(captures), fc.array(fc.constantFrom(...captures), { maxLength: 8 })));
  fc.assert(
    fc.property(input, fc.infiniteStream(fc.nat()), ([captures, repeats], random) => {
      assert.deepEqual(fold(shuffled([...captures, ...repeats], random)), fold(captures));
    }),
    { numRuns: share(5_000) },
  );
});

/** What several books showed at one moment, often several things. */
const moments: fc.Arbitrary<readonly QuoteMoment[]> = fc.array(
  fc.record({
    timeMs: fc.constantFrom(null, startMs - 60_000),
    quotes: fc.uniqueArray(
      fc.record({
        line: fc.constantFrom(null, -3.5, -3, 0, 3),
        first: fc.constantFrom(null, -120, 100),
        second: fc.constantFrom(null, -120, 100),
      }),
      { minLength: 1, maxLength: 5, selector: (quote) => JSON.stringify(quote) },
    ),
  }),
  { minLength: 1, maxLength: 6 },
);

test("of several quotes of a book for one moment the same one counts, in any order of quotes and books [D-43]", () => {
  fc.assert(
    fc.property(moments, fc.infiniteStream(fc.nat()), (books, random) => {
      const settled = new Map(settleMoments(books).map((quote, index) => [books[index], quote]));
      const inAnyOrder = shuffled(
        books.map((book) => ({ book, moment: { ...book, quotes: shuffled(book.quotes, random) } })),
        random,
      );
      for (const [index, quote] of settleMoments(inAnyOrder.map(({ moment }) => moment)).entries()) {
        const { book } = inAnyOrder[index] ?? {};
        assert.deepEqual(quote, settled.get(book));
        assert.equal(quote?.others.length, (book?.quotes.length ?? 0) - 1);
      }
    }),
    { numRuns: share(5_000) },
  );
});

test("two lines that lean equally, by sums that differ, tie in balance at every pair of prices [D-16]", () => {
  // Both lines differ by exactly half of p(a) - p(b), so the smaller line is left to decide: -3.
  const prices = Array.from({ length: 501 }, (_, at) => at - 250).filter(isLegal);
  for (const a of prices) {
    for (const b of prices) {
      for (const [one, other] of a === b ? [] : ([[-3, -4] as const, [-4, -3] as const] as const)) {
        const quotes = [
          { line: one, first: a, second: b },
          { line: one, first: b, second: b },
          { line: other, first: a, second: a },
          { line: other, first: a, second: b },
        ];
        if (consensusLine(quotes, 0).line !== -3) assert.fail(`${a} and ${b} on ${one} and ${other}`);
      }
    }
  }
});
