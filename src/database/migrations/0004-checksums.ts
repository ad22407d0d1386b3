/**
 * Checksums of what is published and of what was received, so that damage on the disk is noticed and not served. They are
 * null, or not there, until the next publish, which goes through every game and writes them.
 */
import type { Kysely } from "kysely";
import type { AnyTables } from "../names.ts";

export async function up(kysely: Kysely<AnyTables>): Promise<void> {
  const addText = (table: string, column: string) =>
    kysely.schema.alterTable(table).addColumn(column, "text").execute();
  // Of a game with its odds rows, and of the text that only its own answer has.
  await addText("archive_games", "checksum");
  await addText("archive_games", "detail_checksum");
  // The table of contents: the seasons and teams that the archive holds as of this revision, with their checksums.
  await addText("archive_revisions", "contents");
  await addText("archive_revisions", "checksum");
  await addText("ledger_records", "checksum");
  await addText("ledger_events", "checksum");
}
