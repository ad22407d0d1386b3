/** Hand-made games whose periods show every rule of the lists of periods, small enough to be graded by hand. */
import type { GameRecord, QuoteRecord } from "../../src/feed/records.ts";
import { gameRecord, quoteOf } from "./records.ts";

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

const [open, close] = [24 * 60, 60];

export const periodQuotes: readonly QuoteRecord[] = [
  quoteOf(playedGame, "fanduel", ["1h", "moneyline"], open, [null, -140, 120]),
  quoteOf(playedGame, "fanduel", ["1h", "moneyline"], close, [null, -150, 130]),
  quoteOf(playedGame, "fanduel", ["1h", "spread"], open, [-2.5, -110, -110]),
  quoteOf(playedGame, "fanduel", ["1h", "spread"], close, [-3, -105, -115]),
  quoteOf(playedGame, "fanduel", ["1h", "total"], open, [23.5, -112, -108]),
  quoteOf(playedGame, "fanduel", ["1h", "total"], close, [24, -110, -110]),
  // One capture is the opening and the closing.
  quoteOf(playedGame, "bovada", ["1h", "spread"], close, [-3, -110, -110]),
  // The first half's 31 points are a push here.
  quoteOf(playedGame, "mybookieag", ["1h", "total"], open, [30.5, -120, 100]),
  quoteOf(playedGame, "mybookieag", ["1h", "total"], close, [31, -115, -105]),
  quoteOf(playedGame, "bovada", ["q1", "spread"], close, [0, -120, 100]),
  quoteOf(playedGame, "fanduel", ["q2", "moneyline"], close, [null, -130, 110]),
  quoteOf(playedGame, "fanduel", ["full", "moneyline"], close, [null, -200, 170]),
  quoteOf(unscoredGame, "fanduel", ["2h", "spread"], close, [1.5, -110, -110]),
  quoteOf(unscoredGame, "fanduel", ["2h", "total"], close, [22, -110, -110]),
  // The moneyline favors the away side, and the spread the home side.
  quoteOf(baseballGame, "fanduel", ["inn5", "moneyline"], close, [null, 120, -140]),
  quoteOf(baseballGame, "fanduel", ["inn5", "spread"], close, [-0.5, 150, -170]),
  quoteOf(baseballGame, "bovada", ["inn1", "total"], close, [0.5, 105, -125]),
];
