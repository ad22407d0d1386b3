/**
 * Files what an older release has received under the club that played [D-46]: to it, Utah and the Coyotes of Arizona were one
 * team. An import and a publish do this first; when there is nothing to move it is two queries by index.
 */
import type { Transaction } from "kysely";
import { tablesOf } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import { pairOf } from "../domain/pairs.ts";
import { seasonOf } from "../domain/seasons.ts";
import { slateDate } from "../domain/slate-date.ts";
import type { Sport } from "../domain/sports.ts";
import { allTeamsOf } from "../domain/teams/registry.ts";
import { clubOfSeason, succeedingClubs } from "../domain/teams/successions.ts";
import type { GameRecord } from "../feed/records.ts";
import { type EventRow, isGoodEvent, isGoodRecord, withEventChecksum, withRecordChecksum } from "./checksums.ts";
import type { LedgerTables } from "./tables.ts";

/** Moves records and events, which count as changed in that import from then on; how many there were. */
export async function moveClubs(connection: Transaction<AnyTables>, importId: number): Promise<number> {
  let moved = 0;
  for (const { sport, clubs } of succeedingClubs()) {
    const opponents = allTeamsOf(sport).map(({ abbreviation }) => abbreviation);
    const pairs = clubs.flatMap((home) => opponents.map((away) => pairOf({ sport, home, away })));
    moved += await moveRecords(connection, pairs, importId);
    moved += await moveEvents(connection, pairs, importId);
  }
  return moved;
}

type Pairs = readonly ReturnType<typeof pairOf>[];
type Sides = { readonly home: string; readonly away: string };

/** The sides that played; null where they are those that are stated. A damaged row is left as it is, and named later. */
function movedSides(sport: Sport, season: number, { home, away }: Sides): Sides | null {
  const sides = { home: clubOfSeason(sport, home, season), away: clubOfSeason(sport, away, season) };
  return sides.home === home && sides.away === away ? null : sides;
}

async function moveRecords(connection: Transaction<AnyTables>, pairs: Pairs, importId: number): Promise<number> {
  const ledger = tablesOf<LedgerTables>(connection);
  const rows = await ledger.selectFrom("ledger_records").selectAll().where("pair", "in", pairs).execute();
  let moved = 0;
  for (const row of rows.filter((each) => each.kind === "game" && isGoodRecord(each))) {
    const record = JSON.parse(row.body) as GameRecord;
    const sides = movedSides(record.sport, record.season, record);
    if (sides === null) continue;
    const body = JSON.stringify({ ...record, ...sides });
    const pair = pairOf({ sport: record.sport, ...sides });
    await ledger
      .updateTable("ledger_records")
      .set(withRecordChecksum({ ...row, body, pair, changed_in: importId }))
      .where("kind", "=", "game")
      .where("provider", "=", row.provider)
      .where("record_key", "=", row.record_key)
      .execute();
    moved += 1;
  }
  return moved;
}

async function moveEvents(connection: Transaction<AnyTables>, pairs: Pairs, importId: number): Promise<number> {
  const ledger = tablesOf<LedgerTables>(connection);
  // The captures are large, and hardly ever needed.
  const found = await ledger
    .selectFrom("ledger_events")
    .select(["provider", "event_id", "sport", "home", "away", "game_date", "start_ms"])
    .where("pair", "in", pairs)
    .execute();
  let moved = 0;
  for (const event of found) {
    const date = event.game_date ?? (event.start_ms === null ? null : slateDate(event.start_ms));
    const sport = event.sport as Sport;
    const sides = date === null ? null : movedSides(sport, seasonOf(sport, date), event);
    if (sides !== null && (await moveEvent(connection, event, sides, importId))) moved += 1;
  }
  return moved;
}

/** Whether the event was moved: one that is damaged, or that the ledger has under the right club already, stays. */
async function moveEvent(
  connection: Transaction<AnyTables>,
  { provider, event_id, sport, home, away }: Pick<EventRow, "provider" | "event_id" | "sport" | "home" | "away">,
  sides: Sides,
  importId: number,
): Promise<boolean> {
  const ledger = tablesOf<LedgerTables>(connection);
  const key = { provider, event_id, sport, home, away };
  const eventAt = (at: typeof key) =>
    ledger
      .selectFrom("ledger_events")
      .selectAll()
      .where((each) => each.and(at))
      .executeTakeFirst();
  const row = await eventAt(key);
  if (row === undefined || !isGoodEvent(row) || (await eventAt({ ...key, ...sides })) !== undefined) return false;
  const pair = pairOf({ sport, ...sides });
  await ledger
    .updateTable("ledger_events")
    .set(withEventChecksum({ ...row, ...sides, pair, changed_in: importId }))
    .where((each) => each.and(key))
    .execute();
  return true;
}
