/** Rows that are not as they were written: what cannot be answered because of them, and how it is told from other trouble. */
import { DatabaseError, isDamage, reasonOf } from "../database/database-error.ts";

/** The message says in one line what is damaged. */
export class ArchiveDamaged extends DatabaseError {}

/** What an operator can do about it. */
export const damageAdvice =
  "gradeline check lists all that is wrong, gradeline publish --all writes the archive anew from the ledger";

/** Of what says which seasons there should be: without it nothing can be said of any. */
export function archiveDamaged(what: string): ArchiveDamaged {
  return new ArchiveDamaged(`the archive is damaged: ${what}; ${damageAdvice}`);
}

/** Null when the error says nothing of damage. */
export function asDamage(error: unknown): ArchiveDamaged | null {
  if (error instanceof ArchiveDamaged) return error;
  return isDamage(error) ? new ArchiveDamaged(reasonOf(error), { cause: error }) : null;
}
