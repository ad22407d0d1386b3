/** Copies the accounts with everything that was counted, including what is in the journal alone. */
import { type Kysely, sql } from "kysely";
import { changeCopy, copyPart } from "../../database/copy.ts";
import { type Database, tablesOf } from "../../database/engine.ts";
import { readPart } from "../../database/read-only.ts";
import type { AccessTables } from "../tables.ts";
import type { JournalEntry } from "./journal-entries.ts";
import { addEntries, newEntries } from "./settled.ts";
import { foldUse } from "./unfolded.ts";

/**
 * Copies the accounts of an SQLite database while others count in them. The copy has every request that was counted
 * before the copying began.
 * @param target the DATABASE_URL of the copy.
 * @param file the file in which the copy's accounts are.
 */
export async function copyAccounts(url: string, target: string, file: string): Promise<void> {
  // The journal is read first: what leaves it meanwhile is in the tables, which are copied after that.
  const entries = await readPart(url, "access", entriesOf, { mustBeCurrent: false });
  await copyPart(url, "access", file);
  if (entries === null) return;
  await changeCopy(target, "access", async ({ kysely }) => {
    const access = tablesOf<AccessTables>(kysely);
    await addEntries(access, entries);
    await foldUse(access);
    // A journal that lies where the copy is put one day belongs to the file that was there before.
    await sql`update request_log_file set file_id = lower(hex(randomblob(16)))`.execute(access);
  });
}

/** Returns null when the file is of an earlier version, which had no journal. */
async function entriesOf(database: Database): Promise<readonly JournalEntry[] | null> {
  const access = tablesOf<AccessTables>(database.kysely);
  return (await hasJournal(access)) ? newEntries(database, access) : null;
}

async function hasJournal(access: Kysely<AccessTables>): Promise<boolean> {
  const { rows } = await sql`select 1 from sqlite_schema where name = 'request_log_file'`.execute(access);
  return rows.length > 0;
}
