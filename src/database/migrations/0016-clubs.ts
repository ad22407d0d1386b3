/**
 * Files what release 0.1.0 has received of the Coyotes of Arizona under that club [D-46]: to it, they and Utah were one team,
 * under Utah's name. Checksums of rows that change go; the next publish goes through every game and writes them.
 */
import type { Kysely } from "kysely";
import type { AnyTables } from "../names.ts";

/** Before the first season of Utah, which is that of 2025. */
const firstSeason = 2025;
const firstDay = "2024-07-01";

export async function up(kysely: Kysely<AnyTables>): Promise<void> {
  const records = await kysely
    .selectFrom("ledger_records")
    .select(["provider", "record_key", "pair", "body"])
    .where("kind", "=", "game")
    .where("sport", "=", "nhl")
    .where("season", "<", firstSeason)
    .where("pair", "like", "%UTA%")
    .execute();
  for (const { provider, record_key: key, pair, body } of records) {
    // The sides are replaced in the text: a damaged record is no JSON, and is named by the next publish.
    const moved = String(body).replace('"home":"UTA"', '"home":"ARI"').replace('"away":"UTA"', '"away":"ARI"');
    await kysely
      .updateTable("ledger_records")
      .set({ body: moved, pair: movedPair(pair), checksum: null })
      .where("kind", "=", "game")
      .where("provider", "=", provider)
      .where("record_key", "=", key)
      .execute();
  }
  const events = await kysely
    .selectFrom("ledger_events")
    .select(["provider", "event_id", "home", "away", "sport", "pair", "game_date", "start_ms"])
    .where("sport", "=", "nhl")
    .where("pair", "like", "%UTA%")
    .execute();
  for (const { pair, game_date: date, start_ms: startMs, ...key } of events) {
    const day = date ?? (startMs === null ? null : new Date(Number(startMs)).toISOString());
    if (day === null || String(day) >= firstDay) continue;
    const sides = { home: movedClub(key.home), away: movedClub(key.away) };
    const isThere = await kysely
      .selectFrom("ledger_events")
      .select("event_id")
      .where((each) => each.and({ ...key, ...sides }))
      .executeTakeFirst();
    if (isThere !== undefined) continue;
    await kysely
      .updateTable("ledger_events")
      .set({ ...sides, pair: movedPair(pair), checksum: null })
      .where((each) => each.and(key))
      .execute();
  }
}

function movedClub(club: unknown): unknown {
  return club === "UTA" ? "ARI" : club;
}

/** `nhl:NJD-UTA`: the teams of a pair are in the order of their letters. */
function movedPair(pair: unknown): string {
  const [sport, teams = ""] = String(pair).split(":");
  return `${sport}:${teams.split("-").map(movedClub).sort().join("-")}`;
}
