/** Ledger (what was received), archive (what callers may see), access (who may ask). */
import { type Kysely, sql } from "kysely";
import type { AnyTables, ColumnTypes } from "../names.ts";

export async function up(kysely: Kysely<AnyTables>, types: ColumnTypes): Promise<void> {
  const { schema } = kysely;
  const counter = (name: string) => schema.createTable(name).addColumn("id", "integer", (id) => id.primaryKey());

  await counter("write_lock")
    .addColumn("taken", types.bigInteger, (taken) => taken.notNull())
    .execute();
  await sql`insert into write_lock (id, taken) values (1, 0)`.execute(kysely);

  // LEDGER
  await schema
    .createTable("ledger_imports")
    .addColumn("import_id", "integer", (id) => id.primaryKey())
    .addColumn("imported_at", "text", (at) => at.notNull())
    .addColumn("report", "text", (report) => report.notNull())
    .execute();
  await schema
    .createTable("ledger_records")
    .addColumn("kind", "text", (kind) => kind.notNull())
    .addColumn("provider", "text", (provider) => provider.notNull())
    .addColumn("record_key", "text", (key) => key.notNull())
    .addColumn("sport", "text")
    .addColumn("season", "integer")
    .addColumn("pair", "text")
    .addColumn("body", "text", (body) => body.notNull())
    .addColumn("changed_in", "integer", (changed) => changed.notNull())
    .addPrimaryKeyConstraint("ledger_records_key", ["kind", "provider", "record_key"])
    .execute();
  await index("ledger_records", ["pair"]);
  await index("ledger_records", ["sport", "season"]);
  await index("ledger_records", ["changed_in"]);
  await schema
    .createTable("ledger_events")
    .addColumn("provider", "text", (provider) => provider.notNull())
    .addColumn("event_id", "text", (id) => id.notNull())
    .addColumn("sport", "text", (sport) => sport.notNull())
    .addColumn("home", "text", (home) => home.notNull())
    .addColumn("away", "text", (away) => away.notNull())
    .addColumn("pair", "text", (pair) => pair.notNull())
    .addColumn("game_date", "text")
    .addColumn("start_ms", types.bigInteger)
    .addColumn("seen_ms", types.bigInteger)
    .addColumn("captures", types.bytes, (captures) => captures.notNull())
    .addColumn("changed_in", "integer", (changed) => changed.notNull())
    .addPrimaryKeyConstraint("ledger_events_key", ["provider", "event_id", "home", "away", "sport"])
    .execute();
  await index("ledger_events", ["pair"]);
  await index("ledger_events", ["changed_in"]);
  // An id that was published stays with its game, whatever a provider renames or moves later [D-1].
  await schema
    .createTable("ledger_identities")
    .addColumn("provider", "text", (provider) => provider.notNull())
    .addColumn("record_key", "text", (key) => key.notNull())
    .addColumn("game_id", "text", (id) => id.notNull())
    .addPrimaryKeyConstraint("ledger_identities_key", ["provider", "record_key"])
    .execute();

  // ARCHIVE
  await schema
    .createTable("archive_revisions")
    .addColumn("revision", "integer", (revision) => revision.primaryKey())
    .addColumn("published_at", "text", (at) => at.notNull())
    // The last import that this revision has seen.
    .addColumn("import_id", "integer", (id) => id.notNull())
    .addColumn("is_sample", "integer", (sample) => sample.notNull())
    .addColumn("report", "text", (report) => report.notNull())
    .execute();
  await schema
    .createTable("archive_games")
    .addColumn("game_id", "text", (id) => id.primaryKey())
    .addColumn("sport", "text", (sport) => sport.notNull())
    .addColumn("season", "integer", (season) => season.notNull())
    .addColumn("season_type", "text", (type) => type.notNull())
    .addColumn("week", "integer")
    .addColumn("game_date", "text", (date) => date.notNull())
    .addColumn("start_ms", types.bigInteger, (start) => start.notNull())
    .addColumn("home", "text", (home) => home.notNull())
    .addColumn("away", "text", (away) => away.notNull())
    .addColumn("pair", "text", (pair) => pair.notNull())
    .addColumn("has_closing_line", "integer", (has) => has.notNull())
    // The games-list row as JSON; `detail` is what the single-game answer adds to it.
    .addColumn("body", "text", (body) => body.notNull())
    .addColumn("detail", "text", (detail) => detail.notNull())
    .execute();
  await index("archive_games", ["sport", "season", "start_ms", "game_id"]);
  await index("archive_games", ["pair"]);
  await schema
    .createTable("archive_odds")
    .addColumn("game_id", "text", (id) => id.notNull())
    .addColumn("book_id", "integer", (id) => id.notNull())
    .addColumn("sport", "text", (sport) => sport.notNull())
    .addColumn("season", "integer", (season) => season.notNull())
    // Bit set of the markets with any line or price: 1 moneyline, 2 spread, 4 total, 8 team total.
    .addColumn("market_bits", "integer", (bits) => bits.notNull())
    .addColumn("body", "text", (body) => body.notNull())
    .addPrimaryKeyConstraint("archive_odds_key", ["game_id", "book_id"])
    .execute();
  await index("archive_odds", ["sport", "season"]);
  await schema
    .createTable("archive_seasons")
    .addColumn("sport", "text", (sport) => sport.notNull())
    .addColumn("season", "integer", (season) => season.notNull())
    .addColumn("status", "text", (status) => status.notNull())
    // The revision that last changed anything in this season: its games, odds or the season itself.
    .addColumn("revision", "integer", (revision) => revision.notNull())
    .addColumn("body", "text", (body) => body.notNull())
    .addPrimaryKeyConstraint("archive_seasons_key", ["sport", "season"])
    .execute();
  await schema
    .createTable("archive_teams")
    .addColumn("sport", "text", (sport) => sport.notNull())
    .addColumn("team_id", "integer", (id) => id.notNull())
    .addColumn("body", "text", (body) => body.notNull())
    .addPrimaryKeyConstraint("archive_teams_key", ["sport", "team_id"])
    .execute();

  // ACCESS
  await schema
    .createTable("access_accounts")
    .addColumn("email", "text", (email) => email.primaryKey())
    .addColumn("plan", "text", (plan) => plan.notNull())
    .addColumn("requests_per_minute", "integer")
    .addColumn("requests_per_month", "integer")
    .addColumn("created_at", "text", (at) => at.notNull())
    .execute();
  await schema
    .createTable("access_keys")
    .addColumn("secret_hash", "text", (hash) => hash.primaryKey())
    .addColumn("email", "text", (email) => email.notNull())
    .addColumn("prefix", "text", (prefix) => prefix.notNull())
    .addColumn("last_four", "text", (four) => four.notNull())
    .addColumn("created_at", "text", (at) => at.notNull())
    .addColumn("revoked_at", "text")
    .execute();
  await index("access_keys", ["prefix"]);

  async function index(table: string, columns: string[]): Promise<void> {
    await schema
      .createIndex(`${table}_by_${columns.join("_")}`)
      .on(table)
      .columns(columns)
      .execute();
  }
}
