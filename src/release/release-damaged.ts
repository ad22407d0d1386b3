/** The error for a file that is not what its name says, and how it is known among other errors. */
import type { DataSetName } from "../contract/release-columns.ts";
import { Damaged, isDamage, reasonOf } from "../database/database-error.ts";
import type { SeasonKey } from "../domain/seasons.ts";

/** The message says in one line what is damaged. */
export class ReleaseDamaged extends Damaged {}

/** The advice to operators that every message of damage ends with. */
export const damageAdvice =
  "gradeline verify lists all that is wrong, gradeline publish --all writes the release anew from the ledger";

/** Null when the error says nothing of damage. */
export function asDamage(error: unknown): ReleaseDamaged | null {
  if (error instanceof ReleaseDamaged) return error;
  return isDamage(error) ? new ReleaseDamaged(reasonOf(error), { cause: error }) : null;
}

/** The name of the damaged file within the release. */
export type SeasonFile = SeasonKey & { readonly dataSet: DataSetName };

export function damagedFile({ dataSet, sport, season }: SeasonFile, what: string, cause?: unknown): ReleaseDamaged {
  return new ReleaseDamaged(`the file of ${dataSet} of ${sport} ${season} is damaged: ${what}`, { cause });
}
