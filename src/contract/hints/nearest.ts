/** Finds the right word that a wrong one was meant to be. Long texts are not compared, so that a hint costs little. */
import leven from "leven";

/** Help for whoever sent a wrong text. */
export type Hint = {
  /** The end of a sentence, for people. */
  readonly text: string;
  /** The nearest right value, as it can be sent; null: there is none, or several are as near. */
  readonly value: string | null;
};

/** @param shown the value as people read it. */
export function didYouMean(value: string, shown = value): Hint {
  return { text: `did you mean ${shown}?`, value };
}

const longestCompared = 40;

/** The text without what people overlook: case, accents, spaces and punctuation. */
export function folded(text: string): string {
  if (text.length > longestCompared) return "";
  return text
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");
}

/** The number of letters that may differ: one of a short word, at most four of a long one. */
function toleranceOf(word: string): number {
  return Math.min(4, 1 + Math.floor(word.length / 5));
}

/** @param word and candidates are folded. Null when too much differs. */
export function distanceWithin(word: string, candidate: string): number | null {
  const tolerance = toleranceOf(word);
  if (Math.abs(word.length - candidate.length) > tolerance) return null;
  const distance = leven(word, candidate, { maxDistance: tolerance + 1 });
  return distance > tolerance ? null : distance;
}

/** Other words of callers for each value, folded; words are divided by spaces. */
export type OtherWords = Readonly<Record<string, string>>;

/**
 * The candidate that a text means: the same when folded, the only one that begins with it, the one of which the fewest letters
 * differ, or the only one that it begins with.
 */
export function nearest(text: string, candidates: readonly string[], others: OtherWords = {}): string | null {
  const word = folded(text);
  if (word === "") return null;
  const same = candidates.find((each) => folded(each) === word);
  if (same !== undefined) return same;
  const other = candidates.find((each) => others[each]?.split(" ").includes(word));
  if (other !== undefined) return other;
  const [begun, ...more] = word.length < 3 ? [] : candidates.filter((each) => folded(each).startsWith(word));
  if (begun !== undefined && more.length === 0) return begun;
  let best: { readonly candidate: string; readonly distance: number } | null = null;
  for (const candidate of candidates) {
    const distance = distanceWithin(word, folded(candidate));
    if (distance !== null && distance < Math.min(best?.distance ?? Number.POSITIVE_INFINITY, word.length)) {
      best = { candidate, distance };
    }
  }
  if (best !== null) return best.candidate;
  const [beginning, ...longer] = candidates.filter((each) => folded(each).length >= 3 && word.startsWith(folded(each)));
  return beginning !== undefined && longer.length === 0 ? beginning : null;
}
