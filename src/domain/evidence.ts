/**
 * The rules of doubt as callers and operators hear of them [D-51]: the name and the sentence, which docs/api/lines.md (for quotes) and
 * docs/collect.md (for games) show word for word, and which `publish/doubt/` applies; then the facts of a game that evidence tells of, and the
 * rules by which a statement is not the published one. A published name never changes.
 */

/** Rules that leave a quote out of the lines. */
const quoteDoubts = {
  price_missing: "A line came without a price after the same book had shown the market with one.",
  pair_of_prices: "The implied probabilities of the two prices add up to less than 0.97 or more than 1.25.",
  line_never_posted: "No book has ever posted such a line for this market before a game.",
  alternate_line:
    "The prices are so uneven that this is an alternate line and not the market's main one. What two books showed together for two hours is not doubted.",
  markets_disagree: "A book's moneyline and its spread expect different games.",
  against_books:
    "A book's quote is further from the other books of that time, the day before and the day after than books ever are.",
  books_split:
    "So many books contradict the others that nobody can say which are right, so none of the market is believed.",
  period_against_game:
    "The line of a period or a team does not fit the line of the whole game: the larger the game's spread, the farther a half's may be from its share.",
  books_leap: "All books leap to another line at once, and back again.",
  start_disputed:
    "The quote is from after the earliest start that a source states, and the sources do not agree on the start.",
  dropped: "Somebody looked at the quotes and decided that they are not to be believed.",
} as const;

/** Rules that hold a game back. */
const gameDoubts = {
  final_too_soon: "The game is said to be final sooner than a game can last.",
  twice_a_day: "Two teams that cannot play twice in a day are said to have done so.",
  tie_that_cannot_be: "The score is a tie, and a game of this kind cannot end in one; no game ends 0-0.",
  sides_disputed:
    "The odds, or without any a second source of the results, state home and away the other way round, and the site is not neutral.",
  same_final_as_the_day_before:
    "A source states a final of the same day or the day before once more under another id: with its line score, or with its score and neither game number, odds nor second source of its own. It is the last to get a number of its day.",
} as const;

export type DoubtName = keyof typeof quoteDoubts | keyof typeof gameDoubts;

const rulesIn = <Name extends string>(leavesOut: "quote" | "game", sentences: Readonly<Record<Name, string>>) =>
  (Object.entries(sentences) as [Name, string][]).map(([name, sentence]) => ({ name, leavesOut, sentence }));

export const doubtRules = [...rulesIn("quote", quoteDoubts), ...rulesIn("game", gameDoubts)];

export const doubtNames: readonly DoubtName[] = doubtRules.map(({ name }) => name);

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

const gameFacts = ["start", "score", "period_scores", "venue", "official", "neutral_site"] as const;

/** Facts of the game first, then those of a line. */
export const evidenceFacts = [...gameFacts, "open", "close"] as const;
export type EvidenceFact = (typeof evidenceFacts)[number];

/** The rules of evidence that are no rules of doubt, each with its sentence, which docs/api/evidence.md shows word for word. */
const sentences = {
  outvoted_start: "It is more than ten minutes from the start that more sources agree on.",
  stated_in_play: "The odds' source stated this start at or after it, of a game in play.",
  impossible_actual_start:
    "It is stated as the actual start, and is on another date, more than ten minutes before or four hours after the scheduled one.",
  resolved: "An operator of this server has decided for another source.",
  withheld_periods: "The scores of the periods are not whole, or do not add up to the final score.",
  impossible_venue: "It is the home team's own stadium, and the site was neutral.",
  untimed: "It is stated without a time, and captures of this book and market have one.",
  same_moment: "The book shows another quote at the same moment, which counts.",
  stale_close: "The quotes after it are in doubt, and it is too old to stand for the close, of which there is none.",
  disputed: "The sources of a published game have come to disagree, and it stands as it was until that is settled.",
} as const;

export type EvidenceRule = DoubtName | keyof typeof sentences;
/** Those of a game's start [D-52]. */
export type StartRule = Extract<
  EvidenceRule,
  "start_disputed" | "outvoted_start" | "stated_in_play" | "impossible_actual_start" | "resolved"
>;

export const otherRules = Object.entries(sentences).map(([name, sentence]) => ({ name, sentence }));

export const evidenceRuleNames = [...doubtNames, ...Object.keys(sentences)] as readonly EvidenceRule[];

/** The rules of statements by which a published game is held back. */
export const holdingRules: ReadonlySet<EvidenceRule | null> = new Set([
  "disputed" as const,
  ...doubtRules.filter(({ leavesOut }) => leavesOut === "game").map(({ name }) => name),
]);
