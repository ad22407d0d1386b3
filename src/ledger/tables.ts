/** The ledger's tables, as the migrations make them, and the keys of their rows. */
import { type Kysely, sql } from "kysely";
import type { AnyTables } from "../database/names.ts";
import type { PairKey } from "../domain/game-ids.ts";

export type LedgerTables = {
  ledger_imports: { import_id: number; imported_at: string };
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

/** A decision about a disputed game; see `decisions.ts`. */
export type Resolution = LedgerTables["ledger_resolutions"];

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

/** Inserts rows, and writes over those that have the same keys. */
export async function putRows<Table extends keyof typeof keys>(
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
