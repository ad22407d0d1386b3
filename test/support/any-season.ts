/** Any values that a season of a release can have, for tests that try whatever comes. */
import fc from "fast-check";
import type { EvidenceRow } from "../../src/contract/lists/evidence.ts";
import { books } from "../../src/domain/books.ts";
import { doubtNames } from "../../src/domain/doubt-names.ts";
import { dayMs } from "../../src/domain/durations.ts";
import { evidenceFacts, evidenceRuleNames } from "../../src/domain/evidence.ts";
import type { Quote } from "../../src/domain/fold.ts";
import type { PeriodScores, SideScores } from "../../src/domain/period-scores.ts";
import { lineMarkets, linePeriods } from "../../src/domain/periods.ts";
import { markets, oddsPeriods, type ScorePeriod, type Sport, sportFacts, sports } from "../../src/domain/sports.ts";
import { hands, type Starter } from "../../src/domain/starters.ts";
import { type GameLines, gameLines, type LineEntry, lineKey, type TimedQuote } from "../../src/release/game-lines.ts";
import { type LinePath, type LineRun, type LineSeries, linePath } from "../../src/release/line-path.ts";
import type { Doubt, GameFacts, GameValues, SeasonValues } from "../../src/release/values.ts";

/** Plain objects, as ours are. */
const record = <Of>(of: { [Name in keyof Of]: fc.Arbitrary<Of[Name]> }) => fc.record(of, { noNullPrototype: true });
const maybe = <Of>(value: fc.Arbitrary<Of>) => fc.option(value, { freq: 4 });

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.constantFrom("", "Ñandú 🏟️", "\ufeffa mark of byte order", 'a | b, "c"', "\u0000"),
);
const price = maybe(fc.oneof(fc.integer({ min: 100, max: 1_000_000 }), fc.integer({ min: -1_000_000, max: -101 })));
const line = maybe(fc.oneof(fc.integer({ min: -40, max: 400 }), fc.integer({ min: -32_767, max: 32_767 }))).map(
  (quarters) => (quarters === null ? null : quarters / 4),
);
const points = fc.nat({ max: 1000 });
const sideScores: fc.Arbitrary<SideScores> = record({ home: points, away: points });
const startMs = fc.integer({ min: Date.parse("2019-01-01"), max: Date.parse("2030-01-01") });
const iso = (ms: number) => new Date(ms).toISOString();

const moneyline = record({ home_open: price, home_close: price, away_open: price, away_close: price });
const consensus = record({
  moneyline,
  spread: record({
    open: line,
    close: line,
    home_juice_open: price,
    home_juice_close: price,
    away_juice_open: price,
    away_juice_close: price,
  }),
  total: record({ open: line, close: line, over_juice_close: price, under_juice_close: price }),
});
const team = maybe(fc.nat({ max: 2_147_483_647 }));
const side = record({
  team_id: team,
  abbreviation: maybe(fc.constantFrom("PHI", "DAL")),
  name: maybe(text),
  score: points,
});

function periodsOf(sport: Sport): fc.Arbitrary<PeriodScores> {
  const names = [...Object.keys(sportFacts[sport].scorePeriods), "ot"] as ScorePeriod[];
  return fc
    .tuple(fc.subarray(names), fc.array(sideScores, { minLength: names.length, maxLength: names.length }))
    .map(([played, scores]) => Object.fromEntries(played.map((period, at) => [period, scores[at] as SideScores])));
}

function factsOf(sport: Sport, season: number, gameId: string): fc.Arbitrary<GameFacts> {
  return record<GameFacts>({
    game_id: fc.constant(gameId),
    sport: fc.constant(sport),
    season: fc.constant(season),
    season_type: maybe(fc.constantFrom("regular", "postseason")),
    week: maybe(fc.nat({ max: 99 })),
    game_date: startMs.map((ms) => iso(ms).slice(0, 10)),
    start_time: startMs.map(iso),
    status: fc.constant("final"),
    home: side,
    away: side,
    neutral_site: maybe(fc.boolean()),
    overtime: maybe(fc.boolean()),
    venue: maybe(record({ venue_id: team, name: maybe(text), city: maybe(text), indoor: maybe(fc.boolean()) })),
    referee: maybe(text),
    result: record({
      margin_home: maybe(fc.integer({ min: -1000, max: 1000 })),
      home_covered: maybe(fc.boolean()),
      went_over: maybe(fc.boolean()),
      favorite: maybe(fc.constantFrom("home", "away")),
    }),
    consensus: maybe(consensus),
    period_scores: periodsOf(sport),
    weather: maybe(
      record({
        temp_f: maybe(fc.integer({ min: -400, max: 1300 }).map((tenths) => tenths / 10)),
        wind_mph: maybe(fc.nat({ max: 100 })),
        wind_direction: maybe(text),
        condition: maybe(text),
      }),
    ),
  });
}

const plainQuote = record<Quote>({ line, first: price, second: price });

const doubt: fc.Arbitrary<Doubt> = record<Doubt>({
  rule: fc.constantFrom(...doubtNames),
  book: maybe(fc.constantFrom("draftkings", "betmgm")),
  period: fc.constantFrom(...oddsPeriods),
  market: maybe(fc.constantFrom(...markets)),
  captures: fc.nat(),
  first_seen: maybe(startMs.map(iso)),
  last_seen: maybe(startMs.map(iso)),
  quote: maybe(plainQuote),
  evidence: text,
});

/** Few times, so that several quotes are of one moment. */
const beforeStart = fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 30 * dayMs }));

function linesOf({ start_time }: GameFacts): fc.Arbitrary<GameLines> {
  const timedQuote = record({ line, first: price, second: price, before: maybe(beforeStart) }).map(
    ({ before, ...quote }): TimedQuote | null => {
      const isNone = quote.line === null && quote.first === null && quote.second === null;
      return isNone ? null : { ...quote, timeMs: before === null ? null : Date.parse(start_time) - before };
    },
  );
  const entry = record<LineEntry>({
    period: fc.constantFrom(...oddsPeriods),
    market: fc.constantFrom(...markets),
    bookId: fc.nat({ max: books.length }),
    open: timedQuote,
    close: timedQuote,
  });
  const selector = ({ period, market, bookId }: LineEntry) => lineKey(period, market, bookId);
  return fc.uniqueArray(entry, { selector, maxLength: 60, size: "max" }).map(gameLines);
}

function pathOf({ start_time }: GameFacts): fc.Arbitrary<LinePath> {
  const ms = Date.parse(start_time);
  const run = record({
    quote: plainQuote,
    span: maybe(fc.tuple(beforeStart, beforeStart)),
    captures: fc.integer({ min: 1, max: 1_000_000 }),
    isOpen: fc.boolean(),
    isClose: fc.boolean(),
    doubt: fc.nat({ max: doubtNames.length }),
    isStatedOpen: fc.boolean(),
  }).map(
    ({ span, ...rest }): LineRun => ({
      ...rest,
      firstMs: span === null ? null : ms - Math.max(...span),
      lastMs: span === null ? null : ms - Math.min(...span),
    }),
  );
  const key = fc
    .tuple(fc.constantFrom(...oddsPeriods), fc.constantFrom(...markets), fc.integer({ min: 1, max: books.length }))
    .map((parts) => lineKey(...parts));
  return fc
    .uniqueArray(record<LineSeries>({ key, runs: fc.array(run, { minLength: 1, maxLength: 6 }) }), {
      selector: (series) => series.key,
      maxLength: 12,
      size: "max",
    })
    .map((series) =>
      linePath(
        ms,
        series.toSorted((a, b) => a.key - b.key),
        (_, timeMs, { first }) => `source ${Math.abs(timeMs % 3)} ${first === null}`,
      ),
    );
}

const outsideId = maybe(text);
const ids: fc.Arbitrary<GameValues["ids"]> = record({
  nflverse: outsideId,
  espn: outsideId,
  mlb: outsideId,
  nhl: outsideId,
  cfbd: outsideId,
  retrosheet: outsideId,
  the_odds_api: fc.array(text, { maxLength: 4 }),
});

const starter = record<Starter>({ id: text, name: text, hand: maybe(fc.constantFrom(...hands)) });

const statement = record<EvidenceRow>({
  ...{
    fact: fc.constantFrom(...evidenceFacts),
    source: text,
    value: text,
    used: fc.boolean(),
    is_first_seen: fc.boolean(),
  },
  ...{
    book: maybe(text),
    period: maybe(fc.constantFrom(...linePeriods)),
    market: maybe(fc.constantFrom(...lineMarkets)),
  },
  ...{ team: maybe(fc.constantFrom("home", "away")), rule: maybe(fc.constantFrom(...evidenceRuleNames)) },
  stated_at: maybe(fc.nat().map((ms) => new Date(ms).toISOString())),
  captures: maybe(fc.nat({ max: 1_000_000 })),
  minutes_before_start: maybe(fc.nat().map((tenths) => tenths / 10)),
});

function gameOf(sport: Sport, season: number, gameId: string): fc.Arbitrary<GameValues> {
  return factsOf(sport, season, gameId).chain((facts) =>
    record<GameValues>({
      facts: fc.constant(facts),
      ids,
      doubts: fc.oneof(fc.constant([]), fc.array(doubt, { maxLength: 3 })),
      starters: record({ home: maybe(starter), away: maybe(starter) }),
      lines: linesOf(facts),
      path: pathOf(facts),
      statements: fc.array(statement, { maxLength: 4 }),
    }).chain((values) => fc.constantFrom(values, { ...values, resumedOn: "2025-10-01" }, { ...values, innings: 5.5 })),
  );
}

export const anySeason: fc.Arbitrary<SeasonValues> = fc
  .tuple(fc.constantFrom(...sports), fc.integer({ min: 2019, max: 2030 }), fc.nat({ max: 5 }))
  .chain(([sport, season, count]) =>
    fc
      .tuple(
        ...Array.from({ length: count }, (_, at) =>
          gameOf(sport, season, `${sport.toUpperCase()}-20250904-DAL-PHI-${at}`),
        ),
      )
      .map((games) => ({ sport, season, games })),
  );
