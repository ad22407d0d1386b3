/** The games that the ledger has of some pairs of teams, as far as they are believed. */
import type { Kysely } from "kysely";
import { type PairKey, pairOf } from "../domain/pairs.ts";
import type { GameRecord } from "../feed/records.ts";
import type { PricedEvent } from "../ledger/events.ts";
import { readGameRecords, readPricedEvents } from "../ledger/read.ts";
import type { LedgerTables } from "../ledger/tables.ts";
import type { SoundLedger } from "./grade/sound-ledger.ts";
import { assembleGames, type LedgerGame } from "./match/assemble.ts";

type LedgerGames = {
  readonly games: readonly LedgerGame<PricedEvent>[];
  /** The records that are not believed. */
  readonly unsound: readonly GameRecord[];
  /** A sentence for each record and each start of an event that is not believed. */
  readonly leftOut: readonly string[];
};

export async function readLedgerGames(
  ledger: Kysely<LedgerTables>,
  pairs: readonly PairKey[],
  sound: SoundLedger,
): Promise<LedgerGames> {
  const records = sound.games(await readGameRecords(ledger, pairs));
  const events = sound.events(await readPricedEvents(ledger, pairs));
  const recordsOf = Map.groupBy(records.sound, pairOf);
  const eventsOf = Map.groupBy(events.sound, (event) => event.pair);
  return {
    games: pairs.flatMap((pair) => assembleGames(recordsOf.get(pair) ?? [], eventsOf.get(pair) ?? [])),
    unsound: records.unsound,
    leftOut: [...records.leftOut, ...events.leftOut],
  };
}
