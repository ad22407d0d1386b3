/** What Stripe has told: every event that counts, and what follows from them. Times are epoch milliseconds. */
import type { Kysely } from "kysely";
import type { AnyTables, ColumnTypes } from "../names.ts";

export async function up(kysely: Kysely<AnyTables>, types: ColumnTypes): Promise<void> {
  const { schema } = kysely;
  // Whose customer it is. No reference to accounts: one may subscribe before there is an account, and leave before Stripe
  // has told all.
  await schema
    .createTable("billing_customers")
    .addColumn("customer_id", "text", (id) => id.primaryKey())
    .addColumn("email", "text", (email) => email.notNull())
    // When the event that told so was made: the latest counts.
    .addColumn("linked_ms", types.bigInteger, (linked) => linked.notNull())
    .execute();
  // Each subscription as it is, computed anew from its events whenever one arrives.
  await schema
    .createTable("billing_subscriptions")
    .addColumn("subscription_id", "text", (id) => id.primaryKey())
    .addColumn("customer_id", "text", (customer) => customer.notNull())
    // The e-mail address that our Checkout wrote on it; null: its customer's link says whose it is.
    .addColumn("account", "text")
    // Whether it is one to Standard; the same Stripe account may sell other things.
    .addColumn("is_standard", "integer", (standard) => standard.notNull())
    .addColumn("status", "text", (status) => status.notNull())
    // Whether it was ever more than an attempt to pay.
    .addColumn("has_run", "integer", (ran) => ran.notNull())
    .addColumn("anchor_ms", types.bigInteger, (anchor) => anchor.notNull())
    .addColumn("period_start_ms", types.bigInteger, (start) => start.notNull())
    .addColumn("period_end_ms", types.bigInteger, (end) => end.notNull())
    .addColumn("cancels_at_ms", types.bigInteger)
    .addColumn("created_ms", types.bigInteger, (created) => created.notNull())
    // Whether it has once decided on an account: if that is gone since, it was deleted.
    .addColumn("is_applied", "integer", (applied) => applied.notNull())
    .execute();
  await schema
    .createTable("billing_events")
    .addColumn("event_id", "text", (id) => id.primaryKey())
    .addColumn("type", "text", (type) => type.notNull())
    .addColumn("created_ms", types.bigInteger, (created) => created.notNull())
    .addColumn("received_ms", types.bigInteger, (received) => received.notNull())
    // What it says of a subscription, as JSON of our own; null for other events.
    .addColumn("subscription_id", "text")
    .addColumn("snapshot", "text")
    .execute();
  for (const [table, column] of [
    ["billing_customers", "email"],
    ["billing_subscriptions", "account"],
    ["billing_subscriptions", "customer_id"],
    ["billing_events", "subscription_id"],
  ] as const) {
    await schema.createIndex(`${table}_by_${column}`).on(table).column(column).execute();
  }
}
