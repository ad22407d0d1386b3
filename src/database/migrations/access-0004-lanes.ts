/**
 * What counting needs to survive lost answers and clocks that were ahead: the lanes of PostgreSQL's nodes, and the periods
 * that accounts have left.
 */
import { type Kysely, sql } from "kysely";
import type { AnyTables, ColumnTypes } from "../names.ts";

export async function up(kysely: Kysely<AnyTables>, types: ColumnTypes): Promise<void> {
  const { schema } = kysely;
  // A row for each period that an account is in since a request began it: which one it left, and how much was used of it.
  // When the clock turns out to have been ahead, the account goes back to it.
  await schema
    .createTable("account_periods")
    .addColumn("email", "text", (email) => email.notNull().references("accounts.email").onDelete("cascade"))
    .addColumn("period", types.bigInteger, (period) => period.notNull())
    .addColumn("start_ms", types.bigInteger, (start) => start.notNull())
    .addColumn("left_start_ms", types.bigInteger, (start) => start.notNull())
    .addColumn("left_end_ms", types.bigInteger, (end) => end.notNull())
    .addColumn("left_used", types.bigInteger, (used) => used.notNull())
    .addPrimaryKeyConstraint("account_periods_key", ["email", "period"])
    .execute();
  if (types.engine !== "postgres") return;
  // A row for each connection-like sequence of calls of a node. A call writes its number and what it granted with what it
  // counts, so that the node can find out later what became of a call whose answer was lost. Rows are updated all the time.
  await sql`create table access_lanes (
    lane text primary key,
    number bigint not null,
    granted jsonb not null,
    is_retired boolean not null,
    used_at timestamptz not null
  ) with (fillfactor = 50)`.execute(kysely);
}
