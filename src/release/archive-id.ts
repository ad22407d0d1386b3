/** The name of an archive, by which callers' caches tell it from any other. */
import { randomUUID } from "node:crypto";
import { type Database, tablesOf } from "../database/engine.ts";
import type { ReleaseTables } from "./tables.ts";

/**
 * Gives the archive another name. An archive that was brought back goes on from an earlier revision, and callers
 * must not take its next one for the revision of the same number that they have in their caches.
 */
export async function renewArchiveId({ kysely }: Database): Promise<void> {
  await tablesOf<ReleaseTables>(kysely).updateTable("archive_identity").set({ archive_id: randomUUID() }).execute();
}
