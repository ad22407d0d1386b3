/** Accounts, their keys, and what is counted of their use. Times are epoch milliseconds, days are of UTC. */
import { type Kysely, sql } from "kysely";
import type { AnyTables, ColumnTypes } from "../names.ts";
import { up as counts } from "./access-0001-counts.ts";

export async function up(kysely: Kysely<AnyTables>, types: ColumnTypes): Promise<void> {
  const { schema } = kysely;
  await schema
    .createTable("access_lock")
    .addColumn("id", "integer", (id) => id.primaryKey())
    .addColumn("taken", types.bigInteger, (taken) => taken.notNull())
    .execute();
  await sql`insert into access_lock (id, taken) values (1, 0)`.execute(kysely);

  await schema
    .createTable("accounts")
    .addColumn("email", "text", (email) => email.primaryKey())
    .addColumn("plan", "text", (plan) => plan.notNull())
    .addColumn("standing", "text", (standing) => standing.notNull())
    // Limits of this account's own; null: its plan's.
    .addColumn("requests_per_minute", types.bigInteger)
    .addColumn("requests_per_month", types.bigInteger)
    // The period that the quota is counted in: the trial, or a month from the anchor (null: calendar months of UTC).
    .addColumn("period_anchor_ms", types.bigInteger)
    .addColumn("period", types.bigInteger, (period) => period.notNull())
    .addColumn("period_start_ms", types.bigInteger, (start) => start.notNull())
    .addColumn("period_end_ms", types.bigInteger, (end) => end.notNull())
    .addColumn("requests_used", types.bigInteger, (used) => used.notNull())
    // The last day that anything was counted on, and how much; the days before it are in account_days.
    .addColumn("day", "text", (day) => day.notNull())
    .addColumn("day_requests", types.bigInteger, (requests) => requests.notNull())
    .addColumn("created_ms", types.bigInteger, (created) => created.notNull())
    .execute();
  await schema
    .createTable("account_days")
    .addColumn("email", "text", (email) => email.notNull().references("accounts.email").onDelete("cascade"))
    .addColumn("day", "text", (day) => day.notNull())
    .addColumn("requests", types.bigInteger, (requests) => requests.notNull())
    .addPrimaryKeyConstraint("account_days_key", ["email", "day"])
    .execute();
  await schema
    .createTable("account_keys")
    .addColumn("key_id", "text", (id) => id.primaryKey())
    .addColumn("secret_hash", "text", (hash) => hash.notNull().unique())
    .addColumn("email", "text", (email) => email.notNull().references("accounts.email").onDelete("cascade"))
    .addColumn("name", "text", (name) => name.notNull())
    .addColumn("prefix", "text", (prefix) => prefix.notNull())
    .addColumn("last_four", "text", (four) => four.notNull())
    .addColumn("created_ms", types.bigInteger, (created) => created.notNull())
    .addColumn("revoked_ms", types.bigInteger)
    .addColumn("last_used_ms", types.bigInteger)
    .execute();
  for (const column of ["prefix", "email"]) {
    await schema.createIndex(`account_keys_by_${column}`).on("account_keys").column(column).execute();
  }
  await counts(kysely, types);
  // One trial a mailbox, also after its account was deleted: a SHA-256 of the address as its provider reads it.
  await schema
    .createTable("trials_taken")
    .addColumn("mailbox_hash", "text", (hash) => hash.primaryKey())
    .addColumn("taken_ms", types.bigInteger, (taken) => taken.notNull())
    .execute();
}
