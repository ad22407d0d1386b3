/** The archive's tables, as the migrations make them. */
import type { PairKey } from "../domain/pairs.ts";

export type ArchiveTables = {
  archive_revisions: {
    revision: number;
    published_at: string;
    import_id: number;
    is_sample: number;
    report: string;
    /**
     * The table of contents, see `contents.ts`; null in an archive from before checksums, until it is published again.
     */
    contents: string | null;
    /** The checksum of all the columns before. */
    checksum: string | null;
  };
  archive_games: {
    game_id: string;
    sport: string;
    season: number;
    season_type: string;
    week: number | null;
    game_date: string;
    start_ms: number;
    home: string;
    away: string;
    pair: PairKey;
    has_closing_line: number;
    body: string;
    detail: string;
    /** The games-list row as a line of CSV. */
    csv: string;
    /**
     * The checksum of this row with the game's odds rows, but for `detail`; see `checksums.ts`. Null as in the
     * revision's row.
     */
    checksum: string | null;
    detail_checksum: string | null;
    /** The scores and quotes of the game, see `packed-lines.ts`; null in an archive from before, until it is published again. */
    lines: Uint8Array | null;
    lines_checksum: string | null;
    /** The captures before the start; null as `lines`. */
    path: Uint8Array | null;
    path_checksum: string | null;
    /** The ids of the game at other sources, as JSON; null as `lines`. */
    ids: string | null;
    /** The odds rows, see `packed-odds.ts`. */
    odds: Uint8Array;
    /** Null as `checksum`. */
    odds_checksum: string | null;
    /** How many odds rows there are. */
    odds_rows: number;
    /** Wind, temperature and roof as JSON, see `conditions.ts`; null as `lines`. */
    conditions: string | null;
    /** The quotes that rules doubt, as JSON, see `publish/doubt/doubts.ts`; null: none. */
    doubts: string | null;
  };
  archive_seasons: { sport: string; season: number; status: string; revision: number; body: string };
  archive_identity: { archive_id: string };
  /** The changes that each revision made to each game; see `changes.ts`. */
  archive_changes: {
    revision: number;
    game_id: string;
    sport: string;
    season: number;
    /** The time of the revision, ISO 8601 UTC. */
    published_at: string;
    change: "added" | "changed" | "removed";
    /** How many published values were replaced or taken away. */
    corrected: number;
    /** A ChangeBody. */
    body: string;
    /**
     * The number of the change among all, and among those of its sport, from 1 on, in the order of revision and game id.
     * Null in changes from before there were numbers.
     */
    position: number | null;
    sport_position: number | null;
    /** The checksum of all the columns before; see `change-log.ts`. */
    checksum: string | null;
  };
  /** The counts and seasons of each revision, which callers are told; see `change-log.ts`. */
  archive_summaries: {
    revision: number;
    /** ISO 8601 UTC. */
    published_at: string;
    /** Every change after this revision is kept, up to the row's own. */
    kept_since: number;
    /** A SummaryBody. */
    body: string;
    /** Null in a summary that a migration has made. */
    checksum: string | null;
  };
  archive_teams: { sport: string; team_id: number; body: string };
};

/** Bits of `market_bits`, by the names of the `market` filter. */
export const marketBits = { moneyline: 1, spread: 2, total: 4, team_total: 8 } as const;
export type MarketFilter = keyof typeof marketBits;

/** The bits of the markets in which a row has any line or price. */
export function marketBitsOf(row: Readonly<Record<MarketFilter, object>>): number {
  let bits = 0;
  for (const market of Object.keys(marketBits) as MarketFilter[]) {
    if (Object.values(row[market]).some((value) => value !== null)) bits |= marketBits[market];
  }
  return bits;
}
