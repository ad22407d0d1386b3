/** The error for archive rows that are not as they were written, and how it is told from other errors. */
import { DatabaseError, isDamage, reasonOf } from "../database/database-error.ts";

/** The message says in one line what is damaged. */
export class ArchiveDamaged extends DatabaseError {}

/** The advice to operators that every message of damage ends with. */
export const damageAdvice =
  "gradeline check lists all that is wrong, gradeline publish --all writes the archive anew from the ledger";

/** The error for a damaged table of contents: without it no season can be answered for. */
export function archiveDamaged(what: string): ArchiveDamaged {
  return new ArchiveDamaged(`the archive is damaged: ${what}; ${damageAdvice}`);
}

/** Null when the error says nothing of damage. */
export function asDamage(error: unknown): ArchiveDamaged | null {
  if (error instanceof ArchiveDamaged) return error;
  return isDamage(error) ? new ArchiveDamaged(reasonOf(error), { cause: error }) : null;
}
