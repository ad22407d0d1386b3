/** The ledger's tables, as the migrations make them. */
import { type Kysely, sql } from "kysely";
import type { AnyTables } from "../database/names.ts";
import type { PairKey } from "../domain/game-ids.ts";
import type { SeasonKey } from "../domain/seasons.ts";
import type { Sport } from "../domain/sports.ts";
import type { GameRecord, SeasonRecord, TeamRecord, VenueRecord } from "../feed/records.ts";

export type LedgerTables = {
  ledger_imports: { import_id: number; imported_at: string; report: string };
  ledger_records: {
    kind: "team" | "venue" | "season" | "game";
    provider: string;
    record_key: string;
    sport: string | null;
    season: number | null;
    pair: PairKey | null;
    body: string;
    changed_in: number;
  };
  ledger_events: {
    provider: string;
    event_id: string;
    sport: string;
    home: string;
    away: string;
    pair: PairKey;
    game_date: string | null;
    start_ms: number | null;
    /** When the provider listed the event last, as far as it says. */
    seen_ms: number | null;
    /** When `game_date` and `start_ms` were stated; null in rows from before this column: at `seen_ms`. */
    start_stated_ms: number | null;
    captures: Uint8Array;
    changed_in: number;
  };
  ledger_identities: { provider: string; record_key: string; game_id: string };
  ledger_resolutions: {
    game_id: string;
    provider: string;
    record_key: string;
    /** The score of the record when the decision was made or last followed; see `statedScore`. */
    stated: string;
    /** 1: the game got its id from the decision; 0 otherwise. */
    gave_id: number;
    /** ISO 8601 UTC. */
    decided_at: string;
  };
  ledger_doubt_decisions: { game_id: string; rule: string; book: string; decided_at: string };
};

export type RecordRow = LedgerTables["ledger_records"];
export type EventRow = LedgerTables["ledger_events"];

/** A decision about a disputed game; see `resolutions.ts`. */
export type Resolution = LedgerTables["ledger_resolutions"];

/** See `doubt-decisions.ts`. */
export type DoubtDecision = LedgerTables["ledger_doubt_decisions"];

/** Keeps which record was published under which id. */
export type Identity = LedgerTables["ledger_identities"];

/** The key of a game record among those of its provider. Providers number each sport apart. */
export function gameRecordKey({ sport, game_id: id }: { readonly sport: string; readonly game_id: string }): string {
  return `${sport}:${id}`;
}

/** Names one record among those of all providers, as the key of a map. Neither part may hold a line break. */
export function identityKey({ provider, record_key: key }: Pick<Identity, "provider" | "record_key">): string {
  return `${provider}\n${key}`;
}

/** Rows per insert statement: well below the engines' limits on parameters. */
export const rowsPerStatement = 400;

const keys = {
  ledger_records: ["kind", "provider", "record_key"],
  ledger_events: ["provider", "event_id", "home", "away", "sport"],
} as const;

type LargeTable = keyof typeof keys;

/** Inserts rows, and writes over those that have the same keys. */
export async function putRows<Table extends LargeTable>(
  kysely: Kysely<AnyTables>,
  table: Table,
  rows: readonly LedgerTables[Table][],
): Promise<void> {
  const values: readonly Record<string, unknown>[] = rows;
  const written = Object.keys(values[0] ?? {}).filter((column) => !keys[table].some((key) => key === column));
  for (let from = 0; from < rows.length; from += rowsPerStatement) {
    await kysely
      .insertInto(table as string)
      .values(values.slice(from, from + rowsPerStatement))
      .onConflict((conflict) =>
        conflict
          .columns([...keys[table]])
          .doUpdateSet(Object.fromEntries(written.map((column) => [column, sql.ref(`excluded.${column}`)]))),
      )
      .execute();
  }
}

// Reads the ledger for a publish.

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
