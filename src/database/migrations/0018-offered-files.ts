/**
 * The files of whole seasons that callers take home, and what proves them: a manifest of each revision, the chain of their heads, and
 * the keys that signed them. The bytes of the files are in `release_pieces`.
 */
import type { Kysely } from "kysely";
import type { AnyTables, ColumnTypes } from "../names.ts";

export async function up(kysely: Kysely<AnyTables>, _types: ColumnTypes): Promise<void> {
  const { schema } = kysely;
  await schema
    .createTable("offered_files")
    .addColumn("path", "text", (path) => path.notNull())
    .addColumn("sha256", "text", (sha256) => sha256.notNull())
    .addColumn("data_set", "text", (name) => name.notNull())
    .addColumn("sport", "text", (sport) => sport.notNull())
    .addColumn("season", "integer", (season) => season.notNull())
    .addColumn("format", "text", (format) => format.notNull())
    .addColumn("rows", "integer", (rows) => rows.notNull())
    .addColumn("bytes", "integer", (bytes) => bytes.notNull())
    // The revision that last changed a value of the season.
    .addColumn("revision", "integer", (revision) => revision.notNull())
    .addColumn("archive", "text", (archive) => archive.notNull())
    .addColumn("columns_version", "integer", (version) => version.notNull())
    // All that the bytes follow from, by which a maker sees that there is nothing to do.
    .addColumn("source", "text", (source) => source.notNull())
    // Since when there is a newer one; null while there is none.
    .addColumn("replaced_at", "text")
    .addPrimaryKeyConstraint("offered_files_key", ["path", "sha256"])
    .execute();
  await schema
    .createTable("file_manifests")
    // From 1 on, without a gap.
    .addColumn("position", "integer", (position) => position.primaryKey())
    .addColumn("archive", "text", (archive) => archive.notNull())
    .addColumn("revision", "integer", (revision) => revision.notNull())
    // The line of heads.ndjson without its end. All heads are read at once, so it comes before what is long.
    .addColumn("head", "text", (head) => head.notNull())
    // Null: nothing was signed, and the next column says why.
    .addColumn("public_key", "text")
    .addColumn("why_unsigned", "text")
    // The bytes that were signed, as text.
    .addColumn("body", "text", (body) => body.notNull())
    .addColumn("minisig", "text")
    .addColumn("sshsig", "text")
    // Of all heads up to this one.
    .addColumn("heads_minisig", "text")
    .addColumn("heads_sshsig", "text")
    .execute();
  await schema
    .createTable("manifest_keys")
    .addColumn("position", "integer", (position) => position.primaryKey())
    .addColumn("public_key", "text", (key) => key.notNull())
    .addColumn("archive", "text", (archive) => archive.notNull())
    .addColumn("announced_at", "text", (at) => at.notNull())
    // The announcement that the key before has signed; null for a first key.
    .addColumn("statement", "text")
    .addColumn("minisig", "text")
    .addColumn("sshsig", "text")
    .execute();
}
