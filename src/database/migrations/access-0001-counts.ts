/**
 * What is counted of each key, in the way that is cheapest on the engine: PostgreSQL finds a key's window by its index,
 * SQLite's server has the windows in memory and only ever appends. Both tables are on both, so that one query reads either.
 */
import { type Kysely, sql } from "kysely";
import type { AnyTables, ColumnTypes } from "../names.ts";
import { giveBackFunction, takeFunction } from "./access-0001-take.ts";

export async function up(kysely: Kysely<AnyTables>, types: ColumnTypes): Promise<void> {
  const { schema } = kysely;
  // POSTGRESQL: a row for each moment in which requests of a key were counted; `total` is how many were, up to and with it,
  // since the key was made. The window's count is the newest total less the newest one that is a minute old.
  await schema
    .createTable("key_windows")
    .addColumn("key_id", "text", (id) => id.notNull().references("account_keys.key_id").onDelete("cascade"))
    .addColumn("at_ms", types.bigInteger, (at) => at.notNull())
    .addColumn("total", types.bigInteger, (total) => total.notNull())
    .addPrimaryKeyConstraint("key_windows_key", ["key_id", "at_ms"])
    .execute();
  if (types.engine === "postgres") {
    for (const definition of [takeFunction, giveBackFunction]) await sql.raw(definition).execute(kysely);
  }

  // SQLITE: an entry for each key of a moment, in the order of counting, for a minute. It has no index and no
  // reference, which would cost a commit another page; entries of a key that is gone count for nobody.
  await schema
    .createTable("request_log")
    .addColumn("entry", "integer", (entry) => entry.primaryKey())
    .addColumn("key_id", "text", (id) => id.notNull())
    .addColumn("at_ms", types.bigInteger, (at) => at.notNull())
    .addColumn("requests", "integer", (requests) => requests.notNull())
    .execute();
  // Its one row says up to which entry the rows of accounts and keys are complete.
  await schema
    .createTable("request_log_fold")
    .addColumn("id", "integer", (id) => id.primaryKey())
    .addColumn("entry", types.bigInteger, (entry) => entry.notNull())
    .execute();
  await sql`insert into request_log_fold (id, entry) values (1, 0)`.execute(kysely);
}
