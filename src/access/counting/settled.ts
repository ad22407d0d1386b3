/**
 * Requests that were counted on SQLite less than a second ago are in the journal alone. Code that reads or changes an account's use
 * goes through this file first, so that nobody sees less than was counted. On PostgreSQL the rows are always complete.
 */
import { realpathSync } from "node:fs";
import { type Kysely, sql } from "kysely";
import { type Database, tablesOf, writeTransaction } from "../../database/engine.ts";
import type { AccessTables } from "../tables.ts";
import { entriesBeside, nothing } from "./journal.ts";
import type { JournalEntry, ReadEntries } from "./journal-entries.ts";
import { foldUse } from "./unfolded.ts";

/** SQLite takes a few thousand values in a statement; an entry has four. */
const mostAtOnce = 500;

/** Runs a writer of the accounts, as `writeTransaction` does, which finds in the tables all that was counted. */
export function accountsTransaction<Result>(
  database: Database,
  work: (connection: Parameters<Parameters<typeof writeTransaction<Result>>[1]>[0]) => Promise<Result>,
): Promise<Result> {
  return writeTransaction(database, async (connection) => {
    const access = tablesOf<AccessTables>(connection);
    const { entries } = await journalOf(database, access);
    await addEntries(access, entries);
    return work(connection);
  });
}

/**
 * Makes all that was counted so far visible to queries on this database. Where it may only be read, it is shown as if the
 * table had it. It is for reading only: code that decides by what it reads uses `accountsTransaction`.
 */
export async function settle(database: Database): Promise<void> {
  const access = tablesOf<AccessTables>(database.kysely);
  const entries = await newEntries(database, access);
  if (entries.length === 0) return;
  if (!database.mayWrite) return show(access, entries);
  try {
    await accountsTransaction(database, (connection) => foldUse(tablesOf<AccessTables>(connection)));
  } catch {
    // Somebody else is writing. Then what is read is a second old at most, and that is better than nothing.
  }
}

/** Returns the entries of the journal that the table does not have. */
export async function newEntries(
  database: Pick<Database, "engine" | "url">,
  access: Kysely<AccessTables>,
): Promise<readonly JournalEntry[]> {
  // The journal is read before the table: what leaves it meanwhile is in the table by then.
  const { entries } = await journalOf(database, access);
  return missingIn(access, entries);
}

async function missingIn(
  access: Kysely<AccessTables>,
  entries: readonly JournalEntry[],
): Promise<readonly JournalEntry[]> {
  if (entries.length === 0) return [];
  const last = await access
    .selectFrom("request_log as log")
    .select(({ fn }) => fn.max<number | null>("log.entry").as("entry"))
    .executeTakeFirst();
  return entries.filter(({ entry }) => entry > (last?.entry ?? 0));
}

/** How many entries of the journal have a wrong checksum, apart from a last one that was written in part. */
export async function damagedEntries(database: Database, access: Kysely<AccessTables>): Promise<number> {
  return (await journalOf(database, access)).damaged;
}

async function journalOf(
  { engine, url }: Pick<Database, "engine" | "url">,
  access: Kysely<AccessTables>,
): Promise<ReadEntries> {
  if (engine !== "sqlite" || url === ":memory:") return nothing;
  const owner = await access.selectFrom("request_log_file").select("file_id").executeTakeFirst();
  return owner === undefined ? nothing : entriesBeside(realpathSync(url), owner.file_id);
}

/** Adds those of these entries to the table that it does not have. The caller must hold the write lock. */
export async function addEntries(access: Kysely<AccessTables>, entries: readonly JournalEntry[]): Promise<void> {
  const rows = (await missingIn(access, entries)).map(({ entry, keyId, atMs, requests }) => ({
    entry,
    key_id: keyId,
    at_ms: atMs,
    requests,
  }));
  for (let from = 0; from < rows.length; from += mostAtOnce) {
    await access
      .insertInto("request_log")
      .values(rows.slice(from, from + mostAtOnce))
      .execute();
  }
}

/**
 * Puts entries before a connection that may only read. SQLite lets it make temporary tables, and looks for a name among
 * those first.
 */
async function show(access: Kysely<AccessTables>, entries: readonly JournalEntry[]): Promise<void> {
  await sql`create temporary table if not exists journal_entries (entry, key_id, at_ms, requests)`.execute(access);
  for (const { entry, keyId, atMs, requests } of entries) {
    await sql`insert into journal_entries values (${entry}, ${keyId}, ${atMs}, ${requests})`.execute(access);
  }
  await sql`create temporary view if not exists request_log as
    select entry, key_id, at_ms, requests from main.request_log
    union all select entry, key_id, at_ms, requests from journal_entries
      where entry > (select coalesce(max(entry), 0) from main.request_log)`.execute(access);
}
