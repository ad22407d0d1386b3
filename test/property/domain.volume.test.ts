// @module-tag volume
/** Laws of the rules, tried on many generated cases. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { americanOdds, impliedProbability, meanPrice } from "../../src/domain/american-odds.ts";
import { largestOdds } from "../../src/domain/bounds.ts";
import { type ConsensusQuotes, consensus, consensusLine, grade, type MarketLine } from "../../src/domain/consensus.ts";
import type { OpenClose, Quote, QuoteMoment } from "../../src/domain/fold.ts";
import { type GameIdentity, gameId, parseGameId } from "../../src/domain/game-ids.ts";
import { periodScores } from "../../src/domain/period-scores.ts";
import { settleMoments } from "../../src/domain/settle.ts";
import { type Market, sports } from "../../src/domain/sports.ts";
import { type Capture, openCloseOf } from "../domain/captures.ts";
import {
  exactLean,
  exactLine,
  exactMeanPrice,
  exactMoneyline,
  type Rule,
  rules,
} from "../oracle/computed/consensus.ts";
import { isLongRun, share } from "../support/volume.ts";

const nothing: Quote = { line: null, first: null, second: null };

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

/** Few prices and few lines, so that ties are the rule. */
const tyingPrice = fc.constantFrom(-120, -110, -105, 100, 105, 110, null);
const tyingLine = fc.constantFrom(-3.5, -3, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 3, 3.5);

function quoteOf(line: fc.Arbitrary<number | null>, odds: fc.Arbitrary<number | null>): fc.Arbitrary<Quote> {
  return fc.record({ line, first: odds, second: odds });
}

// Prices on a line are often alike, or the balance would settle most of the ties.
const evenQuote = fc
  .oneof(tyingLine, fc.constantFrom(-1, 1))
  .map((line): Quote => ({ line, first: -110, second: -110 }));
const spreadQuote = fc.oneof(
  { weight: 4, arbitrary: evenQuote },
  { weight: 3, arbitrary: quoteOf(tyingLine, tyingPrice) },
  { weight: 1, arbitrary: quoteOf(tyingLine, fc.oneof(price, fc.constant(null))) },
);
const totalQuote = spreadQuote.map((quote): Quote => ({ ...quote, line: (quote.line ?? 0) + 44 }));
const moneylineQuote = fc.oneof(
  quoteOf(fc.constant(null), fc.oneof(tyingPrice, price)),
  fc.constant<Quote>({ line: null, first: -110, second: -110 }),
);

function openClose(quote: fc.Arbitrary<Quote>): fc.Arbitrary<OpenClose> {
  return fc.record({ open: fc.option(quote), close: fc.option(quote) });
}

const marketLines: fc.Arbitrary<readonly MarketLine[]> = fc
  .array(
    fc.record(
      {
        moneyline: openClose(moneylineQuote),
        spread: openClose(spreadQuote),
        total: openClose(totalQuote),
        home_team_total: openClose(totalQuote),
        away_team_total: openClose(totalQuote),
      },
      { requiredKeys: [] },
    ),
    { maxLength: 6 },
  )
  .map((books) =>
    books.flatMap((each) => Object.entries(each).map(([market, line]) => ({ market: market as Market, ...line }))),
  );

function quotesOf(lines: readonly MarketLine[], market: Market, moment: "open" | "close") {
  return lines.flatMap((line) => (line.market === market ? (line[moment] ?? []) : []));
}

/** The whole consensus by exact fractions, and which rules settled the spreads. */
function exactConsensus(lines: readonly MarketLine[]): {
  readonly quotes: ConsensusQuotes | null;
  readonly spreadSettledBy: readonly (Rule | null)[];
} {
  const isPosted = lines.some(({ open, close }) => open ?? close);
  if (!isPosted) return { quotes: null, spreadSettledBy: [] };
  const moneyline = {
    open: exactMoneyline(quotesOf(lines, "moneyline", "open")),
    close: exactMoneyline(quotesOf(lines, "moneyline", "close")),
  };
  const spread = (moment: "open" | "close") =>
    exactLine(quotesOf(lines, "spread", moment), exactLean(moneyline[moment]));
  const total = (market: Market, moment: "open" | "close") => exactLine(quotesOf(lines, market, moment), null);
  const totals = (market: Market) => ({
    open: total(market, "open")?.quote ?? nothing,
    close: total(market, "close")?.quote ?? nothing,
  });
  return {
    quotes: {
      moneyline,
      spread: { open: spread("open")?.quote ?? nothing, close: spread("close")?.quote ?? nothing },
      total: totals("total"),
      home_team_total: totals("home_team_total"),
      away_team_total: totals("away_team_total"),
    },
    spreadSettledBy: [spread("open")?.settledBy ?? null, spread("close")?.settledBy ?? null],
  };
}

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

test("a mean price is the one that exact fractions give [D-18]", () => {
  fc.assert(
    fc.property(fc.array(price, { maxLength: 12 }), (all) => {
      assert.equal(meanPrice(all), exactMeanPrice(all));
    }),
    { numRuns: share(5_000) },
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

test("the consensus is the one that exact fractions and the words of D-16 to D-19 give [D-16, D-17, D-18, D-19]", () => {
  const settled = new Map<Rule | null, number>();
  fc.assert(
    fc.property(marketLines, (lines) => {
      const { quotes, spreadSettledBy } = exactConsensus(lines);
      for (const rule of spreadSettledBy) settled.set(rule, (settled.get(rule) ?? 0) + 1);
      assert.deepEqual(consensus(lines), quotes);
    }),
    { numRuns: share(10_000) },
  );
  // The comparison is worth something only if every rule had its cases to decide.
  for (const rule of isLongRun ? rules : [])
    assert.ok((settled.get(rule) ?? 0) >= 20, `${rule}: ${settled.get(rule) ?? 0} cases`);
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

const points = fc.nat({ max: 60 });
const halfLine = fc.integer({ min: -60, max: 60 }).map((halves) => halves / 2);

test("a flag is null exactly when it is a push or there is no close, and the push says which [D-21]", () => {
  fc.assert(
    fc.property(points, points, fc.option(halfLine), fc.option(halfLine), (home, away, spread, total) => {
      const { homeCovered, spreadPush, wentOver, totalPush } = grade({ home, away }, spread, total);
      assert.equal(spreadPush, spread === null ? null : home + spread === away);
      assert.equal(totalPush, total === null ? null : home + away === total);
      assert.equal(homeCovered, spreadPush === false ? home + (spread ?? 0) > away : null);
      assert.equal(wentOver, totalPush === false ? home + away > (total ?? 0) : null);
    }),
    { numRuns: share(2_000) },
  );
});

test("published periods always add up to the final score [D-9]", () => {
  const side = fc.array(fc.nat({ max: 9 }), { minLength: 3, maxLength: 14 });
  fc.assert(
    fc.property(fc.constantFrom(...sports), side, side, fc.nat({ max: 14 }), (sport, left, right, cut) => {
      const home = sport === "mlb" && cut === 0 ? left : left.slice(0, right.length);
      const away = right.slice(0, home.length + (sport === "mlb" && cut === 1 ? 1 : 0));
      const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
      const final = { home: sum(home), away: sum(away) };
      const outcome = periodScores(sport, { home, away }, final);
      if (!outcome.ok || sport === "mlb") return;
      const { scores } = outcome;
      for (const who of ["home", "away"] as const) {
        const add = (...keys: readonly (keyof typeof scores)[]) => sum(keys.map((key) => scores[key]?.[who] ?? 0));
        if (sport === "nhl") assert.equal(add("p1", "p2", "p3", "ot"), final[who]);
        else {
          assert.equal(add("1h", "2h", "ot"), final[who]);
          assert.equal(add("q1", "q2", "q3", "q4", "ot"), final[who]);
        }
      }
    }),
    { numRuns: share(2_000) },
  );
});

const abbreviation = fc.stringMatching(/^[A-Z0-9]{2,6}$/);
const gameDate = fc
  .integer({ min: Date.UTC(2022, 0, 1) / 86_400_000, max: Date.UTC(2036, 11, 31) / 86_400_000 })
  .map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10));
const identity: fc.Arbitrary<GameIdentity> = fc.record(
  {
    sport: fc.constantFrom(...sports),
    gameDate,
    away: abbreviation,
    home: abbreviation,
    gameNumber: fc.integer({ min: 1, max: 9 }),
  },
  { noNullPrototype: true },
);

test("a game id is read back into the game that it was made of, so no two share one, and needs no escaping [D-1, D-2]", () => {
  fc.assert(
    fc.property(identity, (game) => {
      const id = gameId(game);
      assert.deepEqual(parseGameId(id), game);
      assert.equal(encodeURIComponent(id), id);
    }),
    { numRuns: share(2_000) },
  );
});

test("a text that reads as a game id is the id of that game: no game has two ids [D-1]", () => {
  const text = fc.stringMatching(
    /^(MLB|NFL|NCAAF|NBA|NHL|WNBA)-20[0-9]{2}[01][0-9][0-3][0-9]-[A-Z0-9]{1,7}-[A-Z0-9]{1,7}(-[0-9]{1,2})?$/,
  );
  fc.assert(
    fc.property(text, (id) => {
      const game = parseGameId(id);
      if (game !== null) assert.equal(gameId(game), id);
    }),
    { numRuns: share(5_000) },
  );
});
