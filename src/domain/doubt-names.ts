/**
 * The names of the rules of doubt that callers see [D-51], by the number under which the path of a game's lines stores them. A
 * name that was told once never changes, and neither does its place; new ones come at the end. The sentence of each stands in
 * docs/api/lines.md, or in docs/collect.md where it holds a game back.
 */
export const doubtNames = [
  "price_missing",
  "pair_of_prices",
  "line_never_posted",
  "alternate_line",
  "markets_disagree",
  "against_books",
  "books_split",
  "period_against_game",
  "books_leap",
  "start_disputed",
  "dropped",
  "final_too_soon",
  "twice_a_day",
  "tie_that_cannot_be",
  "sides_disputed",
  "same_final_as_the_day_before",
] as const;

export type DoubtName = (typeof doubtNames)[number];

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
