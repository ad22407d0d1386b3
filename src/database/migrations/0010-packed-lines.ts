/**
 * What the archive keeps of each game beside its rendered rows: the scores of the periods with every book's opening and
 * closing quotes, the path of its lines, and its ids at other sources. All are null until the next publish, which goes
 * through every game and writes them.
 */
import type { Kysely } from "kysely";
import type { AnyTables, ColumnTypes } from "../names.ts";

export async function up({ schema }: Kysely<AnyTables>, types: ColumnTypes): Promise<void> {
  const columns = {
    lines: types.bytes,
    lines_checksum: "text",
    path: types.bytes,
    path_checksum: "text",
    ids: "text",
  } as const;
  for (const [name, type] of Object.entries(columns)) {
    await schema.alterTable("archive_games").addColumn(name, type).execute();
  }
}
