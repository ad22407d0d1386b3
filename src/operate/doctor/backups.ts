/** How old the last backup is, and the last trial of one: a backup that nobody has restored is a hope. */
import { sql } from "kysely";
import type { Database } from "../../database/engine.ts";
import { readNewestRelease } from "../../release/manifest.ts";
import { type BackupTimes, readBackupNotes } from "../backups/notes.ts";
import { type Finding, ok, warning, wrong } from "./finding.ts";

const name = "backup";
const trialName = "trial of a backup";
const hourMs = 3_600_000;
/** The timer makes one a day, within an hour. */
const lateMs = 26 * hourMs;
const wrongMs = 3 * 24 * hourMs;
const trialWrongMs = 8 * 24 * hourMs;

export type BackupQuestion = {
  /** How a backup is made here. */
  readonly remedy: string;
  /** Whether real games are published: what is invented can be made again. */
  readonly hasGames: boolean;
};

/** Pure. */
export function backupFindings(
  { madeMs, triedMs }: BackupTimes,
  nowMs: number,
  { remedy, hasGames }: BackupQuestion,
): readonly Finding[] {
  const never = (subject: string, sentence: string) => (hasGames ? wrong : warning)(subject, sentence, remedy);
  return [
    madeMs === null
      ? never(name, "no backup is known")
      : aged(name, "the last backup was made", nowMs - madeMs, wrongMs, remedy),
    triedMs === null
      ? never(trialName, "no backup is known to have been restored and read")
      : aged(trialName, "a backup was last restored and read", nowMs - triedMs, trialWrongMs, remedy),
  ];
}

function aged(subject: string, what: string, ageMs: number, mostMs: number, remedy: string): Finding {
  const sentence = `${what} ${ageText(ageMs)} ago`;
  if (ageMs > mostMs) return wrong(subject, sentence, remedy);
  return ageMs > lateMs && subject === name ? warning(subject, sentence, remedy) : ok(subject, sentence);
}

function ageText(ageMs: number): string {
  const hours = Math.max(0, Math.floor(ageMs / hourMs));
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}

const fileRemedy =
  'set BACKUP_DIR, and let gradeline-backup.timer run, or the three lines of docs/operations.md, "Every night"';
const serverRemedy =
  "pgbackrest backup, then gradeline backup-note made; once it was restored and read, gradeline backup-note tried";

/**
 * PostgreSQL's backups are made and noted by others, and it tells itself how the archive of its log goes.
 * @param ofFiles looks for backups of an embedded database.
 */
export async function checkBackups(
  database: Database,
  ofFiles: () => BackupTimes,
  nowMs: number,
): Promise<readonly Finding[]> {
  const newest = await readNewestRelease(database.kysely);
  const hasGames = newest !== null && newest.is_sample === 0;
  if (database.engine === "sqlite") return backupFindings(ofFiles(), nowMs, { remedy: fileRemedy, hasGames });
  const notes = await readBackupNotes(database);
  const findings = backupFindings(notes, nowMs, { remedy: serverRemedy, hasGames });
  return [...findings, await archiveFinding(database.kysely)];
}

type Archiver = { readonly mode: string; readonly archived_ms: number | null; readonly failed_ms: number | null };

async function archiveFinding(kysely: Database["kysely"]): Promise<Finding> {
  const { rows } = await sql<Archiver>`select current_setting('archive_mode') as mode,
      (extract(epoch from last_archived_time) * 1000)::float8 as archived_ms,
      (extract(epoch from last_failed_time) * 1000)::float8 as failed_ms from pg_stat_archiver`.execute(kysely);
  return archiveFindingOf(rows[0] ?? { mode: "off", archived_ms: null, failed_ms: null });
}

/** Pure. */
export function archiveFindingOf({ mode, archived_ms: archivedMs, failed_ms: failedMs }: Archiver): Finding {
  const subject = "archive of the log";
  if (mode === "off") {
    const sentence = "PostgreSQL keeps no log of what was written, so what came after a backup is lost with the disk";
    return warning(subject, sentence, "set up pgBackRest, or another archive of the log");
  }
  if (failedMs !== null && failedMs > (archivedMs ?? 0)) {
    return wrong(
      subject,
      "PostgreSQL could not archive its log the last time",
      "pgbackrest check says why; until then the disk of the primary fills up",
    );
  }
  if (archivedMs === null)
    return warning(
      subject,
      "PostgreSQL has not archived any of its log yet",
      "pgbackrest check archives a piece, and says what is wrong",
    );
  return ok(subject, `PostgreSQL last archived a piece of its log at ${new Date(archivedMs).toISOString()}`);
}
