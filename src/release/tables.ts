/** The tables of what is published, as the migrations make them. */
import type { PairKey } from "../domain/game-ids.ts";

export type ReleaseTables = {
  /** One row a revision; see `manifest.ts`. */
  releases: {
    revision: number;
    /** ISO 8601 UTC. */
    published_at: string;
    import_id: number;
    is_sample: number;
    report: string;
    manifest: string;
  };
  release_files: { sha256: string; bytes: number; unused_since: string | null };
  release_pieces: { sha256: string; number: number; body: Uint8Array };
  /** By which a publish sees what is new without reading a season. */
  published_games: {
    game_id: string;
    sport: string;
    season: number;
    season_type: string;
    game_date: string;
    start_ms: number;
    pair: PairKey;
    has_closing_line: number;
    odds_rows: number;
    /** The quotes that rules doubt, as JSON; null: none. */
    doubts: string | null;
    digest: string;
  };
  archive_identity: { archive_id: string };
  /** The files that callers take home; see `offered-files.ts`. */
  offered_files: {
    path: string;
    sha256: string;
    data_set: string;
    sport: string;
    season: number;
    format: string;
    rows: number;
    bytes: number;
    revision: number;
    archive: string;
    columns_version: number;
    source: string;
    replaced_at: string | null;
  };
  /** The manifest and signatures that prove the files; see `proof/`. */
  file_manifests: {
    position: number;
    archive: string;
    revision: number;
    head: string;
    public_key: string | null;
    why_unsigned: string | null;
    /** The key that signs what follows; null where that is the same. */
    next_key: string | null;
    body: string;
    sshsig: string | null;
    heads_sshsig: string | null;
  };

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
  };
  /** The counts and seasons of each revision, which callers see; see `change-log.ts`. */
  archive_summaries: {
    revision: number;
    /** ISO 8601 UTC. */
    published_at: string;
    /** Every change after this revision is kept, up to the row's own. */
    kept_since: number;
    /** A SummaryBody. */
    body: string;
  };
};
