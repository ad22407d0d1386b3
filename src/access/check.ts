/**
 * Reads all accounts, keys and counts, and reports values that are impossible. It compares no checksums, because these
 * rows change with every request.
 */
import type { Kysely } from "kysely";
import { type Database, tablesOf } from "../database/engine.ts";
import type { Findings } from "../database/findings.ts";
import type { BillingTables } from "./billing/tables.ts";
import { isEmail, normalEmail, trialEmail } from "./people/email.ts";
import { planOf, plans, standings } from "./plans.ts";
import type { AccessTables } from "./tables.ts";

type Access = Kysely<AccessTables>;

export async function checkAccess(database: Database, findings: Findings): Promise<void> {
  const access = tablesOf<AccessTables>(database.kysely);
  for (const [table, check] of Object.entries({
    accounts: checkAccounts,
    period_uses: checkUses,
    account_days: checkDays,
    account_keys: checkKeys,
    key_windows: checkWindows,
  })) {
    await findings.part(table, () => check(access, findings));
  }
  await findings.part("billing_events", () => checkBilling(database, findings));
  await findings.part("sign_in_people", () => readThrough(database, findings));
}

/** Whether this is null, or epoch milliseconds of this century. */
function isMoment(ms: number | null): boolean {
  return ms === null || (Number.isSafeInteger(ms) && ms > 946_684_800_000 && ms < 4_102_444_800_000);
}

function isCount(count: number | null): boolean {
  return count === null || (Number.isSafeInteger(count) && count >= 0);
}

function isDay(day: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day));
}

async function checkAccounts(access: Access, findings: Findings): Promise<void> {
  const accounts = await access.selectFrom("accounts").selectAll().execute();
  findings.count("accounts", accounts.length);
  for (const account of accounts) {
    const { email, plan, standing } = account;
    const check = (holds: boolean, what: string) => findings.check(holds, `the account ${email}`, what);
    const isKnown = email === trialEmail || (isEmail(email) && email === normalEmail(email));
    check(isKnown, "has no address of the form in which accounts are known");
    check(Object.hasOwn(plans, plan), `has the plan "${plan}", which there is not`);
    check(standings.includes(standing), `has the standing "${standing}", which there is not`);
    if (standings.includes(standing)) check(planOf(standing) === plan, `is ${standing} on the plan ${plan}`);
    const limits = [account.requests_per_minute, account.requests_per_month];
    check(limits.every(isCount), `has limits of its own of ${limits.join(" and ")}`);
    const moments = [account.period_start_ms, account.period_end_ms, account.period_anchor_ms, account.created_ms];
    check(moments.every(isMoment), `has times that are none: ${moments.join(", ")}`);
    check(account.period_start_ms < account.period_end_ms, "has a period that ends before it begins");
    check(isCount(account.period), `is in the period ${account.period}`);
  }
}

/** A request may be given back whose charge was lost, so a use may be less than nothing [D-40]. */
async function checkUses(access: Access, findings: Findings): Promise<void> {
  for (const { email, start_ms, used } of await access.selectFrom("period_uses").selectAll().execute()) {
    const isSound = isMoment(start_ms) && Number.isSafeInteger(used);
    findings.check(isSound, `the account ${email}`, `has used ${used} requests of a period from ${start_ms}`);
  }
}

async function checkDays(access: Access, findings: Findings): Promise<void> {
  for (const { email, day, requests } of await access.selectFrom("account_days").selectAll().execute()) {
    findings.check(
      isDay(day) && Number.isSafeInteger(requests),
      `the account ${email}`,
      `has ${requests} requests on the day "${day}"`,
    );
  }
}

async function checkKeys(access: Access, findings: Findings): Promise<void> {
  const keys = await access.selectFrom("account_keys").selectAll().execute();
  const owners = new Set((await access.selectFrom("accounts").select("email").execute()).map(({ email }) => email));
  findings.count("keys", keys.length);
  for (const key of keys) {
    const check = (holds: boolean, what: string) =>
      findings.check(holds, `the key ${key.prefix}…${key.last_four}`, what);
    check(/^[0-9a-f]{64}$/.test(key.secret_hash), "has no SHA-256: nobody can use it");
    check(/^gl_live_[0-9A-Za-z]{4}$/.test(key.prefix), "does not begin like a key");
    check(/^[0-9A-Za-z]{4}$/.test(key.last_four), "does not end like a key");
    check(owners.has(key.email), `is of the account ${key.email}, which there is not`);
    check([key.created_ms, key.revoked_ms, key.last_used_ms].every(isMoment), "has times that are none");
  }
}

async function checkWindows(access: Access, findings: Findings): Promise<void> {
  for (const { key_id, at_ms, requests } of await access.selectFrom("key_windows").selectAll().execute()) {
    const isSound = isMoment(at_ms) && isCount(requests);
    findings.check(isSound, `the window of the key ${key_id}`, `has ${requests} requests at ${at_ms}`);
  }
}

async function checkBilling(database: Database, findings: Findings): Promise<void> {
  const billing = tablesOf<BillingTables>(database.kysely);
  for (const { event_id, snapshot, created_ms } of await billing.selectFrom("billing_events").selectAll().execute()) {
    const where = `the billing event ${event_id}`;
    findings.check(isMoment(created_ms), where, "has a time that is none");
    try {
      if (snapshot !== null) JSON.parse(snapshot);
    } catch {
      findings.note(where, "is no JSON");
    }
  }
  for (const row of await billing.selectFrom("billing_subscriptions").selectAll().execute()) {
    const moments = [row.anchor_ms, row.period_start_ms, row.period_end_ms, row.cancels_at_ms, row.created_ms];
    const flags = [row.is_standard, row.has_run, row.is_applied];
    const isSound = moments.every(isMoment) && flags.every((flag) => flag === 0 || flag === 1);
    findings.check(isSound, `the subscription ${row.subscription_id}`, "has times or marks that are none");
  }
  await billing.selectFrom("billing_customers").selectAll().execute();
}

/** Checks only that these tables can be read; most of them belong to better-auth. */
async function readThrough(database: Database, findings: Findings): Promise<void> {
  for (const table of ["sign_in_people", "sign_in_sessions", "sign_in_accounts", "sign_in_links", "trials_taken"]) {
    await findings.part(table, async () => {
      await database.kysely.selectFrom(table).selectAll().execute();
    });
  }
}
