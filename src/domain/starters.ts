/** The starters of a game in the place that its odds hang on: the pitcher of baseball, the goalie of hockey. */

/** The hand that he throws or catches with: left, right, or both, as a switch pitcher does. */
export const hands = ["L", "R", "S"] as const;

export type Starter = {
  /** The id that the provider gives this person. */
  readonly id: string;
  /** As the provider writes it. */
  readonly name: string;
  readonly hand: (typeof hands)[number] | null;
};

/** Null for a side of which nobody says who started. */
export type GameStarters = { readonly home: Starter | null; readonly away: Starter | null };

export const noStarters: GameStarters = { home: null, away: null };
