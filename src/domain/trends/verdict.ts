/** The meaning of a p-value for somebody who has looked at several sets. */

export const verdicts = ["no evidence", "unlikely by chance"] as const;
export type Verdict = (typeof verdicts)[number];

const level = 0.05;

/** C. E. Bonferroni's correction: the chance that any of so many sets would look like this. */
export function adjusted(pValue: number, tries: number): number {
  return Math.min(1, pValue * tries);
}

/** @param pAdjusted null: there is nothing to judge by. */
export function verdictOf(pAdjusted: number | null): Verdict {
  return pAdjusted !== null && pAdjusted <= level ? "unlikely by chance" : "no evidence";
}
