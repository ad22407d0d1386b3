/** Reads the ledger: records, events and ids, whole or what an import has brought. */
import type { Kysely } from "kysely";
import type { PairKey } from "../domain/game-ids.ts";
import { sampleProvider } from "../domain/providers.ts";
import type { SeasonKey } from "../domain/seasons.ts";
import type { Sport } from "../domain/sports.ts";
import type { GameRecord, SeasonRecord, TeamRecord, VenueRecord } from "../feed/records.ts";
import { type EventRow, identityKey, type LedgerTables } from "./tables.ts";

type Tables = Kysely<LedgerTables>;

export async function lastImportId(tables: Tables): Promise<number> {
  const row = await tables
    .selectFrom("ledger_imports")
    .select(({ fn }) => fn.max<number | null>("import_id").as("last"))
    .executeTakeFirst();
  return row?.last ?? 0;
}

/** Pairs of teams of which a game record or a capture came in after an import; 0 gives all pairs. */
export async function changedPairs(tables: Tables, afterImportId: number): Promise<PairKey[]> {
  const rows = await tables
    .selectFrom("ledger_records")
    .select("pair")
    .where("pair", "is not", null)
    .where("changed_in", ">", afterImportId)
    .union(tables.selectFrom("ledger_events").select("pair").where("changed_in", ">", afterImportId))
    .execute();
  return rows.map((row) => row.pair as PairKey).sort();
}

export async function readGameRecords(tables: Tables, pairs: readonly PairKey[]): Promise<GameRecord[]> {
  if (pairs.length === 0) return [];
  // Only games have a pair. Asked for the kind too, SQLite goes through all games of all seasons by their keys.
  return gamesIn(await tables.selectFrom("ledger_records").select("body").where("pair", "in", pairs).execute());
}

export async function readAllGameRecords(tables: Tables): Promise<GameRecord[]> {
  return gamesIn(await tables.selectFrom("ledger_records").select("body").where("kind", "=", "game").execute());
}

export async function readSeasonGameRecords(tables: Tables, { sport, season }: SeasonKey): Promise<GameRecord[]> {
  const games = tables.selectFrom("ledger_records").select("body").where("kind", "=", "game");
  return gamesIn(await games.where("sport", "=", sport).where("season", "=", season).execute());
}

function gamesIn(rows: readonly { readonly body: string }[]): GameRecord[] {
  return rows.map(({ body }) => JSON.parse(body) as GameRecord);
}

export function readEvents(tables: Tables, pairs: readonly PairKey[]): Promise<EventRow[]> {
  return tables.selectFrom("ledger_events").selectAll().where("pair", "in", pairs).execute();
}

type Facts = { readonly team: TeamRecord; readonly venue: VenueRecord; readonly season: SeasonRecord };

/** The facts of one kind, all of them: there are few. */
export async function readFactRecords<Kind extends keyof Facts>(tables: Tables, kind: Kind): Promise<Facts[Kind][]> {
  const records = tables.selectFrom("ledger_records").select("body").where("kind", "=", kind);
  const rows = await records.orderBy("provider").orderBy("record_key").execute();
  return rows.map((row) => JSON.parse(row.body) as Facts[Kind]);
}

/** Ids already given, by `identityKey`. */
export async function readIdentities(tables: Tables): Promise<Map<string, string>> {
  const rows = await tables.selectFrom("ledger_identities").selectAll().execute();
  return new Map(rows.map((row) => [identityKey(row), row.game_id]));
}

/** The records of games that are published or will be, each with the id of its game: a query for more conditions. */
export function recordsWithIds(tables: Tables) {
  return tables
    .selectFrom("ledger_identities as identity")
    .innerJoin("ledger_records as record", (join) =>
      join
        .onRef("record.provider", "=", "identity.provider")
        .onRef("record.record_key", "=", "identity.record_key")
        .on("record.kind", "=", "game"),
    );
}

/** Seasons of which a game or season record came in after an import, and whether a venue did. */
export async function changedSeasonsAndFacts(
  tables: Tables,
  afterImportId: number,
): Promise<{ seasons: SeasonKey[]; hasVenues: boolean }> {
  const rows = await tables
    .selectFrom("ledger_records")
    .select(["kind", "sport", "season"])
    .distinct()
    .where("changed_in", ">", afterImportId)
    .execute();
  return {
    seasons: rows.flatMap(({ sport, season }) => (season === null ? [] : [{ sport: sport as Sport, season }])),
    hasVenues: rows.some((row) => row.kind === "venue"),
  };
}

/** Whether any game is invented. */
export async function holdsSample(tables: Tables): Promise<boolean> {
  return (await readGameProviders(tables)).includes(sampleProvider);
}

export async function readGameProviders(tables: Tables): Promise<readonly string[]> {
  const games = tables.selectFrom("ledger_records").select("provider").distinct().where("kind", "=", "game");
  return (await games.execute()).map(({ provider }) => provider);
}
