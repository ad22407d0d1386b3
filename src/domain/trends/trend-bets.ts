import type { MomentMinutes } from "../moments.ts";

/** Bets at the lines and the prices of a moment before the start, each at its place, as the columns of the close are. */
export type TrendMoment = {
  readonly minutes: MomentMinutes;
  readonly outcome: Uint8Array;
  readonly price: Int32Array;
  readonly noVig: Int16Array;
};

/** The bets that a trend is computed from, in columns. Bets of the same game are neighbors. */
export type TrendBets = {
  readonly count: number;
  /** The place of the season; two bets are of one game when this and the place of the game in its season are the same. */
  readonly season: Uint8Array;
  readonly game: Uint32Array;
  /** The place among `betSides` of the sport. */
  readonly side: Uint8Array;
  /** 0 is the consensus. */
  readonly bookId: Uint16Array;
  /** As the selection sees them, in quarters of a point; `noLine` is none. */
  readonly openLine: Int16Array;
  readonly closeLine: Int16Array;
  readonly noLine: number;
  /** American odds; 0 is none. */
  readonly openPrice: Int32Array;
  readonly closePrice: Int32Array;
  /** As `Outcome` in bets/grading.ts: 0 ungraded, 1 won, 2 lost, 3 push, 4 void. */
  readonly openOutcome: Uint8Array;
  readonly closeOutcome: Uint8Array;
  /** Of the side without the vig, in ten thousandths; -1 is none. */
  readonly openNoVig: Int16Array;
  readonly closeNoVig: Int16Array;
  /** The close's no-vig probability minus the open's, of 1 and not rounded; NaN without all four prices. */
  readonly noVigShift: Float64Array;
  /** Null: nobody asks for a moment. */
  readonly atMoment: TrendMoment | null;
};

/** How a set of bets can be divided into groups. */
export const groupings = [
  ...(["none", "season", "week", "month", "team", "book"] as const),
  ...(["bet_type", "selection", "role", "line"] as const),
] as const;
export type Grouping = (typeof groupings)[number];
