/** The chances of a game, or of a part of it: how likely its margin and its total are above any line. */
import type { OddsPeriod } from "../../../src/domain/sports.ts";

export interface LineChances {
  /** A line near which both sides are about as likely. */
  readonly middle: number;
  /** How often the number is above a line, of the times that it is not on it: a push gives the stakes back. */
  shareAbove(line: number): number;
}

export type MarketChances = {
  /** Of home over away. */
  readonly margins: LineChances;
  readonly totals: LineChances;
};

export type GameChances = MarketChances & {
  /** Parts of the game that are not simply a share of the whole. */
  readonly parts?: Readonly<Partial<Record<OddsPeriod, MarketChances>>>;
};
