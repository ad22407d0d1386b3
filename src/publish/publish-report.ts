/** The report of a publish. */

import type { Quote } from "../domain/fold.ts";
import type { PairKey } from "../domain/pairs.ts";
import type { SeasonKey } from "../domain/seasons.ts";
import type { Market, OddsPeriod } from "../domain/sports.ts";
import type { Release } from "../release/manifest.ts";
import type { Doubt } from "../release/values.ts";
import type { Judged } from "./alarms/state.ts";

/** The reason of a game that is held back because neither results nor odds say when it began. */
export const noStartReason = "nobody states a start time";

/** A final game that cannot be published as the ledger has it: it stays as it stood, in the archive or out of it. */
export type HeldGame = {
  /** The id that it has, or would get. */
  readonly gameId: string;
  readonly pair: PairKey;
  /** Whether the archive has it, and goes on serving it as it stood. */
  readonly isPublished: boolean;
  /** Whether its providers disagree, which an operator can decide: `gradeline resolve`. */
  readonly isDispute: boolean;
  readonly reason: string;
};

/** Odds of a season whose games should be over, and have no final result. */
export type OddsWithoutResult = SeasonKey & { readonly events: number; readonly quotes: number };

/** A season that is `published` because half a year went by without news of its last games [D-45]. */
export type GivenUpSeason = SeasonKey & {
  /** The games that nobody closed: `FLA at CAR on 2025-06-20 (nhl-api says scheduled)`. */
  readonly games: readonly string[];
};

/** An opening or a closing for which one book has several quotes, of which a rule takes one [D-43]. */
export type ContestedQuote = {
  readonly gameId: string;
  /** The slug of the book. */
  readonly book: string;
  readonly period: OddsPeriod;
  readonly market: Market;
  readonly moment: "open" | "close";
  /** ISO 8601 UTC; null for what a provider states without a time. */
  readonly capturedAt: string | null;
  readonly taken: Quote;
  readonly others: readonly Quote[];
};

/** The closings of one book in one season, and how many of them were old when the game began. */
export type StaleCloses = SeasonKey & {
  /** The slug of the book. */
  readonly book: string;
  /** Closings with a time of capture: one for each game, period and market. */
  readonly closes: number;
  /** Those that are stale; see `isStaleClose`. */
  readonly stale: number;
  readonly oldest: {
    readonly gameId: string;
    readonly period: OddsPeriod;
    readonly market: Market;
    readonly hoursBeforeStart: number;
  } | null;
};

/** Games of a season with prices that a provider computed from decimal odds; see `areConvertedOdds`. */
export type ConvertedOdds = SeasonKey & { readonly games: number };

/** A published game of which quotes were left out, because rules doubt them [D-51]. */
export type DoubtedGame = { readonly gameId: string; readonly doubts: readonly Doubt[] };

/** The changes that a publish made, and everything that it left as it was. */
export type PublishReport = PublishOutcome & {
  /** The number under which `gradeline log` shows it. */
  readonly reportId: number;
};

/** A publish finds this out about the games that it builds: those of the teams for which something came in, or all. */
type GameFindings = {
  /** Files of seasons that were not as they had been written, and were written anew: `a file of nfl 2024`. */
  readonly mended: readonly string[];
  readonly held: readonly HeldGame[];
  /** Decided games whose deciding provider says something else than before, which was followed. */
  readonly followed: readonly string[];
  /** Games published without period scores, with the reason [D-9]. */
  readonly withheld: readonly string[];
  /** Records, events and quotes of the ledger that are outside the bounds of today's validation, with the reason. */
  readonly leftOut: readonly string[];
  /** By game id. */
  readonly contested: readonly ContestedQuote[];
  /** The books that have stale closings, by sport, season and book. */
  readonly staleCloses: readonly StaleCloses[];
  /** The seasons in which some games have prices that were computed from decimal odds. */
  readonly convertedOdds: readonly ConvertedOdds[];
  /** Those with quotes in doubt. */
  readonly doubted: readonly DoubtedGame[];
  /** The rules of alarms that the games of this publish were put before, by sport, with what they found. */
  readonly judged: readonly Judged[];
};

export type PublishOutcome = GameFindings & {
  /** The revision now served; null before the first publish. */
  readonly revision: number | null;
  /** Games and odds rows in the archive now. */
  readonly games: number;
  readonly oddsRows: number;
  readonly changedGames: number;
  /** Those of them of which a published value was replaced or taken away; `gradeline log --only corrections` names them. */
  readonly correctedGames: number;
  /** By season, captured odds that are in no game, because nobody has imported the result. */
  readonly waiting: readonly OddsWithoutResult[];
  /** Every game that is held back as it stood, also those of earlier publishes, by game id. */
  readonly held: readonly HeldGame[];
  /** Those of them that the archive does not have, with the reason. */
  readonly refused: readonly string[];
  /** Seasons that this publish looked at and that silence has ended, with the games that are not waited for any more. */
  readonly givenUp: readonly GivenUpSeason[];
  /**
   * Seasons of the archive of which no game has a closing line: nobody has imported odds of them, or they match no
   * game.
   */
  readonly withoutClosingLine: readonly SeasonKey[];
};

/** The games that the publish of a revision held back; none before the first revision. */
export function heldIn(last: Pick<Release, "report"> | null): readonly HeldGame[] {
  return (JSON.parse(last?.report ?? "{}") as { readonly held?: readonly HeldGame[] }).held ?? [];
}

/** Published games would vanish: nothing was published, and the archive goes on serving what it had. */
export class PublishRefused extends Error {
  override readonly name = "PublishRefused";
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`the publish is refused, ${problems.length} checks failed; first: ${problems[0]}`);
    this.problems = problems;
  }
}
