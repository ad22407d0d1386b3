/**
 * Numbers of changes, so that a page of them is read by its numbers and a change that is lost is missed, and a short row
 * for each revision beside its long report. Changes of before have no numbers: callers are told from the next revision on.
 */
import type { Kysely } from "kysely";
import type { AnyTables } from "../names.ts";

export async function up(kysely: Kysely<AnyTables>): Promise<void> {
  const { schema } = kysely;
  // Among all changes, and among those of its sport, from 1 on, in the order of revision and game id.
  for (const column of ["position", "sport_position"])
    await schema.alterTable("archive_changes").addColumn(column, "integer").execute();
  await schema.alterTable("archive_changes").addColumn("checksum", "text").execute();
  for (const columns of [["position"], ["sport", "sport_position"]]) {
    await schema
      .createIndex(`archive_changes_by_${columns.join("_")}`)
      .on("archive_changes")
      .columns(columns)
      .execute();
  }
  await schema
    .createTable("archive_summaries")
    .addColumn("revision", "integer", (revision) => revision.primaryKey())
    .addColumn("published_at", "text", (at) => at.notNull())
    // Every change after this revision is kept, up to the row's own.
    .addColumn("kept_since", "integer", (since) => since.notNull())
    .addColumn("body", "text", (body) => body.notNull())
    // Null in the rows that are made here.
    .addColumn("checksum", "text")
    .execute();
  const revisions = await kysely
    .selectFrom("archive_revisions")
    .select(["revision", "published_at"])
    .orderBy("revision")
    .execute();
  // One at a time, because a report may have megabytes.
  for (const { revision, published_at } of revisions) {
    const row = await kysely
      .selectFrom("archive_revisions")
      .select("report")
      .where("revision", "=", revision)
      .executeTakeFirstOrThrow();
    const counts = { added: null, changed: null, removed: null, odds_rows: oddsRowsIn(String(row.report)) };
    const body = JSON.stringify({ ...counts, seasons: null, ends: {} });
    await kysely
      .insertInto("archive_summaries")
      .values({ revision, published_at, kept_since: revision, body, checksum: null })
      .execute();
  }
}

/** Null where the report does not say, or cannot be read. */
function oddsRowsIn(report: string): number | null {
  try {
    const { odds_rows: rows } = JSON.parse(report) as { readonly odds_rows?: unknown };
    return typeof rows === "number" ? rows : null;
  } catch {
    return null;
  }
}
