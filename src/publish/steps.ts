/** Which pairs of teams a publish goes through, and which of them together. */
import type { Transaction } from "kysely";
import type { ArchiveTables } from "../archive/tables.ts";
import { tablesOf } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import type { PairKey } from "../domain/pairs.ts";
import { changedPairs } from "../ledger/read.ts";
import type { LedgerTables } from "../ledger/tables.ts";

/** Pairs of teams that are read and built together: bounds the memory, and what the garbage collector has to move. */
const pairsPerStep = 30;

/** The steps of a publish that does all pairs again. */
export async function stepsOfAll(connection: Transaction<AnyTables>): Promise<PairKey[][]> {
  return stepsOf(await allPairs(connection), await linkedPairs(connection));
}

/** The steps of a publish that does the pairs of which something came in after an import. */
export async function stepsAfter(connection: Transaction<AnyTables>, importId: number): Promise<PairKey[][]> {
  const changed = await changedPairs(tablesOf<LedgerTables>(connection), importId);
  return stepsOf(changed, await linkedPairs(connection));
}

/** The pairs in the order of their steps. Those that share a game are in the same step, or there is none of them to do. */
function stepsOf(pairs: readonly PairKey[], linked: ReadonlySet<PairKey>): PairKey[][] {
  const apart = pairs.filter((pair) => !linked.has(pair)).sort();
  const steps = apart.length === pairs.length ? [] : [[...linked].sort()];
  for (let from = 0; from < apart.length; from += pairsPerStep) steps.push(apart.slice(from, from + pairsPerStep));
  return steps;
}

/**
 * Pairs that share a game: a record of a published game has other teams now (a team was renamed or corrected), or the
 * records of one game have different ones. There are hardly ever any.
 */
async function linkedPairs(connection: Transaction<AnyTables>): Promise<Set<PairKey>> {
  const spoken = tablesOf<ArchiveTables & LedgerTables>(connection)
    .selectFrom("ledger_identities as identity")
    .innerJoin("ledger_records as record", (join) =>
      join
        .onRef("record.provider", "=", "identity.provider")
        .onRef("record.record_key", "=", "identity.record_key")
        .on("record.kind", "=", "game"),
    )
    .select(["identity.game_id", "record.pair"])
    .unionAll(tablesOf<ArchiveTables>(connection).selectFrom("archive_games").select(["game_id", "pair"]))
    .as("spoken");
  const all = tablesOf<AnyTables>(connection).selectFrom(spoken);
  const shared = await all
    .select("spoken.game_id")
    .groupBy("spoken.game_id")
    .having((row) => row(row.fn.min("spoken.pair"), "<>", row.fn.max("spoken.pair")))
    .execute();
  if (shared.length === 0) return new Set();
  const ids = shared.map((row) => row.game_id);
  const rows = await all.select("spoken.pair").distinct().where("spoken.game_id", "in", ids).execute();
  return new Set(rows.map(({ pair }) => pair as PairKey));
}

async function allPairs(connection: Transaction<AnyTables>): Promise<PairKey[]> {
  const published = await tablesOf<ArchiveTables>(connection)
    .selectFrom("archive_games")
    .select("pair")
    .distinct()
    .execute();
  const known = await changedPairs(tablesOf<LedgerTables>(connection), 0);
  return [...new Set([...known, ...published.map((row) => row.pair)])].sort();
}
