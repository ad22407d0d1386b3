/** How a game came about: everything that `gradeline explain` tells. Times are epoch milliseconds. */
import type { Quote } from "../domain/fold.ts";
import type { Market, OddsPeriod, Sport } from "../domain/sports.ts";
import type { GameRecord } from "../feed/records.ts";

export type Explanation = {
  readonly gameId: string;
  readonly sport: Sport;
  readonly away: string;
  readonly home: string;
  /** Slate date. */
  readonly gameDate: string;
  readonly startMs: number | null;
  readonly state: GameState;
  /** Why the game is not published as the ledger has it; null when it is. */
  readonly reason: string | null;
  readonly isPublished: boolean;
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
  readonly eventId: string;
  readonly away: string;
  readonly home: string;
  /** As stated last. */
  readonly startMs: number | null;
  readonly lastListedMs: number | null;
  readonly books: number;
  readonly captures: number;
  readonly firstCaptureMs: number | null;
  readonly lastCaptureMs: number | null;
  /** Whether it gives its lines to the game that is explained. */
  readonly isTaken: boolean;
  readonly reason: string;
};

/** The captures of one book for one market and period, by what became of them. */
export type ExplainedSeries = {
  readonly book: string;
  /** False for books that are not published. */
  readonly isUsFacing: boolean;
  readonly period: OddsPeriod;
  readonly market: Market;
  /** Captured before the start. */
  readonly taken: number;
  /** Captured at or after the start. */
  readonly late: number;
  readonly outOfBounds: number;
  /** Openings and closings that a provider states without a time. */
  readonly untimed: number;
  readonly firstTakenMs: number | null;
  readonly lastTakenMs: number | null;
};

/** An opening or a closing as it is published, and the capture that it is. */
export type ExplainedLine = Quote & {
  readonly book: string;
  readonly period: OddsPeriod;
  readonly market: Market;
  readonly moment: "open" | "close";
  /** Null for what a provider states without a time. */
  readonly capturedMs: number | null;
  /** The events that have this capture, as `provider event`. */
  readonly sources: readonly string[];
  /** Quotes of the same book for the same moment that do not count. */
  readonly others: readonly Quote[];
};

export type ExplainedConsensus = Quote & {
  readonly market: "moneyline" | "spread" | "total";
  readonly moment: "open" | "close";
  /** The books by the line that they show, the most frequent first; a moneyline has one entry without a line. */
  readonly votes: readonly { readonly line: number | null; readonly books: readonly string[] }[];
  /** Of the lines of all books; null for a moneyline, and where nobody posted the market. */
  readonly median: number | null;
};

export type Grading = {
  readonly homeScore: number;
  readonly awayScore: number;
  readonly marginHome: number;
  readonly spreadClose: number | null;
  readonly homeCovered: boolean | null;
  readonly totalClose: number | null;
  readonly wentOver: boolean | null;
  readonly favorite: "home" | "away" | null;
};
