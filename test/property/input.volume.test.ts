// @module-tag volume
/** A law of the gate, tried on many generated inputs. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { largestOdds } from "../../src/domain/bounds.ts";
import { type Market, type OddsPeriod, sportFacts, sports } from "../../src/domain/sports.ts";
import { teamsOf } from "../../src/domain/teams/registry.ts";
import { readCanonicalLine } from "../../src/feed/canonical.ts";
import type { QuoteRecord } from "../../src/feed/records.ts";
import { utcTimeOfMs } from "../../src/feed/utc-times.ts";
import { importItems } from "../../src/ledger/import.ts";
import { openNight, publishAt } from "../support/nights.ts";
import { publishedOddsRows, toldOf } from "../support/published.ts";
import { gameRecord, items, keepDoubted, quoteRecord } from "../support/records.ts";
import { share } from "../support/volume.ts";

const nowMs = Date.parse("2026-01-01T00:00:00Z");

/** Numbers that a column, a double or JSON could trip over. */
const strangeNumber = fc.oneof(
  fc.integer({ min: -1_100_000, max: 1_100_000 }),
  fc.constantFrom(2 ** 31, 2 ** 32 - 110, 2 ** 32 + 110, -(2 ** 31) - 1, 2 ** 53, 1e21, 1e308, 5e-324, 0.0001, 9999),
  fc.constantFrom(0, -0),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const wildPrice = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -largestOdds, max: -100 }) },
  { weight: 4, arbitrary: fc.integer({ min: 100, max: largestOdds }) },
  { weight: 1, arbitrary: strangeNumber },
);
const wildLine = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -160, max: 160 }).map((halves) => halves / 2) },
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 2000 }).map((quarters) => quarters / 4) },
  { weight: 1, arbitrary: strangeNumber },
);
const wildTime = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: Date.parse("2025-01-01T00:00:00Z"), max: nowMs }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: Date.parse("2030-01-01T00:00:00Z") }) },
);

const wildQuote = fc
  .constantFrom(...sports)
  .chain((sport) => {
    const [home, away] = teamsOf(sport).filter((team) => team.fbsFrom === null);
    const published = Object.entries(sportFacts[sport].publishedMarkets).flatMap(([period, markets]) =>
      markets.map((market) => [period as OddsPeriod, market as Market] as const),
    );
    return fc.record({
      sport: fc.constant(sport),
      home: fc.constant(home?.abbreviation ?? ""),
      away: fc.constant(away?.abbreviation ?? ""),
      at: fc.constantFrom(...published),
      line: wildLine,
      prices: fc.tuple(fc.option(wildPrice), fc.option(wildPrice)),
      capturedMs: wildTime,
    });
  })
  .map(({ sport, home, away, at: [period, market], line, prices: [first, second], capturedMs }): QuoteRecord => {
    const isTwoSided = market === "moneyline" || market === "spread";
    return quoteRecord({
      ...{
        sport,
        home,
        away,
        period,
        market,
        start_time: "2025-11-11T00:30:00Z",
        line: market === "moneyline" ? null : line,
      },
      ...{
        captured_at: utcTimeOfMs(capturedMs),
        home_odds: isTwoSided ? first : null,
        away_odds: isTwoSided ? second : null,
      },
      ...{ over_odds: isTwoSided ? null : first, under_odds: isTwoSided ? null : second },
    });
  });

/** What the gate makes of it, through JSON as any feed would write it: with -0, which JSON.stringify writes as 0. */
function take(quote: QuoteRecord): QuoteRecord | null {
  const line = JSON.stringify(quote, (_, value: unknown) => (Object.is(value, -0) ? "-0" : value));
  const { record } = readCanonicalLine(line.replaceAll('"-0"', "-0"), { file: "f", lineNumber: 1, nowMs });
  return record?.type === "quote" ? record : null;
}

/** A line as it is published: zero has no sign [D-15]. */
function unsigned(line: number | null): number | null {
  return line === null ? null : line + 0;
}

/** A price as it is published: even money is +100, and what books write for "none" is none [D-13]. */
function shown(odds: number | null): number | null {
  if (odds === 0 || odds === 9999 || odds === 0.0001) return null;
  return odds === -100 ? 100 : odds;
}

test("the numbers of a quote that is taken are published as they were given", async () => {
  const database = await openNight();
  const opponents = teamsOf("nba").filter((team) => team.abbreviation !== "BOS");
  const quotes = fc
    .sample(wildQuote, { numRuns: share(20_000), seed: 20251111 })
    .filter((quote) => quote.sport === "nba" && quote.period === "full" && ["spread", "total"].includes(quote.market))
    .map((quote) => ({ ...quote, captured_at: "2025-11-10T12:00:00Z", home: "BOS", away: "NYK" }))
    .filter((quote) => take(quote) !== null);
  assert.ok(quotes.length > share(200) / 2, `${quotes.length} quotes were taken: too few to say anything`);
  // A game for each of them: other days, other opponents.
  const games = quotes.map((quote, index) => {
    const away = opponents[index % opponents.length]?.abbreviation ?? "";
    const date = Temporal.PlainDate.from("2024-11-01")
      .add({ days: Math.floor(index / opponents.length) })
      .toString();
    const start_time = `${date}T23:30:00Z`;
    const game = gameRecord({ game_id: `g${index}`, game_date: date, away, start_time });
    return { game, quote: { ...quote, event_id: `e${index}`, away, start_time, captured_at: `${date}T12:00:00Z` } };
  });
  const at = "2026-01-01T00:00:00Z";
  const records = games.flatMap(({ game, quote }) => [game, take(quote) ?? assert.fail("is not taken")]);
  await importItems(database, items(...records), at);
  await keepDoubted(
    database,
    ...games.map(({ game }) => `NBA-${game.game_date?.replaceAll("-", "")}-${game.away}-BOS`),
  );
  const report = await publishAt(database, at);
  assert.deepEqual([report.games, toldOf(report, "left-out")], [games.length, []]);
  const byGame = new Map((await publishedOddsRows(database)).map((row) => [row.game_id, row]));
  for (const { game, quote } of games) {
    const row = byGame.get(`NBA-${game.game_date?.replaceAll("-", "")}-${game.away}-BOS`);
    const published =
      quote.market === "spread"
        ? [row?.spread.close, row?.spread.home_juice_close, row?.spread.away_juice_close]
        : [row?.total.close, row?.total.over_juice_close, row?.total.under_juice_close];
    const [first, second] = [quote.home_odds ?? quote.over_odds, quote.away_odds ?? quote.under_odds];
    assert.deepEqual(published, [unsigned(quote.line), shown(first), shown(second)]);
  }
});
