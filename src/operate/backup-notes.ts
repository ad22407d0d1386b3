/**
 * When the last backup was made, and when one was last restored and read. Of an embedded database the folder of the backups says so; of
 * PostgreSQL whoever did it notes it.
 */
import { globSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Database, tablesOf, writeTransaction } from "../database/engine.ts";

type NoteTables = { backup_notes: { what: string; noted_at: string; about: string } };

export type NotedThing = "made" | "tried";

export type BackupTimes = {
  /** Epoch milliseconds; null: never. */
  readonly madeMs: number | null;
  readonly triedMs: number | null;
};

/** By the files `manifest.json`, which is written last, and `tried`, which a trial that went well leaves. @param folder of backups; null: nobody names one. */
export function readBackupFolder(folder: string | null): BackupTimes {
  if (folder === null) return { madeMs: null, triedMs: null };
  const newest = (name: string): number | null => {
    const times = globSync(join("*Z", name), { cwd: folder }).map((path) => statSync(join(folder, path)).mtimeMs);
    return times.length === 0 ? null : Math.max(...times);
  };
  return { madeMs: newest("manifest.json"), triedMs: newest("tried") };
}

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
