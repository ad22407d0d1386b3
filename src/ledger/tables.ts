/** The ledger's tables, as the migrations make them. */
export type LedgerTables = {
  ledger_imports: { import_id: number; imported_at: string; report: string };
  ledger_records: {
    kind: "team" | "venue" | "season" | "game";
    provider: string;
    record_key: string;
    sport: string | null;
    season: number | null;
    pair: string | null;
    body: string;
    changed_in: number;
    /** Of what was received; null in a ledger from before checksums, until something is published. */
    checksum: string | null;
  };
  ledger_events: {
    provider: string;
    event_id: string;
    sport: string;
    home: string;
    away: string;
    pair: string;
    game_date: string | null;
    start_ms: number | null;
    seen_ms: number | null;
    captures: Uint8Array;
    changed_in: number;
    checksum: string | null;
  };
  ledger_identities: { provider: string; record_key: string; game_id: string };
  /** See `resolutions.ts`. `gave_id` is 0 or 1. */
  ledger_resolutions: {
    game_id: string;
    provider: string;
    record_key: string;
    stated: string;
    gave_id: number;
    decided_at: string;
  };
};

/** Which record was published under which id. */
export type Identity = LedgerTables["ledger_identities"];

/** The unit in which games and events are looked up together: two teams of one sport, whoever is at home. */
export function pairOf(sport: string, oneTeam: string, otherTeam: string): string {
  return `${sport}:${[oneTeam, otherTeam].sort().join("-")}`;
}

/** The key of a game record inside its provider: providers number each sport apart. */
export function gameRecordKey(sport: string, providerGameId: string): string {
  return `${sport}:${providerGameId}`;
}

/** Rows per insert statement: well below the engines' limits on parameters. */
export const rowsPerStatement = 400;
