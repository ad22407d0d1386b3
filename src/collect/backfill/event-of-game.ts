/** Which event of The Odds API a game is, so that its periods can be asked for by the event's id. */
import { type Database, tablesOf } from "../../database/engine.ts";
import { hourMs } from "../../domain/durations.ts";
import { compareTexts } from "../../ledger/game-records.ts";
import type { LedgerTables } from "../../ledger/tables.ts";
import type { PlayedGame } from "./played-games.ts";

/** The two games of a doubleheader are further apart than half of this. */
const nearestMs = 3 * hourMs;

/** The id of the nearest event between the two teams; null when the ledger has none within hours of the start. */
export async function eventOfGame({ kysely }: Database, { pair, startMs }: PlayedGame): Promise<string | null> {
  const rows = await tablesOf<LedgerTables>(kysely)
    .selectFrom("ledger_events")
    .select(["event_id", "start_ms"])
    .where("provider", "=", "the-odds-api")
    .where("pair", "=", pair)
    .execute();
  const near = rows
    .map((row) => ({ id: row.event_id, distance: Math.abs((row.start_ms ?? Number.NEGATIVE_INFINITY) - startMs) }))
    .filter(({ distance }) => distance <= nearestMs)
    .sort((one, other) => one.distance - other.distance || compareTexts(one.id, other.id));
  return near[0]?.id ?? null;
}
