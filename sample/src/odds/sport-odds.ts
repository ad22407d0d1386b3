/** The markets of a sport: how its books open, move and disagree. */
import type { OddsPeriod } from "../../../src/domain/sports.ts";
import type { LineHabit } from "./fair-line.ts";

export type PeriodShare = {
  readonly period: OddsPeriod;
  /** Part of the game's margin, and of its total; baseball and hockey know the chances of their parts. */
  readonly margin: number;
  readonly total: number;
  /** Whether every book with periods has it, or only those with all of them. */
  readonly isCommon: boolean;
  /** Now and then only. */
  readonly isRare: boolean;
};

/** Of most books, and of those that prefer lines which end in a half. */
export type LineHabits = { readonly most: LineHabit; readonly halves: LineHabit };

export type SportOdds = {
  /** Hours before the start at which the first book opens. */
  readonly openHours: number;
  /** Fewest and most moves of the market between the opening and the close. */
  readonly moves: readonly [fewest: number, most: number];
  /** Disagreement of the books, in points. */
  readonly marginBias: number;
  readonly totalBias: number;
  readonly spread: LineHabits;
  readonly total: LineHabits;
  /** Run line and puck line: the spread is always this, in a part of the game a half. */
  readonly fixedSpread: number | null;
  readonly periods: readonly PeriodShare[];
};

export function lineHabits(
  patience: number,
  wholeCosts: { most: number; halves: number },
  keyLines: readonly number[] = [],
): LineHabits {
  const keys = new Set(keyLines);
  return {
    most: { patience, wholeCost: wholeCosts.most, keyLines: keys },
    halves: { patience, wholeCost: wholeCosts.halves, keyLines: new Set() },
  };
}
