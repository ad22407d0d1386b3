/**
 * Counting survives lost answers and clocks that were ahead with two more tables: the lanes of PostgreSQL's nodes, and the
 * periods that accounts have left.
 */
import { type Kysely, sql } from "kysely";
import type { AnyTables, ColumnTypes } from "../names.ts";

export async function up(kysely: Kysely<AnyTables>, types: ColumnTypes): Promise<void> {
  const { schema } = kysely;
  // A row for each of the last periods that an account has been in and is not in now, with what was used of it: where a
  // clock that is set right leads an account back, it goes on. `last_day`: that anything was counted on. `is_undone`: the clock was set back, and what was used of
  // it counts in the account's present period meanwhile.
  await schema
    .createTable("account_periods")
    .addColumn("email", "text", (email) => email.notNull().references("accounts.email").onDelete("cascade"))
    .addColumn("period", types.bigInteger, (period) => period.notNull())
    .addColumn("start_ms", types.bigInteger, (start) => start.notNull())
    .addColumn("end_ms", types.bigInteger, (end) => end.notNull())
    .addColumn("used", types.bigInteger, (used) => used.notNull())
    .addColumn("last_day", "text", (day) => day.notNull())
    .addColumn("is_undone", "integer", (undone) => undone.notNull())
    .addPrimaryKeyConstraint("account_periods_key", ["email", "period"])
    .execute();
  if (types.engine !== "postgres") return;
  // A row for each sequence of calls of a node (`counting/lanes.ts`). A call writes its number and what it granted with what it
  // counts, so that the node can find out later what became of a call whose answer was lost. Rows are updated all the time.
  await sql`create table access_lanes (
    lane text primary key,
    number bigint not null,
    granted jsonb not null,
    is_retired boolean not null,
    used_at timestamptz not null
  ) with (fillfactor = 50)`.execute(kysely);
}
