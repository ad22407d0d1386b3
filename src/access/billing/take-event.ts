/** Accepts a billing event: asks Stripe for the subscription, and changes the account when it now says something else. The subscriptions of an account that is deleted are ended so, too. */
import type { Kysely } from "kysely";
import type Stripe from "stripe";
import { type Database, tablesOf, writeTransaction } from "../../database/engine.ts";
import { writeAccount } from "../accounts.ts";
import { monthAt } from "../periods.ts";
import type { AccessTables } from "../tables.ts";
import { BillingError } from "./billing-error.ts";
import type { BillingEvent } from "./events.ts";
import { refusingUnavailable, unlessMissing } from "./stripe.ts";
import {
  type BilledTerms,
  type BillingTables,
  billedTermsOf,
  customersOf,
  eventsOf,
  isRunning,
  knownSubscription,
  linkCustomer,
  ownerOfCustomer,
  recordEvent,
  rowOf,
  subscriptionsOf,
  writeSubscription,
} from "./subscriptions.ts";

export type Billed = { readonly database: Database; readonly stripe: Stripe; readonly priceId: string };

/** How often Stripe is asked again because another event of the subscription was taken meanwhile. */
const mostAttempts = 10;

/** Returns sentences that an operator should read. Accepting the same billing event again does nothing. */
export async function takeEvent(billed: Billed, event: BillingEvent, nowMs: number): Promise<readonly string[]> {
  const { database, stripe } = billed;
  const { subscriptionId } = event;
  const tables = tablesOf<BillingTables>(database.kysely);
  for (let attempt = 0; subscriptionId !== null && attempt < mostAttempts; attempt++) {
    const before = await eventsOf(tables, subscriptionId);
    if (before.includes(event.eventId)) return [];
    const retrieve = () => unlessMissing(() => stripe.subscriptions.retrieve(subscriptionId));
    const notes = await write(billed, event, await refusingUnavailable(retrieve), nowMs, before.length);
    if (notes !== null) return notes;
  }
  if (subscriptionId !== null) throw new BillingError("unavailable");
  return (await write(billed, event, null, nowMs)) ?? [];
}

/**
 * Writes what Stripe said when it was asked about the event. Stripe's answer may be older than one that was written meanwhile.
 * @param said null when Stripe does not know the subscription, or none was asked for.
 * @param asOf how many events of the subscription were taken before Stripe was asked. Null is returned, and nothing written,
 * when there are more by now. Without it, what Stripe said is written in any case.
 */
function write(
  { database, priceId }: Billed,
  event: BillingEvent,
  said: Stripe.Subscription | null,
  nowMs: number,
  asOf?: number,
): Promise<readonly string[] | null> {
  return writeTransaction(database, async (connection) => {
    const tables = tablesOf<BillingTables>(connection);
    const { subscriptionId, link } = event;
    const known = subscriptionId === null ? undefined : await knownSubscription(tables, subscriptionId);
    const taken = subscriptionId === null ? [] : await eventsOf(tables, subscriptionId);
    if (asOf !== undefined && taken.length !== asOf && !taken.includes(event.eventId)) return null;
    if (!(await recordEvent(tables, event, nowMs))) return [];

    // A subscription that Stripe no longer knows, such as wiped test data, has ended.
    const ended = known === undefined ? undefined : { ...known, status: "canceled", cancels_at_ms: null };
    const row = said === null ? ended : rowOf(said, known, priceId);
    const customerId = row?.customer_id ?? link?.customerId ?? "";
    const owner = link?.email ?? row?.account ?? null;
    const owners = [await ownerOfCustomer(tables, customerId), known?.account, row?.account, owner];
    const emails = [...new Set(owners.filter((email) => typeof email === "string"))].sort();
    const before = new Map<string, BilledTerms | null>();
    for (const email of emails) before.set(email, billedTermsOf(await subscriptionsOf(tables, email)));

    if (owner !== null) await linkCustomer(tables, { customerId, email: owner }, event.eventMs);
    if (row !== undefined) await writeSubscription(tables, row);

    const notes: string[] = [];
    for (const email of emails) {
      notes.push(...(await change(tablesOf(connection), tables, email, before.get(email) ?? null, nowMs)));
    }
    return notes;
  });
}

/**
 * Changes the account to what its subscriptions say. Nothing is written when they say the same as before, so that what
 * an operator has set since then stays.
 */
async function change(
  access: Kysely<AccessTables>,
  tables: Kysely<BillingTables>,
  email: string,
  before: BilledTerms | null,
  nowMs: number,
): Promise<readonly string[]> {
  const subscriptions = (await subscriptionsOf(tables, email)).filter((each) => each.is_standard === 1);
  const now = billedTermsOf(subscriptions);
  // An account whose last subscription was handed to another address is canceled.
  const terms = now ?? (before === null ? null : { ...before, standing: "canceled" as const });
  if (terms === null || JSON.stringify(terms) === JSON.stringify(before)) return [];

  const account = await access.selectFrom("accounts").select("plan").where("email", "=", email).executeTakeFirst();
  // A failed attempt to pay neither ends a trial nor makes an account.
  if (account?.plan !== "standard" && !terms.hasRun) return [];
  // A late billing event does not make a deleted account again, unless a subscription is active.
  const hasLeft = account === undefined && subscriptions.every((each) => each.has_run === 0 || each.is_applied === 1);
  if (hasLeft && terms.standing !== "active") return [];

  await applyTerms(access, email, terms, nowMs);
  const applied = subscriptions.filter((each) => each.has_run === 1);
  for (const each of applied) await writeSubscription(tables, { ...each, is_applied: 1 });
  if (!hasLeft) return [];
  const ids = applied.filter(({ status }) => status === "active").map((each) => each.subscription_id);
  return [`an account that was deleted is made again, because its subscription is active: ${ids.join(", ")}`];
}

async function applyTerms(
  access: Kysely<AccessTables>,
  email: string,
  { standing, anchorMs, periodStartMs, periodEndMs }: BilledTerms,
  nowMs: number,
): Promise<void> {
  await writeAccount(access, email, { plan: "standard", standing }, nowMs);
  // When the billing event of a renewal is late, the month is the one that the gate would begin by itself.
  const { startMs, endMs } =
    nowMs < periodEndMs ? { startMs: periodStartMs, endMs: periodEndMs } : monthAt(nowMs, anchorMs);
  await access
    .updateTable("accounts")
    .set({ period_anchor_ms: anchorMs, period_start_ms: startMs, period_end_ms: endMs })
    .where("email", "=", email)
    .execute();
}

/**
 * Asks Stripe which subscriptions are running, because its newest billing events may still be on their way. The end of
 * each subscription is recorded as if its billing event had arrived.
 */
export async function cancelAll(billed: Billed, email: string, nowMs: number): Promise<void> {
  const { database, stripe, priceId } = billed;
  const tables = tablesOf<BillingTables>(database.kysely);
  const known = (await subscriptionsOf(tables, email)).filter((each) => each.is_standard === 1 && isRunning(each));
  const ids = new Set(known.map((each) => each.subscription_id));
  const customers = new Set([...(await customersOf(tables, email)), ...known.map((each) => each.customer_id)]);
  for (const customer of customers) {
    for (const subscription of await runningAt(stripe, customer)) {
      if (isOurs(subscription, email, priceId)) ids.add(subscription.id);
    }
  }
  for (const subscriptionId of ids) {
    const ended = await refusingUnavailable(() => cancel(stripe, subscriptionId));
    const isOver = ended === null || ["canceled", "incomplete_expired"].includes(ended.status);
    if (!isOver) throw new BillingError("still_running");
    const eventId = `canceled-here:${subscriptionId}`;
    const type = "customer.subscription.deleted";
    await write(billed, { eventId, type, eventMs: nowMs, subscriptionId, link: null }, ended, nowMs);
  }
}

async function runningAt(stripe: Stripe, customer: string): Promise<readonly Stripe.Subscription[]> {
  // Without a status, Stripe lists all subscriptions that were not canceled.
  const page = await refusingUnavailable(() => stripe.subscriptions.list({ customer, limit: 100 }));
  return page.data;
}

function isOurs({ metadata, items }: Stripe.Subscription, email: string, priceId: string): boolean {
  return metadata.account === undefined
    ? items.data.some(({ price }) => price.id === priceId)
    : metadata.account === email;
}

/**
 * Cancels a subscription. One that was canceled meanwhile cannot be canceled again, so it is read instead. Returns null
 * when Stripe no longer knows it.
 */
async function cancel(stripe: Stripe, subscriptionId: string): Promise<Stripe.Subscription | null> {
  const ended = await unlessMissing(() => stripe.subscriptions.cancel(subscriptionId));
  return ended ?? unlessMissing(() => stripe.subscriptions.retrieve(subscriptionId));
}
