/** The servers that answer from one PostgreSQL, each of which says that it is there, and the notes of backups that others make of it. */
import type { Kysely } from "kysely";
import type { AnyTables, ColumnTypes } from "../names.ts";

export async function up({ schema }: Kysely<AnyTables>, types: ColumnTypes): Promise<void> {
  await schema
    .createTable("nodes")
    .addColumn("node_id", "text", (id) => id.primaryKey())
    .addColumn("host", "text", (host) => host.notNull())
    .addColumn("version", "text", (version) => version.notNull())
    // A fingerprint of SESSION_SECRET, from which the secret cannot be computed; null where the setting says nothing.
    .addColumn("secret_fingerprint", "text")
    .addColumn("most_connections", "integer", (connections) => connections.notNull())
    .addColumn("started_ms", types.bigInteger, (started) => started.notNull())
    // By the clock of the database, which all nodes share.
    .addColumn("seen_ms", types.bigInteger, (seen) => seen.notNull())
    .execute();
  await schema
    .createTable("backup_notes")
    // "made" or "tried".
    .addColumn("what", "text", (what) => what.primaryKey())
    // ISO 8601 UTC.
    .addColumn("noted_at", "text", (at) => at.notNull())
    .addColumn("about", "text", (about) => about.notNull())
    .execute();
}
