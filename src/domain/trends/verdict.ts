/** The meaning of p-values for somebody who has looked at several sets. */

export const verdicts = ["no evidence", "unlikely by chance"] as const;
type Verdict = (typeof verdicts)[number];

const level = 0.05;

/** C. E. Bonferroni's correction: at most the chance that any of so many sets would look like this. */
export function adjusted(pValue: number, tries: number): number {
  return Math.min(1, pValue * tries);
}

/**
 * The p-values of groups of one set, allowed for how many groups there are and how often the caller looked. S. Holm (1979),
 * "A simple sequentially rejective multiple test procedure", Scand. J. Stat. 6.
 * @param pValues of the groups that have one, in the order of the groups, which decides between equal ones.
 */
export function adjustedFamily(pValues: readonly number[], tries: number): number[] {
  const rising = pValues.map((_, place) => place).sort((a, b) => (pValues[a] as number) - (pValues[b] as number));
  const result = new Array<number>(pValues.length);
  let most = 0;
  for (const [before, place] of rising.entries()) {
    most = Math.max(most, adjusted(pValues[place] as number, (pValues.length - before) * tries));
    result[place] = most;
  }
  return result;
}

/** @param pAdjusted null: there is nothing to judge by, and no verdict. */
export function verdictOf(pAdjusted: number | null): Verdict | null {
  if (pAdjusted === null) return null;
  return pAdjusted <= level ? "unlikely by chance" : "no evidence";
}
