/** The parameters that only trends have. */
import { type Grouping, groupings } from "../../domain/trends/groupings.ts";
import { choice, WrongParameter, wholeNumber, withDefault } from "../parameter.ts";
import { date } from "./games.ts";

/** The most sets that a caller can say to have looked at. */
export const mostTries = 10_000;
const count = { least: 1, most: mostTries, digits: 5 };

export const trendParameters = {
  group_by: withDefault<Grouping>(
    choice({
      meaning: `one of ${groupings.join(", ")}: a row for each besides that of all bets`,
      values: groupings,
      example: "season",
      others: { bet_type: "bettype market", selection: "side", season: "year", line: "spread" },
    }),
    "none",
  ),
  tries: withDefault(
    wholeNumber({
      ...count,
      meaning: `how many sets of bets you have looked at, 1 to ${mostTries}; p_adjusted allows for so many`,
      example: 20,
    }),
    1,
  ),
  /** The day that divides a set into what was before it and what came since. */
  split: date(
    "a day, YYYY-MM-DD: a row for the games before it and one for those since; not with group_by",
    "2025-09-01",
  ),
  tries_since: wholeNumber({
    ...count,
    meaning: `with split: how often you have looked at the bets since it, 1 to ${mostTries}; as tries when absent`,
    example: 1,
  }),
};

/** @throws WrongParameter when a set is to be divided in two ways, or a count is of a part that is not asked for. */
export function checkSplit(asked: {
  readonly split: string | null;
  readonly tries_since: number | null;
  readonly group_by: Grouping;
}): void {
  const { split, tries_since: triesSince, group_by: groupBy } = asked;
  if (split === null && triesSince !== null)
    throw new WrongParameter("tries_since", "tries_since is of the bets since split: give split, too");
  if (split !== null && groupBy !== "none")
    throw new WrongParameter("split", "split divides the set by itself: leave group_by out");
}
