/** When lines were last captured, and which games are about to start, by what the ledger's events say. */
import type { Kysely } from "kysely";
import { tablesOf } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import { type Sport, sports } from "../domain/sports.ts";
import type { LedgerTables } from "./tables.ts";

/**
 * The time of each sport's last capture, in epoch milliseconds; a sport without captures is missing. It reads one entry of an
 * index for each sport. Captures whose provider does not say when it saw the game are not counted.
 */
export async function readLastCaptures(connection: Kysely<AnyTables>): Promise<ReadonlyMap<Sport, number>> {
  const last = new Map<Sport, number>();
  for (const sport of sports) {
    const row = await tablesOf<LedgerTables>(connection)
      .selectFrom("ledger_events")
      .where("sport", "=", sport)
      .select(({ fn }) => fn.max<number | null>("seen_ms").as("last_ms"))
      .executeTakeFirst();
    const lastMs = row?.last_ms ?? null;
    if (lastMs !== null) last.set(sport, lastMs);
  }
  return last;
}

/**
 * How many games of each sport start after one time and no later than another, both in epoch milliseconds. Several
 * providers' events of the same two teams are one game.
 */
export async function countStarts(
  connection: Kysely<AnyTables>,
  { afterMs, untilMs }: { readonly afterMs: number; readonly untilMs: number },
): Promise<ReadonlyMap<string, number>> {
  const rows = await tablesOf<LedgerTables>(connection)
    .selectFrom("ledger_events")
    .where("start_ms", ">", afterMs)
    .where("start_ms", "<=", untilMs)
    .select(["sport", "pair"])
    .distinct()
    .execute();
  return new Map([...Map.groupBy(rows, ({ sport }) => sport)].map(([sport, games]) => [sport, games.length]));
}
