/** Hand-made games whose periods show every rule of the lists of periods, small enough to be graded by hand. */
import type { GameRecord, QuoteRecord } from "../../src/feed/records.ts";
import { gameRecord, quoteRecord } from "./records.ts";

const football = {
  ...({ sport: "nfl", season: 2025, week: 1, overtime: false, venue: null, referee: null } as const),
  ...{ away_score: 20, home_score: 24 },
};

/** First half 17-14, second half 7-6; quarters 7-7, 10-7, 7-3 and 0-3, the home side first. */
export const playedGame: GameRecord = gameRecord({
  ...{ ...football, game_id: "played", away: "DAL", home: "PHI" },
  ...{ game_date: "2025-09-04", start_time: "2025-09-05T00:20:00Z" },
  line_score: { away: [7, 7, 3, 3], home: [7, 10, 7, 0] },
});

/** Its score by period is not known, so no period counts as played. */
export const unscoredGame: GameRecord = gameRecord({
  ...{ ...football, game_id: "unscored", away: "KC", home: "BUF" },
  ...{ game_date: "2025-09-07", start_time: "2025-09-07T17:00:00Z" },
  line_score: null,
});

/** Five innings 4-3, the home side first, and one inning 0-1. */
export const baseballGame: GameRecord = gameRecord({
  ...{ sport: "mlb", season: 2025, game_id: "innings", week: null, overtime: null, venue: null, referee: null },
  ...{ away: "NYY", home: "BOS", game_date: "2025-07-04", start_time: "2025-07-04T23:10:00Z" },
  ...{ away_score: 6, home_score: 7 },
  line_score: { away: [1, 0, 2, 0, 0, 0, 0, 2, 0, 1], home: [0, 0, 3, 0, 1, 0, 0, 0, 1, 2] },
});

type Prices = readonly [first: number, second: number];
type Shown = {
  readonly book: string;
  readonly period: QuoteRecord["period"];
  readonly market: "moneyline" | "spread" | "total";
  readonly line?: number;
  readonly prices: Prices;
};

const open = 24;
const close = 1;

/** What a book showed so many hours before the start. */
function quoteOf(game: GameRecord, hours: number, { book, period, market, line, prices }: Shown): QuoteRecord {
  const { sport, home, away, start_time, game_id } = game;
  const [first, second] = prices;
  const isTotal = market === "total";
  return quoteRecord({
    ...{ sport, home, away, start_time, event_id: `event ${game_id}`, book, period, market, line: line ?? null },
    captured_at: new Date(Date.parse(start_time ?? "") - hours * 3_600_000).toISOString(),
    ...{ home_odds: isTotal ? null : first, away_odds: isTotal ? null : second },
    ...{ over_odds: isTotal ? first : null, under_odds: isTotal ? second : null },
  });
}

const ofPlayed: readonly (readonly [hours: number, Shown])[] = [
  [open, { book: "fanduel", period: "1h", market: "moneyline", prices: [-140, 120] }],
  [close, { book: "fanduel", period: "1h", market: "moneyline", prices: [-150, 130] }],
  [open, { book: "fanduel", period: "1h", market: "spread", line: -2.5, prices: [-110, -110] }],
  [close, { book: "fanduel", period: "1h", market: "spread", line: -3, prices: [-105, -115] }],
  [open, { book: "fanduel", period: "1h", market: "total", line: 23.5, prices: [-112, -108] }],
  [close, { book: "fanduel", period: "1h", market: "total", line: 24, prices: [-110, -110] }],
  // One capture is the opening and the closing.
  [close, { book: "bovada", period: "1h", market: "spread", line: -3, prices: [-110, -110] }],
  // The first half's 31 points are a push here.
  [open, { book: "mybookieag", period: "1h", market: "total", line: 30.5, prices: [-120, 100] }],
  [close, { book: "mybookieag", period: "1h", market: "total", line: 31, prices: [-115, -105] }],
  [close, { book: "bovada", period: "q1", market: "spread", line: 0, prices: [-120, 100] }],
  [close, { book: "fanduel", period: "q2", market: "moneyline", prices: [-130, 110] }],
  [close, { book: "fanduel", period: "full", market: "moneyline", prices: [-200, 170] }],
];

export const periodQuotes: readonly QuoteRecord[] = [
  ...ofPlayed.map(([hours, shown]) => quoteOf(playedGame, hours, shown)),
  quoteOf(unscoredGame, close, { book: "fanduel", period: "2h", market: "spread", line: 1.5, prices: [-110, -110] }),
  quoteOf(unscoredGame, close, { book: "fanduel", period: "2h", market: "total", line: 22, prices: [-110, -110] }),
  // The moneyline favors the away side, and the spread the home side.
  quoteOf(baseballGame, close, { book: "fanduel", period: "inn5", market: "moneyline", prices: [120, -140] }),
  quoteOf(baseballGame, close, { book: "fanduel", period: "inn5", market: "spread", line: -0.5, prices: [150, -170] }),
  quoteOf(baseballGame, close, { book: "bovada", period: "inn1", market: "total", line: 0.5, prices: [105, -125] }),
];
