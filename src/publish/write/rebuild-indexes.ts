/** Prepares the archive for a comparison of every game: its indexes are built anew. */
import { sql, type Transaction } from "kysely";
import { DatabaseError, reasonOf } from "../../database/database-error.ts";
import type { Database } from "../../database/engine.ts";
import type { AnyTables } from "../../database/names.ts";

const tables = ["archive_seasons", "archive_teams", "archive_games"] as const;

export async function rebuildIndexes({ engine, url }: Database, connection: Transaction<AnyTables>): Promise<void> {
  // A damaged row is not found by a key that its index still has, and could not be replaced.
  if (engine !== "sqlite") return;
  for (const table of tables) {
    await sql`reindex ${sql.table(table)}`.execute(connection).catch((cause) => {
      const why = `the table ${table} of ${url} is damaged beyond mending: ${reasonOf(cause)}`;
      throw new DatabaseError(`${why}; restore a backup`, { cause });
    });
  }
}
