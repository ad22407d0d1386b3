/** Accepts a billing event: records it, and changes the account when its subscriptions now say something else. */
import { type Kysely, sql } from "kysely";
import { type Database, tablesOf } from "../../database/engine.ts";
import { writeAccount } from "../accounts.ts";
import { accountsTransaction } from "../counting/settled.ts";
import { monthAt } from "../periods.ts";
import type { AccessTables } from "../tables.ts";
import type { BillingEvent } from "./events.ts";
import { type BilledTerms, billedTermsOf } from "./standing.ts";
import { linkCustomer, ownerOfCustomer, recordEvent, refreshSubscription, subscriptionsOf } from "./stripe-records.ts";
import type { BillingTables } from "./tables.ts";

type Access = Kysely<AccessTables>;
type Billing = Kysely<BillingTables>;

/** Returns sentences that an operator should read. Accepting the same billing event again does nothing. */
export function takeEvent(database: Database, event: BillingEvent, nowMs: number): Promise<readonly string[]> {
  return accountsTransaction(database, async (connection) => {
    const access = tablesOf<AccessTables>(connection);
    const billing = tablesOf<BillingTables>(connection);
    if (!(await recordEvent(billing, event, nowMs))) return [];
    const { snapshot, link } = event;
    const customerId = snapshot?.customerId ?? link?.customerId ?? "";
    const owners = [await ownerOfCustomer(billing, customerId), snapshot?.account, link?.email];
    // The order is always the same, so that two writers never wait for each other in a circle.
    const emails = [...new Set(owners.filter((email) => typeof email === "string"))].sort();
    const before = new Map<string, BilledTerms | null>();
    for (const email of emails) before.set(email, billedTermsOf(await subscriptionsOf(billing, email)));

    if (link !== null) await linkCustomer(billing, link, event.eventMs);
    if (snapshot !== null) await refreshSubscription(billing, snapshot.subscriptionId);

    const notes: string[] = [];
    for (const email of emails) notes.push(...(await follow(access, billing, email, before.get(email) ?? null, nowMs)));
    return notes;
  });
}

/**
 * Changes the account to what its subscriptions say. Nothing is written when they say the same as before, so that what
 * an operator has set since then stays.
 */
async function follow(
  access: Access,
  billing: Billing,
  email: string,
  before: BilledTerms | null,
  nowMs: number,
): Promise<readonly string[]> {
  const subscriptions = (await subscriptionsOf(billing, email)).filter(({ isStandard }) => isStandard);
  const now = billedTermsOf(subscriptions);
  // An account whose last subscription was handed to another address is canceled.
  const terms = now ?? (before === null ? null : { ...before, standing: "canceled" as const });
  if (terms === null || JSON.stringify(terms) === JSON.stringify(before)) return [];

  const account = await access.selectFrom("accounts").select("plan").where("email", "=", email).executeTakeFirst();
  const isActive = terms.standing === "active";
  // A failed attempt to pay neither ends a trial nor makes an account.
  if (account?.plan !== "standard" && !terms.hasRun) return [];
  // A late billing event does not make a deleted account again, unless a subscription is active.
  const hasLeft = account === undefined && subscriptions.every(({ hasRun, isApplied }) => !hasRun || isApplied);
  if (hasLeft && !isActive) return [];

  await applyTerms(access, email, terms, nowMs);
  await billing
    .updateTable("billing_subscriptions")
    .set({ is_applied: 1 })
    .where(
      "subscription_id",
      "in",
      subscriptions.flatMap(({ subscriptionId, hasRun }) => (hasRun ? [subscriptionId] : [])),
    )
    .execute();
  if (!hasLeft) return [];
  const ids = subscriptions.filter(({ status }) => status === "active").map(({ subscriptionId }) => subscriptionId);
  return [`an account that was deleted is made again, because its subscription is active: ${ids.join(", ")}`];
}

async function applyTerms(
  access: Access,
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
    .set({
      period_anchor_ms: anchorMs,
      period_start_ms: startMs,
      period_end_ms: endMs,
      // The statement itself decides, so that requests counted meanwhile are not lost. When the plan was just changed,
      // the use is zero already.
      requests_used: sql<number>`case when period_start_ms < ${startMs} then 0 else requests_used end`,
      period: sql<number>`case when period_start_ms < ${startMs} then period + 1 else period end`,
    })
    .where("email", "=", email)
    .execute();
}
