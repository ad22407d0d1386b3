/** Words that bettors misspell, and what is near enough to be one of them: "favorits", "undredogs", "thrusday". */
import leven from "leven";

/** Long ones, of which few other words are a letter away; "team" is none, since "steam" means something else. */
const known: readonly string[] = (
  "favorite favorites favourite favourites underdog underdogs spread spreads moneyline total totals under unders over overs home road " +
  "division divisional rivals rematch rematches revenge streak winning losing straight consecutive playoffs postseason regular season " +
  "quarter period inning innings half against opponent opponents covered covering laying getting following coming points weather windy " +
  "monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november " +
  "december conference lefties rested"
).split(" ");

/** Shorter words count only where two neighbouring letters are the wrong way round: "raod". */
const fewestOfOneWrong = 5;
const fewestOfTwoWrong = 9;
const fewest = 4;

/** The word that was meant, in small letters; null: it is near none, or is one. */
export function spelled(word: string): string | null {
  if (word.length < fewest || /[^a-z]/.test(word) || known.includes(word)) return null;
  return known.find((each) => isMisspelled(word, each)) ?? null;
}

/** Whether one letter is wrong, too many or missing (of a long word two), or two neighbours are the wrong way round. */
export function isMisspelled(word: string, right: string): boolean {
  if (isSwapped(word, right)) return true;
  const shorter = Math.min(word.length, right.length);
  const most = shorter >= fewestOfTwoWrong ? 2 : shorter >= fewestOfOneWrong ? 1 : 0;
  return Math.abs(word.length - right.length) <= most && leven(word, right, { maxDistance: most + 1 }) <= most;
}

function isSwapped(word: string, right: string): boolean {
  if (word.length !== right.length) return false;
  const wrong = [...word].flatMap((letter, at) => (letter === right[at] ? [] : [at]));
  const [one = 0, other = 0, ...more] = wrong;
  return more.length === 0 && other === one + 1 && word[one] === right[other] && word[other] === right[one];
}
