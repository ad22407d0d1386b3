/** The ids that other sources have for a game, so that a caller can join our rows with theirs. */

/** Sources that know a game by one id, in the order in which callers see them. */
export const outsideProviders = ["nflverse", "espn", "mlb", "nhl", "cfbd", "retrosheet"] as const;
export type OutsideProvider = (typeof outsideProviders)[number];

/** Null: the source does not have the game, or its id of it is not known. Each id is as its source writes it. */
export type OutsideIds = Readonly<Record<OutsideProvider, string | null>> & {
  /** The Odds API may list one game under several ids, when its start has moved. In the order of their code units. */
  readonly the_odds_api: readonly string[];
};

/** A feed that states more events than this for one game has mistaken something else for them. */
export const mostEventsOfGame = 20;
