/** The asker's memory beyond a restart: how the providers were, which answers did not change, and what was paid. */
import type { Kysely } from "kysely";
import type { AnyTables, ColumnTypes } from "../names.ts";

export async function up(kysely: Kysely<AnyTables>, { bigInteger }: ColumnTypes): Promise<void> {
  await kysely.schema
    .createTable("collect_providers")
    .addColumn("provider", "text", (provider) => provider.primaryKey())
    // Times are epoch milliseconds of the collector's clock; 0 where there is none.
    .addColumn("stopped_until_ms", bigInteger, (until) => until.notNull())
    .addColumn("open_until_ms", bigInteger, (until) => until.notNull())
    // Failures since the last success.
    .addColumn("failures", "integer", (failures) => failures.notNull())
    .addColumn("last_success_ms", bigInteger, (at) => at.notNull())
    .addColumn("last_failure_ms", bigInteger, (at) => at.notNull())
    .addColumn("last_failure_reason", "text")
    .addColumn("last_failure_detail", "text")
    .addColumn("requests", bigInteger, (requests) => requests.notNull())
    .addColumn("failures_total", bigInteger, (failures) => failures.notNull())
    .execute();
  await kysely.schema
    .createTable("collect_validators")
    .addColumn("url", "text", (url) => url.primaryKey())
    .addColumn("etag", "text")
    .addColumn("last_modified", "text")
    .addColumn("saved_ms", bigInteger, (at) => at.notNull())
    .execute();
  await kysely.schema
    .createTable("collect_credits")
    .addColumn("provider", "text", (provider) => provider.notNull())
    // A UTC day.
    .addColumn("day", "text", (day) => day.notNull())
    .addColumn("used", "integer", (used) => used.notNull())
    .addColumn("remaining", "integer")
    // The provider's own counter as it stood before the first request of the day.
    .addColumn("counter_start", "integer")
    .addColumn("asked", "integer", (asked) => asked.notNull())
    .addPrimaryKeyConstraint("collect_credits_key", ["provider", "day"])
    .execute();
  await kysely.schema
    .createTable("collect_backfills")
    .addColumn("provider", "text", (provider) => provider.notNull())
    .addColumn("url", "text", (url) => url.notNull())
    .addColumn("had_ms", bigInteger, (at) => at.notNull())
    .addColumn("cost", "integer")
    .addPrimaryKeyConstraint("collect_backfills_key", ["provider", "url"])
    .execute();
}
