import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { books } from "../../src/domain/books.ts";
import { lineRange, lineStep } from "../../src/domain/bounds.ts";
import { type Market, type OddsPeriod, type Sport, sportFacts, sports } from "../../src/domain/sports.ts";
import { presentTeamsOf } from "../../src/domain/teams/registry.ts";
import { readCanonicalLine, writeCanonicalLine } from "../../src/feed/canonical.ts";
import { readOddsApi } from "../../src/feed/providers/the-odds-api.ts";
import type { FeedRecord } from "../../src/feed/records.ts";
import { mostCharacters, textFault } from "../../src/feed/texts.ts";
import { utcTimeOfMs } from "../../src/feed/utc-times.ts";
import { exampleGame, exampleQuote, nowMs } from "./example-records.ts";

function survives(record: FeedRecord): void {
  const item = readCanonicalLine(writeCanonicalLine(record), { file: "f", nowMs, lineNumber: 1 });
  assert.deepStrictEqual(item, { record });
}

const price = fc.option(fc.oneof(fc.integer({ min: 100, max: 9998 }), fc.integer({ min: -200_000, max: -101 })));
/** A line as books post them, within the bounds of its market. */
const lineOf = (sport: Sport, period: OddsPeriod, market: Market) => {
  const range = lineRange(sport, period, market);
  if (range === null) return fc.constant(null);
  return fc.integer({ min: range.least / lineStep, max: range.most / lineStep }).map((steps) => steps * lineStep + 0);
};
const time = fc
  .integer({ min: Date.parse("2026-03-01T00:00:00Z"), max: Date.parse("2027-01-01T00:00:00Z") })
  .map(utcTimeOfMs);
const text = fc
  .string({ minLength: 1, unit: "binary" })
  .filter((value) => textFault(value, mostCharacters.provider) === null);

const quote = fc
  .constantFrom(...sports)
  .chain((sport: Sport) =>
    fc.record({
      sport: fc.constant(sport),
      teams: fc.shuffledSubarray(
        presentTeamsOf(sport).filter((team) => team.fbsFrom === null),
        { minLength: 2, maxLength: 2 },
      ),
      market: fc
        .constantFrom(
          ...Object.entries(sportFacts[sport].publishedMarkets).flatMap(([period, markets]) =>
            markets.map((market) => ({ period: period as OddsPeriod, market: market as Market })),
          ),
        )
        .chain(({ period, market }) => lineOf(sport, period, market).map((line) => ({ period, market, line }))),
      book: fc.constantFrom(...books),
      prices: fc.tuple(price, price).filter((pair) => pair.some((value) => value !== null)),
      start: time,
      moment: fc.oneof(
        time.map((captured_at) => ({ captured_at, stated: null })),
        fc.constantFrom("open" as const, "close" as const).map((stated) => ({ captured_at: null, stated })),
      ),
      seenAt: fc.option(time),
      id: text,
    }),
  )
  .map(({ sport, teams: [home, away], market: { period, market, line }, prices: [first, second], ...rest }) => {
    const isTwoSided = market === "moneyline" || market === "spread";
    return {
      ...exampleQuote,
      sport,
      event_id: rest.id,
      home: home?.abbreviation ?? "",
      away: away?.abbreviation ?? "",
      start_time: rest.start,
      seen_at: rest.seenAt,
      book: rest.book.slug,
      period,
      market,
      ...rest.moment,
      line,
      home_odds: isTwoSided ? first : null,
      away_odds: isTwoSided ? second : null,
      over_odds: isTwoSided ? null : first,
      under_odds: isTwoSided ? null : second,
    };
  });

/** Objects as JSON gives them back: with the usual prototype. */
const plain = <T>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) => fc.record(fields, { noNullPrototype: true });

const linePoints = fc.array(fc.option(fc.nat(30)), { maxLength: 12 });

const fact = plain({
  provider: text,
  game_id: text,
  neutral_site: fc.option(fc.boolean()),
  overtime: fc.option(fc.boolean()),
  home_score: fc.nat(80),
  away_score: fc.nat(80),
  line_score: fc.option(plain({ home: linePoints, away: linePoints })),
  venue: fc.option(
    plain({ venue_id: text, name: fc.option(text), city: fc.option(text), indoor: fc.option(fc.boolean()) }),
  ),
  referee: fc.option(text),
  weather: fc.option(
    plain({
      temp_f: fc.option(fc.double({ min: -60, max: 140, noNaN: true }).map((value) => value + 0)),
      wind_mph: fc.option(fc.nat(60)),
      wind_direction: fc.option(text),
      condition: fc.option(text),
    }),
  ),
});

test("every quote that is taken comes back from its line as it was", () => {
  fc.assert(fc.property(quote, survives));
});

test("every game that is taken comes back from its line as it was", () => {
  fc.assert(fc.property(fact, (facts) => survives({ ...exampleGame, ...facts })));
});

test("whatever an odds answer holds, reading ends in items, and what is taken comes back from its line", () => {
  const outcome = fc.record(
    {
      name: fc.constantFrom("Philadelphia Eagles", "Dallas Cowboys", "Over", "Under", "Draw", 7, null),
      price: fc.constantFrom(-110, -100, 100, 0, 9999, 50, 1.9, "x", null),
      point: fc.constantFrom(-3, 3, 0, -0, 47.5, Number.POSITIVE_INFINITY, "3", null),
      description: fc.constantFrom("Philadelphia Eagles", "Dallas Cowboys", "Chicago Bears"),
    },
    { requiredKeys: [] },
  );
  const market = fc.record(
    {
      key: fc.constantFrom("h2h", "spreads", "totals", "team_totals", "totals_h1", "h2h_lay", null),
      last_update: fc.constantFrom("2025-09-04T11:30:00Z", "2025-09-04T07:30:00-04:00", "x", null, 3),
      outcomes: fc.oneof(fc.array(outcome, { maxLength: 4 }), fc.anything()),
    },
    { requiredKeys: [] },
  );
  const book = fc.record({
    key: fc.constantFrom("draftkings", "acme", 1),
    markets: fc.array(fc.oneof(market, fc.anything())),
  });
  const event = fc.record(
    {
      id: fc.constantFrom("e1", "", 1),
      sport_key: fc.constant("americanfootball_nfl"),
      commence_time: fc.constantFrom("2025-09-05T00:20:00Z", "2020-09-05T00:20:00Z", "x"),
      home_team: fc.constantFrom("Philadelphia Eagles", "Dallas Cowboys", "Nobody", 1),
      away_team: fc.constant("Dallas Cowboys"),
      bookmakers: fc.oneof(fc.array(book), fc.anything()),
    },
    { requiredKeys: ["sport_key"] },
  );
  fc.assert(
    fc.property(fc.array(event), (events) => {
      for (const { record } of readOddsApi(events, { file: "f", nowMs, sport: "nfl", seenAt: null })) {
        if (record !== undefined) survives(record);
      }
    }),
    { numRuns: 500 },
  );
});

test("any line of text is read to an item and never throws", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc
          .dictionary(fc.constantFrom(...Object.keys(exampleQuote)), fc.anything())
          .map((changes) => JSON.stringify({ ...exampleQuote, ...changes, type: "quote" })),
      ),
      (line) => {
        const item = readCanonicalLine(line, { file: "f", nowMs, lineNumber: 1 });
        if (item.record !== undefined) survives(item.record);
      },
    ),
  );
});
