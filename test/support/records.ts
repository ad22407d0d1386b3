/** Small feed records for tests: a Boston-New York game and its quotes, with the fields that a test changes. */

import type { FeedRecord, GameRecord, QuoteRecord } from "../../src/feed/records.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";

/** A final NBA game. On another date it starts at the same hour, and its quarters are others. In baseball and hockey it has a score usual there. */
export function gameRecord(changes: Partial<GameRecord> = {}): GameRecord {
  const isLowScoring = changes.sport === "mlb" || changes.sport === "nhl";
  const date = Temporal.PlainDate.from(changes.game_date ?? "2025-01-10");
  // Two games of one pair with the same points in every quarter would be one game that is stated twice.
  const shift = date.day - 10;
  return {
    type: "game",
    provider: "canonical",
    game_id: "g1",
    sport: "nba",
    season: 2025,
    season_type: "regular",
    week: null,
    game_date: "2025-01-10",
    game_number: null,
    start_time: `${date.add({ days: 1 })}T00:30:00Z`,
    actual_start_time: null,
    status: "final",
    home: "BOS",
    away: "NYK",
    neutral_site: false,
    overtime: false,
    home_score: isLowScoring ? 5 : 110,
    away_score: isLowScoring ? 4 : 104,
    line_score: isLowScoring ? null : { home: [30 + shift, 25 - shift, 28, 27], away: [24, 28, 26, 26] },
    venue: { venue_id: "td-garden", name: "TD Garden", city: "Boston", indoor: true },
    referee: "A. Referee",
    weather: null,
    ...changes,
  };
}

export function quoteRecord(changes: Partial<QuoteRecord> = {}): QuoteRecord {
  return {
    type: "quote",
    provider: "the-odds-api",
    sport: "nba",
    event_id: "e1",
    home: "BOS",
    away: "NYK",
    game_date: null,
    start_time: "2025-01-11T00:30:00Z",
    seen_at: null,
    book: "draftkings",
    period: "full",
    market: "spread",
    captured_at: "2025-01-10T15:00:00Z",
    stated: null,
    line: -5.5,
    home_odds: -110,
    away_odds: -110,
    over_odds: null,
    under_odds: null,
    ...changes,
  };
}

/** Minutes before the start, or what is stated without a time. */
export type When = number | "open" | "close";
type Price = number | null;

/** What a book showed of a game: the line, then the price of home or over, then that of away or under. */
export function quoteOf(
  { sport, home, away, game_id, start_time }: GameRecord,
  book: string,
  [period, market]: readonly [QuoteRecord["period"], QuoteRecord["market"]],
  when: When,
  [line, first, second]: readonly [line: number | null, first: Price, second: Price],
): QuoteRecord {
  const isSided = market === "moneyline" || market === "spread";
  const isTimed = typeof when === "number";
  const captured_at = isTimed ? new Date(Date.parse(start_time ?? "") - when * 60_000).toISOString() : null;
  return quoteRecord({
    ...{ sport, home, away, start_time, event_id: `event ${game_id}`, book, period, market, line },
    ...{ captured_at, stated: isTimed ? null : when },
    ...{ home_odds: isSided ? first : null, away_odds: isSided ? second : null },
    ...{ over_odds: isSided ? null : first, under_odds: isSided ? null : second },
  });
}

export function items(...records: readonly FeedRecord[]): FeedItem[] {
  return records.map((record) => ({ record }));
}
