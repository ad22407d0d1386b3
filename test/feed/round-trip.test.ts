/** What is written as a canonical line is read back as it was: test/sample does so with every record of the sample, here stand the strange ones. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { readCanonicalLine, writeCanonicalLine } from "../../src/feed/canonical.ts";
import { readOddsApi } from "../../src/feed/providers/the-odds-api.ts";
import type { FeedRecord } from "../../src/feed/records.ts";
import { mostCharacters, textFault } from "../../src/feed/texts.ts";
import { exampleGame, exampleQuote, nowMs } from "./example-records.ts";

function survives(record: FeedRecord): void {
  const item = readCanonicalLine(writeCanonicalLine(record), { file: "f", nowMs, lineNumber: 1 });
  assert.deepStrictEqual(item, { record });
}

const text = fc
  .string({ minLength: 1, unit: "binary" })
  .filter((value) => textFault(value, mostCharacters.provider) === null);
const temperature = fc.double({ min: -60, max: 140, noNaN: true }).map((value) => value + 0);
const innings = fc.array(fc.option(fc.nat(30)), { maxLength: 12 });

test("a game with any texts, temperatures and missing points that is taken comes back from its line as it was", () => {
  fc.assert(
    fc.property(text, fc.option(temperature), innings, innings, (name, temp_f, home, away) =>
      survives({
        ...exampleGame,
        ...{ provider: name, game_id: name, referee: name, line_score: { home, away } },
        venue: { venue_id: name, name, city: name, indoor: null },
        weather: { temp_f, wind_mph: null, wind_direction: name, condition: name },
      }),
    ),
  );
});

test("a line that is stated without a time comes back as it was", () => {
  for (const stated of ["open", "close"] as const) survives({ ...exampleQuote, captured_at: null, stated });
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
