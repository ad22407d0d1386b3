/** Decides to keep every doubted quote of some games, for tests whose quotes are made up to show something else. */
import { type Database, tablesOf } from "../../src/database/engine.ts";
import { doubtNames } from "../../src/domain/doubt-names.ts";
import { gameId } from "../../src/domain/game-ids.ts";
import type { FeedRecord } from "../../src/feed/records.ts";
import { insertDoubtDecisions, keptRule } from "../../src/ledger/decisions.ts";
import { dateOfGame } from "../../src/ledger/records.ts";
import type { LedgerTables } from "../../src/ledger/tables.ts";

export async function keepDoubted(database: Database, ...gameIds: readonly string[]): Promise<void> {
  const tables = tablesOf<LedgerTables>(database.kysely);
  const decisions = gameIds.flatMap((id) =>
    doubtNames.filter((rule) => rule !== "dropped").map((rule) => keptRule(id, rule, "2025-01-01T00:00:00.000Z")),
  );
  await insertDoubtDecisions(tables, decisions);
}

/** The same of all games among some records. */
export async function keepDoubtedOf(database: Database, records: readonly FeedRecord[]): Promise<void> {
  const ids = records.flatMap((record) => {
    const gameDate = record.type === "game" ? dateOfGame(record) : null;
    if (record.type !== "game" || gameDate === null) return [];
    const { sport, away, home } = record;
    return [1, 2].map((gameNumber) => gameId({ sport, gameDate, away, home, gameNumber }));
  });
  await keepDoubted(database, ...ids);
}
