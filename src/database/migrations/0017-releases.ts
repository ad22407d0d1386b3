/**
 * What is published becomes a release: immutable files of values, cut into pieces that every engine takes, and for each revision
 * a row with the manifest that names them. The tables of before stay as they are, for nodes that still run the version of before.
 */
import type { Kysely } from "kysely";
import type { AnyTables, ColumnTypes } from "../names.ts";

export async function up(kysely: Kysely<AnyTables>, { bytes, bigInteger }: ColumnTypes): Promise<void> {
  const { schema } = kysely;
  await schema
    .createTable("releases")
    .addColumn("revision", "integer", (revision) => revision.primaryKey())
    .addColumn("published_at", "text", (at) => at.notNull())
    // The last import that this revision has seen.
    .addColumn("import_id", "integer", (id) => id.notNull())
    .addColumn("is_sample", "integer", (sample) => sample.notNull())
    // What the next publish needs to know: the games that are held back, and the bounds of the values.
    .addColumn("report", "text", (report) => report.notNull())
    .addColumn("manifest", "text", (manifest) => manifest.notNull())
    .addColumn("checksum", "text", (checksum) => checksum.notNull())
    .execute();
  await schema
    .createTable("release_files")
    .addColumn("sha256", "text", (sha256) => sha256.primaryKey())
    .addColumn("bytes", "integer", (size) => size.notNull())
    // Since when no release or view in use names it; null while one does.
    .addColumn("unused_since", "text")
    .execute();
  await schema
    .createTable("release_pieces")
    .addColumn("sha256", "text", (sha256) => sha256.notNull())
    .addColumn("number", "integer", (number) => number.notNull())
    .addColumn("body", bytes, (body) => body.notNull())
    .addPrimaryKeyConstraint("release_pieces_key", ["sha256", "number"])
    .execute();
  // Rows as text that somebody has made of the files of a season, by the version of the code that made them.
  await schema
    .createTable("release_views")
    .addColumn("season", "text", (season) => season.notNull())
    .addColumn("version", "text", (version) => version.notNull())
    .addColumn("sha256", "text", (sha256) => sha256.notNull())
    .addPrimaryKeyConstraint("release_views_key", ["season", "version"])
    .execute();
  await schema
    .createTable("published_games")
    .addColumn("game_id", "text", (id) => id.primaryKey())
    .addColumn("sport", "text", (sport) => sport.notNull())
    .addColumn("season", "integer", (season) => season.notNull())
    .addColumn("season_type", "text", (type) => type.notNull())
    .addColumn("game_date", "text", (date) => date.notNull())
    .addColumn("start_ms", bigInteger, (start) => start.notNull())
    .addColumn("pair", "text", (pair) => pair.notNull())
    .addColumn("has_closing_line", "integer", (has) => has.notNull())
    .addColumn("odds_rows", "integer", (rows) => rows.notNull())
    // The quotes that rules doubt, as JSON; null: none.
    .addColumn("doubts", "text")
    // Of all the values of the game.
    .addColumn("digest", "text", (digest) => digest.notNull())
    .execute();
  for (const columns of [["sport", "season", "start_ms", "game_id"], ["pair"]]) {
    await schema
      .createIndex(`published_games_by_${columns.join("_")}`)
      .on("published_games")
      .columns(columns)
      .execute();
  }
}
