/** A game as a replay expects it in the archive. */
export type KnownGame = {
  /** The id that the provider of the result gives it. */
  readonly providerId: string;
  /** Slate date, YYYY-MM-DD. */
  readonly date: string;
  /** The scheduled start. */
  readonly startMs: number;
  /** Names of the teams as the provider of the result writes them. */
  readonly away: string;
  readonly home: string;
  readonly awayScore: number;
  readonly homeScore: number;
  /** When the provider first stated the final score. */
  readonly knownMs: number;
};
