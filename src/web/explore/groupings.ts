/** How a visitor may have the bets of a set divided. */

/** The groupings of the API that leave the bets as they are: `book` would ask for those of all books. */
export const exploreGroupings = ["season", "week", "month", "team", "bet_type", "selection", "role", "line"] as const;
export type ExploreGrouping = (typeof exploreGroupings)[number];
