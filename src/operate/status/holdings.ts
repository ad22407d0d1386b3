/** Tells whether there is something to publish, and which sports lack results or odds. */

import { type Database, tablesOf } from "../../database/engine.ts";
import { isWitness } from "../../domain/providers.ts";
import { type Sport, sports } from "../../domain/sports.ts";
import { lastImportId } from "../../ledger/read.ts";
import type { LedgerTables } from "../../ledger/tables.ts";
import type { ReleaseTables } from "../../release/tables.ts";

export type Holdings = {
  /** Sports of which the ledger has a final game. */
  readonly withResults: readonly Sport[];
  /** Sports of which the ledger has captures. */
  readonly withOdds: readonly Sport[];
  /** Whether something was imported that no publish has seen. */
  readonly hasNews: boolean;
};

export async function holdingsOf({ kysely }: Database): Promise<Holdings> {
  const ledger = tablesOf<LedgerTables>(kysely);
  const results = await ledger
    .selectFrom("ledger_records")
    .select(["sport", "provider"])
    .distinct()
    .where("kind", "=", "game")
    .where("body", "like", '%"status":"final"%')
    .execute();
  const odds = await ledger.selectFrom("ledger_events").select("sport").distinct().execute();
  const revision = await tablesOf<ReleaseTables>(kysely)
    .selectFrom("releases")
    .select(({ fn }) => fn.max<number | null>("import_id").as("seen"))
    .executeTakeFirst();
  const amongThem = (rows: readonly { readonly sport: string | null }[]): Sport[] =>
    sports.filter((sport) => rows.some((row) => row.sport === sport));
  return {
    withResults: amongThem(results.filter((row) => !isWitness(row))),
    withOdds: amongThem(odds),
    hasNews: (await lastImportId(ledger)) > (revision?.seen ?? 0),
  };
}
