/** A bet as a file says it, before a game is found for it. */
import type { Market } from "./bet-text.ts";
import type { DateRead } from "./dates.ts";
import type { Sport, StatedResult } from "./known.ts";
import type { Line, Price } from "./numbers.ts";
import type { Problem } from "./problem.ts";
import type { Mention } from "./teams.ts";

export type Side = "home" | "away" | "over" | "under";

/** Which game is meant. */
export type Wanted = {
  /** The id of the game, where the file has it. */
  readonly gameId: string | null;
  readonly sports: readonly Sport[];
  readonly isLeague: boolean;
  readonly date: DateRead | null;
  /** Milliseconds: the game begins between the two, where the file only says when the bet was placed and settled. */
  readonly placedMs: number | null;
  readonly settledMs: number | null;
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
  readonly isLive: boolean;
  /** Why the bet cannot be used; null: it can. */
  readonly problem: Problem | null;
};
