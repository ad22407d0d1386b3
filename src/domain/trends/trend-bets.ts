/** The bets that a trend is computed from, in columns. Bets of the same game are neighbors. */
export type TrendBets = {
  readonly count: number;
  /** Two bets are of one game when these two are the same. */
  readonly season: Uint8Array;
  readonly game: Uint32Array;
  /** The place among `betSides` of the sport. */
  readonly side: Uint8Array;
  /** American odds; 0 is none. */
  readonly openPrice: Int32Array;
  readonly closePrice: Int32Array;
  /** As `Outcome` in bets/grading.ts. */
  readonly openOutcome: Uint8Array;
  readonly closeOutcome: Uint8Array;
  /** In ten thousandths; -1 is none. */
  readonly noVig: Int16Array;
};
