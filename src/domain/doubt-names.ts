/**
 * The rules of doubt as callers and operators hear of them [D-51]: the name, what one that finds something takes out, and the sentence,
 * which docs/api/lines.md (for quotes) and docs/collect.md (for games) show word for word. A path stores a rule by its place in this list, so a
 * name that was told once never changes, and new ones come at the end. `publish/doubt/` applies them.
 */
export const doubtRules = [
  {
    name: "price_missing",
    leavesOut: "quote",
    sentence: "A line came without a price after the same book had shown the market with one.",
  },
  {
    name: "pair_of_prices",
    leavesOut: "quote",
    sentence: "The implied probabilities of the two prices add up to less than 0.97 or more than 1.25.",
  },
  {
    name: "line_never_posted",
    leavesOut: "quote",
    sentence: "No book has ever posted such a line for this market before a game.",
  },
  {
    name: "alternate_line",
    leavesOut: "quote",
    sentence:
      "The prices are so uneven that this is an alternate line and not the market's main one. What two books showed together for two hours is not doubted.",
  },
  {
    name: "markets_disagree",
    leavesOut: "quote",
    sentence: "A book's moneyline and its spread expect different games.",
  },
  {
    name: "against_books",
    leavesOut: "quote",
    sentence:
      "A book's quote is further from the other books of that time, the day before and the day after than books ever are.",
  },
  {
    name: "books_split",
    leavesOut: "quote",
    sentence:
      "So many books contradict the others that nobody can say which are right, so none of the market is believed.",
  },
  {
    name: "period_against_game",
    leavesOut: "quote",
    sentence:
      "The line of a period or a team does not fit the line of the whole game: the larger the game's spread, the farther a half's may be from its share.",
  },
  {
    name: "books_leap",
    leavesOut: "quote",
    sentence: "All books leap to another line at once, and back again.",
  },
  {
    name: "start_disputed",
    leavesOut: "quote",
    sentence:
      "The quote is from after the earliest start that a source states, and the sources do not agree on the start.",
  },
  {
    name: "dropped",
    leavesOut: "quote",
    sentence: "Somebody looked at the quotes and decided that they are not to be believed.",
  },
  {
    name: "final_too_soon",
    leavesOut: "game",
    sentence: "The game is said to be final sooner than a game can last.",
  },
  {
    name: "twice_a_day",
    leavesOut: "game",
    sentence: "Two teams that cannot play twice in a day are said to have done so.",
  },
  {
    name: "tie_that_cannot_be",
    leavesOut: "game",
    sentence: "The score is a tie, and a game of this kind cannot end in one; no game ends 0-0.",
  },
  {
    name: "sides_disputed",
    leavesOut: "game",
    sentence: "The odds and the results state home and away the other way round, and the site is not neutral.",
  },
  {
    name: "same_final_as_the_day_before",
    leavesOut: "game",
    sentence:
      "A source states a final of the same day or the day before once more under another id: with its line score, or with its score and neither game number, odds nor second source of its own. It is the last to get a number of its day.",
  },
] as const;

export type DoubtName = (typeof doubtRules)[number]["name"];

export const doubtNames = doubtRules.map(({ name }) => name);

/** The numbers begin with 1, since 0 stands for no doubt. */
export function doubtNumber(name: DoubtName): number {
  return doubtNames.indexOf(name) + 1;
}

/** Null for 0. @throws RangeError for a number that no rule has. */
export function doubtNameOf(number: number): DoubtName | null {
  if (number === 0) return null;
  const name = doubtNames[number - 1];
  if (name === undefined) throw new RangeError(`no rule of doubt has the number ${number}`);
  return name;
}
