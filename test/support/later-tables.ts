/** What migrations after 0004 have made, for tests that make a database of before out of one of today. */

export const laterTables = [
  "ledger_resolutions",
  "collect_providers",
  "collect_validators",
  "collect_credits",
  "collect_backfills",
  "collect_runs",
  "collect_lease",
  "reports",
  "report_examples",
  "archive_changes",
  "archive_summaries",
  "publish_alarms",
  "ledger_doubt_decisions",
  "releases",
  "release_files",
  "release_pieces",
  "release_views",
  "published_games",
  "offered_files",
  "file_manifests",
  "manifest_keys",
  "nodes",
  "backup_notes",
  "facts_audit",
  "facts_finished",
] as const;

/** Indexes on tables that were there before. */
export const laterIndexes = [
  "ledger_events_by_sport_seen_ms",
  "ledger_events_by_start_ms",
  "archive_games_by_odds_rows",
] as const;

/** Columns of `ledger_events`. */
export const laterEventColumns = ["start_stated_ms"] as const;

/** Columns of `archive_games`. */
export const laterGameColumns = [
  "lines",
  "lines_checksum",
  "path",
  "path_checksum",
  "ids",
  "odds",
  "odds_checksum",
  "odds_rows",
  "conditions",
  "doubts",
] as const;

/** What a later migration has taken away. */
export const earlierOdds =
  "create table archive_odds (game_id text, book_id integer, sport text, season integer, market_bits integer, body text, csv text)";
