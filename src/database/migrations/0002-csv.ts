/** Rows rendered as CSV too, and a name for the archive, so that two databases never share an ETag. */
import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { AnyTables } from "../names.ts";

export async function up(kysely: Kysely<AnyTables>): Promise<void> {
  // Empty until the row is published again.
  for (const table of ["archive_games", "archive_odds"]) {
    await kysely.schema
      .alterTable(table)
      .addColumn("csv", "text", (csv) => csv.notNull().defaultTo(""))
      .execute();
  }
  // As if no import had been seen: the next publish goes through every game, and finds its CSV missing.
  await sql`update archive_revisions set import_id = 0
    where revision = (select max(revision) from archive_revisions)`.execute(kysely);

  await kysely.schema
    .createTable("archive_identity")
    .addColumn("archive_id", "text", (id) => id.primaryKey())
    .execute();
  await sql`insert into archive_identity (archive_id) values (${randomUUID()})`.execute(kysely);
}
