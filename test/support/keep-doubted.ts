/** Decides to keep every doubted quote of some games, for tests whose quotes are made up to show something else. */
import { type Database, tablesOf } from "../../src/database/engine.ts";
import { doubtNames } from "../../src/domain/doubt-names.ts";
import { keepRule } from "../../src/ledger/doubt-decisions.ts";
import type { LedgerTables } from "../../src/ledger/tables.ts";

export async function keepDoubted(database: Database, ...gameIds: readonly string[]): Promise<void> {
  const tables = tablesOf<LedgerTables>(database.kysely);
  for (const gameId of gameIds) {
    for (const rule of doubtNames) {
      if (rule !== "dropped") await keepRule(tables, gameId, rule, "2025-01-01T00:00:00.000Z");
    }
  }
}
