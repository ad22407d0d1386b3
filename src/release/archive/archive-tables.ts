/** The tables in which versions before releases have published: they are only read, when a database is upgraded. */
import type { PairKey } from "../../domain/pairs.ts";

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
  archive_teams: { sport: string; team_id: number; body: string };
};
