/** `gradeline backup-note`: what pgBackRest or another program has done is noted in the database, where `gradeline doctor` reads it. */
import type { Config } from "../config/config.ts";
import { engineOf } from "../database/engine.ts";
import { type NotedThing, noteBackup } from "../operate/backup-notes.ts";
import { CommandError } from "./failure.ts";
import { printLines } from "./output/print.ts";
import { withDatabase } from "./with-database.ts";

export async function backupNoteCommand(config: Config, what: NotedThing, about: string): Promise<void> {
  if (engineOf(config.databaseUrl) === "sqlite") {
    throw new CommandError("backup-note is for PostgreSQL: backups of files are found in BACKUP_DIR");
  }
  const at = new Date();
  await withDatabase(config, (database) => noteBackup(database, what, about, at));
  printLines([`noted: a backup was ${what} at ${at.toISOString()}`]);
}
