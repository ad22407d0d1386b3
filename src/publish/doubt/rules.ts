/**
 * The rules of doubt [D-51]: what a provider states and cannot be true. Each has a name that callers see
 * and a sentence; `domain/doubt-names.ts` has the names in the order in which they are stored.
 *
 * The consequence follows: `leave out` takes the quote out of opening, closing and consensus; `hold` holds the game back until somebody
 * decides or the sources agree. Rules that look at other games only ring: they are among the alarms.
 */
import type { DoubtName } from "../../domain/doubt-names.ts";

type Follows = "leave out" | "hold";

type Rule = { readonly follows: Follows; readonly sentence: string };

export const doubtRules = {
  price_missing: {
    follows: "leave out",
    sentence: "A line came without a price after the same book had shown the market with one.",
  },
  pair_of_prices: {
    follows: "leave out",
    sentence: "The implied probabilities of the two prices add up to less than 0.97 or more than 1.25.",
  },
  line_never_posted: {
    follows: "leave out",
    sentence: "No book has ever posted such a line for this market before a game.",
  },
  alternate_line: {
    follows: "leave out",
    sentence: "The prices are so uneven that this is an alternate line and not the market's main one.",
  },
  markets_disagree: {
    follows: "leave out",
    sentence: "A book's moneyline and its spread expect different games.",
  },
  against_books: {
    follows: "leave out",
    sentence:
      "A book's quote is further from the other books of that time, the day before and the day after than books ever are.",
  },
  books_split: {
    follows: "leave out",
    sentence:
      "So many books contradict the others that nobody can say which are right, so none of the market is believed.",
  },
  period_against_game: {
    follows: "leave out",
    sentence: "The line of a period or a team does not fit the line of the whole game.",
  },
  books_leap: {
    follows: "leave out",
    sentence: "All books leap to another line at once, and back again.",
  },
  start_disputed: {
    follows: "leave out",
    sentence:
      "The quote is from after the earliest start that a source states, and the sources do not agree on the start.",
  },
  dropped: {
    follows: "leave out",
    sentence: "Somebody looked at the quotes and decided that they are not to be believed.",
  },
  final_too_soon: {
    follows: "hold",
    sentence: "The game is said to be final sooner than a game can last.",
  },
  twice_a_day: {
    follows: "hold",
    sentence: "Two teams that cannot play twice in a day are said to have done so.",
  },
  tie_that_cannot_be: {
    follows: "hold",
    sentence: "The score is a tie, and a game of this kind cannot end in one.",
  },
  sides_disputed: {
    follows: "hold",
    sentence: "The odds and the results state home and away the other way round, and the site is not neutral.",
  },
  same_final_as_the_day_before: {
    follows: "hold",
    sentence: "The line score equals that of the same teams' game of the day before.",
  },
} as const satisfies Readonly<Record<DoubtName, Rule>>;
