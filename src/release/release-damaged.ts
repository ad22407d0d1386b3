/** The error for a file of a release that is not as it was written. */
import type { DataSetName } from "../contract/release/data-sets.ts";
import type { SeasonKey } from "../domain/seasons.ts";

/** Which of a release's files it is. */
export type SeasonFile = SeasonKey & { readonly dataSet: DataSetName };

/** The message says in one line which file is damaged, and by what it shows. */
export class ReleaseDamaged extends Error {
  constructor({ dataSet, sport, season }: SeasonFile, what: string, options?: ErrorOptions) {
    super(`the file of ${dataSet} of ${sport} ${season} is damaged: ${what}`, options);
  }
}
