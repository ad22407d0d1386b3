/** When the archive was last published, for whoever watches that it is. */
import type { Kysely } from "kysely";
import { tablesOf } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import type { RevisionRow } from "./contents.ts";
import type { ArchiveTables } from "./tables.ts";

export type LastPublish = {
  readonly revision: number;
  /** Epoch milliseconds. */
  readonly publishedMs: number;
};

/** Null before the first publish. */
export async function readLastPublish(connection: Kysely<AnyTables>): Promise<LastPublish | null> {
  const row = await tablesOf<ArchiveTables>(connection)
    .selectFrom("archive_revisions")
    .select(["revision", "published_at"])
    .orderBy("revision", "desc")
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : { revision: row.revision, publishedMs: Date.parse(row.published_at) };
}

/** The row of the newest revision; undefined before the first publish. */
export function readLastRevision(connection: Kysely<AnyTables>): Promise<RevisionRow | undefined> {
  return tablesOf<ArchiveTables>(connection)
    .selectFrom("archive_revisions")
    .selectAll()
    .orderBy("revision", "desc")
    .limit(1)
    .executeTakeFirst();
}
