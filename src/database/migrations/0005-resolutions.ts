/** An operator's decision whose final score a game takes, when its providers disagree. */
import type { Kysely } from "kysely";
import type { AnyTables } from "../names.ts";

export async function up(kysely: Kysely<AnyTables>): Promise<void> {
  await kysely.schema
    .createTable("ledger_resolutions")
    .addColumn("game_id", "text", (id) => id.primaryKey())
    // The record whose score counts, as in `ledger_records`.
    .addColumn("provider", "text", (provider) => provider.notNull())
    .addColumn("record_key", "text", (key) => key.notNull())
    // The scores that this record stated when the decision was made, or was last followed.
    .addColumn("stated", "text", (stated) => stated.notNull())
    // 1 when the decision gave the game its id, because it had not been published yet.
    .addColumn("gave_id", "integer", (gave) => gave.notNull())
    .addColumn("decided_at", "text", (at) => at.notNull())
    .execute();
}
