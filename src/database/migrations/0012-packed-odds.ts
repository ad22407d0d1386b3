/**
 * The odds rows of a game become one value of its row. The rows of `archive_odds` stay, and are served, until the next
 * publish goes through every game and packs them: only a publish has a ledger to compare them with.
 */
import type { Kysely } from "kysely";
import type { AnyTables, ColumnTypes } from "../names.ts";

export async function up({ schema }: Kysely<AnyTables>, types: ColumnTypes): Promise<void> {
  const columns = { odds: types.bytes, odds_checksum: "text", odds_rows: "integer" } as const;
  for (const [name, type] of Object.entries(columns)) {
    await schema.alterTable("archive_games").addColumn(name, type).execute();
  }
  // Counts are read from here, since the column itself is behind the large values of its row.
  await schema
    .createIndex("archive_games_by_odds_rows")
    .on("archive_games")
    .columns(["sport", "season", "odds_rows", "start_ms", "game_id"])
    .execute();
}
