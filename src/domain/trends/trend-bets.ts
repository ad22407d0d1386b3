/** Bets at one moment: the open, the close, or so many minutes before the start. */
export type GradedBets = {
  /** As `Outcome` in bets/grading.ts: 0 ungraded, 1 won, 2 lost, 3 push, 4 void. */
  readonly outcome: Uint8Array;
  /** American odds; 0 is none. */
  readonly price: Int32Array;
  /** In ten thousandths; -1 is none. */
  readonly noVig: Int16Array;
  /** As `profitOfStake` says it. */
  readonly profit: Int32Array;
};

/** Bets of one season that a trend is computed from, in columns. Bets of the same game are neighbors. */
export type TrendBets = {
  /** The place of the game in the season. */
  readonly game: Uint32Array;
  /** The place among `betSides` of the sport. */
  readonly side: Uint8Array;
  /** 0 is the consensus. */
  readonly bookId: Uint16Array;
  /** Each as `GradedBets` has it. */
  readonly openPrice: Int32Array;
  readonly openNoVig: Int16Array;
  readonly openProfit: Int32Array;
  readonly closeOutcome: Uint8Array;
  readonly closePrice: Int32Array;
  readonly closeNoVig: Int16Array;
  readonly closeProfit: Int32Array;
  /** From open to close, as `movementOf` says it; `unknownMovement` where it is not known. */
  readonly movement: Int8Array;
  /** Quarters of a point by which the open was better than the close; `noLine` without both lines. */
  readonly betterQuarters: Int16Array;
  readonly noLine: number;
  /** The close's no-vig probability minus the open's, of 1 and not rounded; NaN without all four prices. */
  readonly noVigShift: Float64Array;
  /** Null: nobody asks for a moment. */
  readonly atMoment: GradedBets | null;
};

/** The facts of a side of bets that a trend needs. */
export type SideTraits = {
  /** A bet on points, and not on who wins. */
  readonly isTotal: boolean;
  /** A moneyline has prices alone. */
  readonly hasLine: boolean;
  /** The place of the other side of the same market and period, one of which wins where the other loses; -1: it has none. */
  readonly opposite: number;
};

/** How a set of bets can be divided into groups. */
export const groupings = [
  ...(["none", "season", "week", "month", "team", "book"] as const),
  ...(["bet_type", "selection", "role", "line"] as const),
] as const;
export type Grouping = (typeof groupings)[number];
