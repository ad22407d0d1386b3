/**
 * How each sportsbook of the sample behaves, and when it was in business. The margins of `books.json` are those of captured prices: The
 * Odds API, NBA 2023-24, NFL 2025 and MLB 2026.
 */
import rows from "./books.json" with { type: "json" };

export type BookProfile = {
  readonly slug: string;
  /** First and last day it took bets. */
  readonly from: string;
  readonly until: string;
  /** How likely it is to be among the books of a game. */
  readonly weight: number;
  /** The sum of both sides' probabilities in a spread or total; 1.0476 is -110 both ways. */
  readonly margin: number;
  /** The sum of both sides' probabilities in the moneyline of an even game. */
  readonly moneylineMargin: number;
  /** Prices are multiples of this. */
  readonly step: number;
  /** 0 no period markets, 1 the main one of the sport, 2 every period that is published. */
  readonly periods: 0 | 1 | 2;
  readonly hasTeamTotals: boolean;
  /** Whether it is among the first to open a game, or waits until others have. */
  readonly opens: "first" | "with the others" | "late";
  /** Whether it would rather write lines that end in a half, on which no bet is given back. */
  readonly prefersHalves: boolean;
};

/** The books that were in business on a date, as `YYYY-MM-DD`. */
export function booksOn(date: string): readonly BookProfile[] {
  return (rows as BookProfile[]).filter((profile) => profile.from <= date && date <= profile.until);
}
