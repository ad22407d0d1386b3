/** The games that the ledger has of some pairs of teams. */
import type { Kysely } from "kysely";
import { type PairKey, pairOf } from "../domain/pairs.ts";
import type { PricedEvent } from "../ledger/events.ts";
import { readGameRecords, readPricedEvents } from "../ledger/read.ts";
import type { LedgerTables } from "../ledger/tables.ts";
import { assembleGames, type LedgerGame } from "./match/assemble.ts";

export async function readLedgerGames(
  ledger: Kysely<LedgerTables>,
  pairs: readonly PairKey[],
): Promise<LedgerGame<PricedEvent>[]> {
  const recordsOf = Map.groupBy(await readGameRecords(ledger, pairs), pairOf);
  const eventsOf = Map.groupBy(await readPricedEvents(ledger, pairs), (event) => event.pair);
  return pairs.flatMap((pair) => assembleGames(recordsOf.get(pair) ?? [], eventsOf.get(pair) ?? []));
}
