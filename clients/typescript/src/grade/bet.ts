/** A bet as a file says it, before a game is found for it. */
import type { Market } from "./bet-text.ts";
import type { DateRead } from "./dates.ts";
import type { Sport, StatedResult } from "./known.ts";
import type { Line, Price } from "./numbers.ts";
import type { Problem } from "./problem.ts";
import type { Mention } from "./teams.ts";

export type Side = "home" | "away" | "over" | "under";

/** Milliseconds: the game begins after the one and ends before the other. Each is null where the file does not have it. */
export type Span = {
  /** With a day's slack where the text has no zone. */
  readonly fromMs: number | null;
  readonly toMs: number | null;
};

/** Which game is meant. */
export type Wanted = {
  /** The id of the game, where the file has it. */
  readonly gameId: string | null;
  readonly sports: readonly Sport[];
  readonly isLeague: boolean;
  /** The day of the game. */
  readonly date: DateRead | null;
  /** Whether the file says that this is the game's day; "Date" alone may be the day on which the bet was placed. */
  readonly isDaySure: boolean;
  /** When the bet was placed and settled, where the file does not have the game's day. */
  readonly span: Span | null;
  /** The last day on which the game can have been played, where the file has a day and the settlement. */
  readonly lastDay: string | null;
  /** The two teams; the first is away where the file says who is at home. */
  readonly matchup: readonly [Mention, Mention] | null;
  readonly isOrdered: boolean;
  /** Further teams of the game, such as the opponent. */
  readonly others: readonly Mention[];
  /** The team that is bet on, or whose total it is. */
  readonly pick: Mention | null;
  /** 1 or 2, of a doubleheader. */
  readonly gameNumber: number | null;
};

export type Bet = {
  /** The line of the file, from 1. */
  readonly fileLine: number;
  readonly cells: readonly string[];
  readonly wanted: Wanted;
  readonly market: Market;
  readonly period: string;
  /** Null: the pick is the side. */
  readonly side: Side | null;
  readonly line: Line | null;
  /** A total beside which a single team stands may be that team's: the close decides. */
  readonly isLooseTotal: boolean;
  readonly price: Price | null;
  readonly stake: number | null;
  /** The slug of a book that is known; `bookText` is what the file has. */
  readonly book: string | null;
  readonly bookText: string;
  readonly stated: StatedResult | null;
  /** What the file has there. */
  readonly statedText: string;
  readonly isLive: boolean;
  /** How something was read that could be read in another way, for the evidence; null: nothing was. */
  readonly note: string | null;
  /** Why the bet cannot be used; null: it can. */
  readonly problem: Problem | null;
};
