/** A standby of PostgreSQL answers readers, and refuses everybody who writes; Gradeline counts every request by writing. */
import { type Kysely, sql } from "kysely";
import { DatabaseError, withoutPassword } from "./database-error.ts";
import type { AnyTables } from "./names.ts";

export async function isStandby(kysely: Kysely<AnyTables>): Promise<boolean> {
  const { rows } = await sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(kysely);
  return rows[0]?.standby === true;
}

/** One sentence: the start is refused with it, and `gradeline doctor` says it. */
export function standbySentence(url: string): string {
  return `the database ${withoutPassword(url)} is a standby, which nobody can write to: DATABASE_URL must name the primary, or a proxy that leads to it`;
}

/** @throws DatabaseError before anything is read or written there. */
export async function refuseStandby(kysely: Kysely<AnyTables>, url: string): Promise<void> {
  if (await isStandby(kysely)) throw new DatabaseError(standbySentence(url));
}
