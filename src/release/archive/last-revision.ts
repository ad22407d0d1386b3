/** The last revision of any version's database, also of one whose tables are not brought up to date. */
import type { Kysely } from "kysely";
import { tablesOf } from "../../database/engine.ts";
import type { AnyTables } from "../../database/names.ts";
import type { ReleaseTables } from "../tables.ts";
import type { ArchiveTables } from "./archive-tables.ts";

/** Null before the first publish. */
export async function readAnyRevision(connection: Kysely<AnyTables>): Promise<number | null> {
  const there = new Set((await connection.introspection.getTables()).map(({ name }) => name));
  const tables = tablesOf<ArchiveTables & ReleaseTables>(connection);
  for (const table of ["releases", "archive_revisions"] as const) {
    if (!there.has(table)) continue;
    const found = await tables
      .selectFrom(table)
      .select(({ fn }) => fn.max<number | null>("revision").as("revision"))
      .executeTakeFirst();
    if (found?.revision !== null && found !== undefined) return found.revision;
  }
  return null;
}
