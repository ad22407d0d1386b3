/** The requests of back-fills whose answers are in the ledger, by their labels. Nobody pays for them twice. */
import { type Database, tablesOf, writeTransaction } from "../../database/engine.ts";
import type { AskTables } from "../asking/tables.ts";

const provider = "the-odds-api";

export async function readHad({ kysely }: Database): Promise<Set<string>> {
  const rows = await tablesOf<AskTables>(kysely)
    .selectFrom("collect_backfills")
    .select("url")
    .where("provider", "=", provider)
    .execute();
  return new Set(rows.map(({ url }) => url));
}

/** @param cost in credits; null: the provider did not say. */
export function noteHad(database: Database, label: string, cost: number | null, nowMs: number): Promise<void> {
  return writeTransaction(database, async (connection) => {
    await tablesOf<AskTables>(connection)
      .insertInto("collect_backfills")
      .values({ provider, url: label, had_ms: nowMs, cost })
      .onConflict((conflict) => conflict.columns(["provider", "url"]).doUpdateSet({ had_ms: nowMs, cost }))
      .execute();
  });
}
