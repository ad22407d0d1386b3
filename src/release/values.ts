/**
 * The values of one published game: everything that callers can see of it, before any of it is text. Rows of games, odds, periods
 * and bets, and the single-game answer, are made of these values and of nothing else.
 */
import type { EvidenceRow } from "../contract/lists/evidence.ts";
import type { GameDetail } from "../contract/lists/games.ts";
import type { DoubtName } from "../domain/evidence.ts";
import type { Quote } from "../domain/fold.ts";
import type { SeasonKey } from "../domain/seasons.ts";
import type { Market, OddsPeriod } from "../domain/sports.ts";
import type { GameStarters, OutsideIds } from "../domain/teams/team.ts";
import type { GameLines } from "./game-lines.ts";
import type { LinePath } from "./line-path.ts";

/** The single-game answer without its two lists of lines, which are made of the quotes. */
export type GameFacts = Omit<GameDetail, "books" | "period_odds">;

/** Quotes of one book, market and period that one rule doubts. */
export type Doubt = {
  readonly rule: DoubtName;
  /** The slug of the book; null where the doubt is about the game. */
  readonly book: string | null;
  readonly period: OddsPeriod;
  readonly market: Market | null;
  readonly captures: number;
  /** ISO 8601 UTC, of the first and the last such capture; null for what a provider states without a time. */
  readonly first_seen: string | null;
  readonly last_seen: string | null;
  /** The last such quote. */
  readonly quote: Quote | null;
  /** Why, in words. */
  readonly evidence: string;
};

export type GameValues = {
  readonly facts: GameFacts;
  readonly ids: OutsideIds;
  readonly doubts: readonly Doubt[];
  /** In no answer about games, whose members are settled: they are for the rows of teams' games. */
  readonly starters: GameStarters;
  /** The slate date on which a suspended game went on, until which nobody knew its result; not there for other games. */
  readonly resumedOn?: string;
  /** Innings that were played, half ones as .5; not there for other sports, and where nobody says the runs of each inning. */
  readonly innings?: number;
  /** The opening and closing quotes of each book and of the consensus. */
  readonly lines: GameLines;
  /** The captures before the start, as runs. */
  readonly path: LinePath;
  /** The statements of sources about the game, and the quotes at its openings and closings that do not count: see `query/evidence.ts`. */
  readonly statements: readonly EvidenceRow[];
};

/** In the order of the API: by start, then by game id. */
export type SeasonValues = SeasonKey & { readonly games: readonly GameValues[] };
