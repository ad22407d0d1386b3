/** The name of an archive, by which callers' caches tell it from any other. */
import { randomUUID } from "node:crypto";
import { type Database, tablesOf } from "../database/engine.ts";
import type { ArchiveTables } from "./tables.ts";

/**
 * Gives the archive another name. An archive that was brought back goes on from an earlier revision, and its next one
 * must not be taken for the one of the same number that callers have in their caches.
 */
export async function renewArchiveId({ kysely }: Database): Promise<void> {
  await tablesOf<ArchiveTables>(kysely).updateTable("archive_identity").set({ archive_id: randomUUID() }).execute();
}
