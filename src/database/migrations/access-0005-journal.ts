/**
 * On SQLite requests are counted in a file beside the accounts first (`counting/journal.ts`). An id says which file of
 * accounts it belongs to, so that it is never added to another one.
 */
import { type Kysely, sql } from "kysely";
import type { AnyTables, ColumnTypes } from "../names.ts";

export async function up(kysely: Kysely<AnyTables>, types: ColumnTypes): Promise<void> {
  if (types.engine !== "sqlite") return;
  await kysely.schema
    .createTable("request_log_file")
    .addColumn("id", "integer", (id) => id.primaryKey())
    .addColumn("file_id", "text", (fileId) => fileId.notNull())
    .execute();
  await sql`insert into request_log_file (id, file_id) values (1, lower(hex(randomblob(16))))`.execute(kysely);
}
