/**
 * The quotes of a game that a rule doubts, and what somebody decided of doubts. Both are new: an archive of before has no
 * doubts until the next publish, which goes through every game.
 */
import type { Kysely } from "kysely";
import type { AnyTables } from "../names.ts";

export async function up({ schema }: Kysely<AnyTables>): Promise<void> {
  await schema.alterTable("archive_games").addColumn("doubts", "text").execute();
  await schema
    .createTable("ledger_doubt_decisions")
    .addColumn("game_id", "text", (column) => column.notNull())
    // The rule whose doubts of the game are settled: `dropped` is a book's quotes that are not believed.
    .addColumn("rule", "text", (column) => column.notNull())
    // The slug of the book that is dropped; empty for a rule that is kept out of the game.
    .addColumn("book", "text", (column) => column.notNull())
    .addColumn("decided_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("ledger_doubt_decisions_pk", ["game_id", "rule", "book"])
    .execute();
}
