/** How a game came about: the JSON of `gradeline explain`. Times are ISO 8601 UTC. */
import type { Quote } from "../../domain/fold.ts";
import type { Market, OddsPeriod, Sport } from "../../domain/sports.ts";
import type { GameRecord } from "../../feed/records.ts";

export type Explanation = {
  readonly game_id: string;
  readonly sport: Sport;
  readonly away: string;
  readonly home: string;
  /** Slate date. */
  readonly game_date: string;
  readonly start_time: string | null;
  readonly state: GameState;
  /** Why the game is not published as the ledger has it; null when it is. */
  readonly reason: string | null;
  readonly published: boolean;
  /** All providers' records of the game with the same home side, the one believed first at the front. */
  readonly records: readonly GameRecord[];
  readonly believed: readonly BelievedField[];
  /** Those that give the game its lines, and those of the same teams that a person would look for here. */
  readonly events: readonly ExplainedEvent[];
  /** Of the game's own events, by book, period and market. */
  readonly captures: readonly ExplainedSeries[];
  /** Empty where the game is not built: it is not final, or is held back. */
  readonly lines: readonly ExplainedLine[];
  readonly consensus: readonly ExplainedConsensus[];
  readonly grading: Grading | null;
  /** Records, events and quotes that are outside the bounds of validation, and period scores that are withheld. */
  readonly notes: readonly string[];
};

/**
 * `due`: the next publish will list it, or list it otherwise. `held back`: it stays as it stood. `pending`: nobody says
 * that it is final. `left out`: its records are not believed.
 */
export type GameState = "published" | "due" | "held back" | "pending" | "called off" | "left out";

/** The provider whose word counts for a field of the game. */
export type BelievedField = { readonly field: string; readonly provider: string; readonly value: unknown };

export type ExplainedEvent = {
  readonly provider: string;
  readonly event_id: string;
  readonly away: string;
  readonly home: string;
  /** As stated last. */
  readonly start_time: string | null;
  readonly last_listed_at: string | null;
  readonly books: number;
  readonly captures: number;
  readonly first_captured_at: string | null;
  readonly last_captured_at: string | null;
  /** Whether it gives its lines to the game that is explained. */
  readonly taken: boolean;
  readonly reason: string;
};

/** The captures of one book for one market and period, by what became of them. */
export type ExplainedSeries = {
  readonly book: string;
  /** False for books that are not published. */
  readonly us_facing: boolean;
  readonly period: OddsPeriod;
  readonly market: Market;
  /** Captured before the start. */
  readonly taken: number;
  readonly at_or_after_start: number;
  readonly out_of_bounds: number;
  /** Openings and closings that a provider states without a time. */
  readonly untimed: number;
  readonly first_taken_at: string | null;
  readonly last_taken_at: string | null;
};

/** An opening or a closing as it is published, and the capture that it is. */
export type ExplainedLine = Quote & {
  readonly book: string;
  readonly period: OddsPeriod;
  readonly market: Market;
  readonly moment: "open" | "close";
  /** Null for what a provider states without a time. */
  readonly captured_at: string | null;
  /** The events that have this capture, as `provider event`. */
  readonly events: readonly string[];
  /** Quotes of the same book for the same moment that do not count. */
  readonly others: readonly Quote[];
};

export type ExplainedConsensus = Quote & {
  readonly market: "moneyline" | "spread" | "total";
  readonly moment: "open" | "close";
  /** Of the lines of all books; null for a moneyline, and where nobody posted the market. */
  readonly median: number | null;
  /** The books by the line that they show, the most frequent first; a moneyline has one entry without a line. */
  readonly votes: readonly { readonly line: number | null; readonly books: readonly string[] }[];
};

export type Grading = {
  readonly home_score: number;
  readonly away_score: number;
  readonly margin_home: number;
  readonly spread_close: number | null;
  readonly home_covered: boolean | null;
  readonly total_close: number | null;
  readonly went_over: boolean | null;
  readonly favorite: "home" | "away" | null;
};
