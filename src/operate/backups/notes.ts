/** When PostgreSQL was last backed up, and when such a backup was last restored and read: whoever did it notes it. */
import { type Database, tablesOf, writeTransaction } from "../../database/engine.ts";

type NoteTables = { backup_notes: { what: string; noted_at: string; about: string } };

export type NotedThing = "made" | "tried";

export type BackupTimes = {
  /** Epoch milliseconds; null: never. */
  readonly madeMs: number | null;
  readonly triedMs: number | null;
};

export async function readBackupNotes({ kysely }: Pick<Database, "kysely">): Promise<BackupTimes> {
  const rows = await tablesOf<NoteTables>(kysely).selectFrom("backup_notes").selectAll().execute();
  const of = (thing: NotedThing): number | null => {
    const at = rows.find(({ what }) => what === thing)?.noted_at;
    return at === undefined ? null : Date.parse(at);
  };
  return { madeMs: of("made"), triedMs: of("tried") };
}

/** @param about what was backed up or tried, in the operator's words. */
export async function noteBackup(database: Database, what: NotedThing, about: string, at: Date): Promise<void> {
  const values = { noted_at: at.toISOString(), about };
  await writeTransaction(database, async (connection) => {
    await tablesOf<NoteTables>(connection)
      .insertInto("backup_notes")
      .values({ what, ...values })
      .onConflict((conflict) => conflict.column("what").doUpdateSet(values))
      .execute();
  });
}
