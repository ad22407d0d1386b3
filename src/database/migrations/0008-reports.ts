/** How every import and publish went, what each publish changed, and which alarms are on. */
import type { Kysely } from "kysely";
import type { AnyTables, ColumnTypes } from "../names.ts";

export async function up(kysely: Kysely<AnyTables>, types: ColumnTypes): Promise<void> {
  const { schema } = kysely;
  await schema
    .createTable("reports")
    .addColumn("report_id", "integer", (id) => id.primaryKey())
    .addColumn("kind", "text", (kind) => kind.notNull())
    .addColumn("source", "text", (source) => source.notNull())
    .addColumn("providers", "text", (providers) => providers.notNull())
    .addColumn("at", "text", (at) => at.notNull())
    .addColumn("duration_ms", "integer", (duration) => duration.notNull())
    .addColumn("outcome", "text", (outcome) => outcome.notNull())
    .addColumn("body", "text", (body) => body.notNull())
    .execute();
  await schema.createIndex("reports_by_kind_report_id").on("reports").columns(["kind", "report_id"]).execute();
  await schema.createIndex("reports_by_at").on("reports").columns(["at"]).execute();
  // The words of all that was refused, held back or left out: many, so they are packed, and forgotten sooner.
  await schema
    .createTable("report_examples")
    .addColumn("report_id", "integer", (id) => id.notNull())
    .addColumn("name", "text", (name) => name.notNull())
    .addColumn("size_bytes", "integer", (size) => size.notNull())
    .addColumn("examples", types.bytes, (examples) => examples.notNull())
    .addPrimaryKeyConstraint("report_examples_key", ["report_id", "name"])
    .execute();

  // The changes of a revision to a game as callers see it. Corrections and the changes of a revision are both told from it.
  await schema
    .createTable("archive_changes")
    .addColumn("revision", "integer", (revision) => revision.notNull())
    .addColumn("game_id", "text", (id) => id.notNull())
    .addColumn("sport", "text", (sport) => sport.notNull())
    .addColumn("season", "integer", (season) => season.notNull())
    .addColumn("published_at", "text", (at) => at.notNull())
    .addColumn("change", "text", (change) => change.notNull())
    // How many published values it replaced or took away; 0 where values only came to be.
    .addColumn("corrected", "integer", (corrected) => corrected.notNull())
    .addColumn("body", "text", (body) => body.notNull())
    .addPrimaryKeyConstraint("archive_changes_key", ["revision", "game_id"])
    .execute();
  await schema.createIndex("archive_changes_by_game_id").on("archive_changes").columns(["game_id"]).execute();
  await schema
    .createIndex("archive_changes_by_corrected_published_at")
    .on("archive_changes")
    .columns(["corrected", "published_at"])
    .execute();

  // The alarms that are on, and those that went off and of which nobody was told yet.
  await schema
    .createTable("publish_alarms")
    .addColumn("rule", "text", (rule) => rule.notNull())
    .addColumn("sport", "text", (sport) => sport.notNull())
    .addColumn("is_on", "integer", (on) => on.notNull())
    .addColumn("since", "text", (since) => since.notNull())
    // When a publish last looked.
    .addColumn("judged_at", "text", (at) => at.notNull())
    .addColumn("count", "integer", (count) => count.notNull())
    .addColumn("example", "text", (example) => example.notNull())
    // Whether the webhook has been told of this state.
    .addColumn("is_told", "integer", (told) => told.notNull())
    .addPrimaryKeyConstraint("publish_alarms_key", ["rule", "sport"])
    .execute();
}
