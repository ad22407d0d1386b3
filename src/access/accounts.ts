/** Accounts: an e-mail address, the plan that it is on, its standing, and limits of its own. */
import { hash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { type DeedFacts, noteDeed } from "../audit/deeds.ts";
import { isOutage } from "../database/database-error.ts";
import { type Database, tablesOf, writeTransaction } from "../database/engine.ts";
import { accountIdOf } from "./keys/keys.ts";
import { normalEmail } from "./people/email.ts";
import { forgetPerson } from "./people/people.ts";
import { type AccountRow, monthAt, presentPeriod, presentUses } from "./periods.ts";
import { type Plan, planOf, plans, type Standing, standingAt, trialMs } from "./plans.ts";
import type { AccessTables } from "./tables.ts";

export type Account = {
  readonly email: string;
  readonly plan: Plan;
  /** The standing at the time of reading: a trial ends by itself. */
  readonly standing: Standing;
  readonly requestsPerMinute: number;
  /** Requests that the present quota period allows. The quota period is the whole trial, or a month. */
  readonly requests: number;
  /** Whether a limit is the account's own instead of its plan's. */
  readonly hasOwnRate: boolean;
  readonly hasOwnQuota: boolean;
  /** Requests of the last second may be missing. */
  readonly requestsUsed: number;
  readonly periodStartMs: number;
  readonly periodEndMs: number;
  readonly createdMs: number;
};

/**
 * Changes that an operator may make. A field that is left out stays as it is; a limit of null becomes the plan's again.
 */
export type AccountChanges = {
  readonly plan?: Plan;
  readonly standing?: Standing;
  readonly requestsPerMinute?: number | null;
  readonly requestsPerMonth?: number | null;
};

export async function readAccount(database: Database, email: string, now: Date): Promise<Account | null> {
  const access = tablesOf<AccessTables>(database.kysely);
  const row = await accountsOf(access).where("email", "=", normalEmail(email)).executeTakeFirst();
  return row === undefined ? null : accountAt(access, row, now);
}

/** Lists every account, in the order of e-mail addresses. */
export async function listAccounts(database: Database, now: Date): Promise<readonly Account[]> {
  const access = tablesOf<AccessTables>(database.kysely);
  return accountsAt(access, await accountsOf(access).orderBy("email").execute(), now.getTime());
}

/** Some accounts whose addresses contain a text, in the order of addresses, and how many there are of them. */
export async function findAccounts(
  database: Database,
  { text, limit }: { readonly text: string; readonly limit: number },
  now: Date,
): Promise<{ readonly accounts: readonly Account[]; readonly all: number }> {
  const access = tablesOf<AccessTables>(database.kysely);
  const holds = sql<boolean>`email like ${`%${normalEmail(text).replaceAll(/[\\%_]/g, "\\$&")}%`} escape '\\'`;
  const found = await accountsOf(access).where(holds).orderBy("email").limit(limit).execute();
  const counted = access.selectFrom("accounts").select(({ fn }) => fn.countAll<number>().as("all"));
  const { all } = await counted.where(holds).executeTakeFirstOrThrow();
  return { accounts: await accountsAt(access, found, now.getTime()), all: Number(all) };
}

/**
 * Changes an account, or makes it when there is none. A new account without a plan or standing is on Standard. A plan
 * or standing that the account already has leaves its quota period and its use as they are; another plan begins a new
 * quota period.
 */
export function setAccount(database: Database, email: string, changes: AccountChanges, now: Date): Promise<Account> {
  return writeTransaction(database, async (connection) => {
    const access = tablesOf<AccessTables>(connection);
    const row = await writeAccount(access, normalEmail(email), changes, now.getTime());
    await noteDeed(database, connection, "account set", { account: accountIdOf(row.email), ...termsOf(row) });
    return accountAt(access, row, now);
  });
}

/** An account's terms as the audit list has them; null stands for its plan's limit. */
export function termsOf(row: AccountRow): DeedFacts {
  return {
    plan: row.plan,
    standing: row.standing,
    per_minute: row.requests_per_minute,
    per_month: row.requests_per_month,
  };
}

/**
 * Begins the account's trial. A mailbox gets one trial, ever. Returns null when it has had one, or when the address has
 * an account on any plan.
 */
export function startTrial(database: Database, givenEmail: string, now: Date): Promise<Account | null> {
  const email = normalEmail(givenEmail);
  return writeTransaction(database, async (connection) => {
    const access = tablesOf<AccessTables>(connection);
    const existing = await accountsOf(access).where("email", "=", email).executeTakeFirst();
    if (existing !== undefined || (await hasTakenTrial(access, email))) return null;
    return accountAt(access, await writeAccount(access, email, { standing: "trialing" }, now.getTime()), now);
  });
}

/**
 * Deletes the account with its keys and everything that was counted for it, and the person with their sessions. Returns
 * false when there was neither an account nor a person.
 */
export function deleteAccount(database: Database, givenEmail: string): Promise<boolean> {
  const email = normalEmail(givenEmail);
  return writeTransaction(database, async (connection) => {
    const isForgotten = await forgetPerson(connection, email);
    const { numDeletedRows } = await tablesOf<AccessTables>(connection)
      .deleteFrom("accounts")
      .where("email", "=", email)
      .executeTakeFirst();
    const isDeleted = isForgotten || numDeletedRows > 0n;
    if (isDeleted) await noteDeed(database, connection, "account delete", { account: accountIdOf(email) });
    return isDeleted;
  });
}

async function accountAt(access: Kysely<AccessTables>, row: AccountRow, now: Date): Promise<Account> {
  const [account] = await accountsAt(access, [row], now.getTime());
  return account as Account;
}

/** Makes or changes an account and returns its row after that. The caller must hold the write lock. */
export async function writeAccount(
  access: Kysely<AccessTables>,
  email: string,
  changes: AccountChanges,
  nowMs: number,
): Promise<AccountRow> {
  const before = await accountsOf(access).where("email", "=", email).executeTakeFirst();
  const standing = standingWanted(before, changes, nowMs);
  const isNewPeriod = before === undefined || planOf(standing) !== before.plan || isNewTrial(before, standing, nowMs);
  const terms = {
    plan: planOf(standing),
    standing,
    ...(changes.requestsPerMinute === undefined ? {} : { requests_per_minute: changes.requestsPerMinute }),
    ...(changes.requestsPerMonth === undefined ? {} : { requests_per_month: changes.requestsPerMonth }),
    ...(isNewPeriod ? periodOf(standing, nowMs) : {}),
  };
  if (before === undefined) {
    const first = { requests_per_minute: null, requests_per_month: null, period: 1, ...periodOf(standing, nowMs) };
    await access
      .insertInto("accounts")
      .values({ ...first, ...terms, email, created_ms: nowMs })
      .execute();
  } else {
    // A trial that an operator ends by hand ends now.
    const isEnded = standing === "trial_ended" && !isNewPeriod && before.period_end_ms > nowMs;
    await access
      .updateTable("accounts")
      .set({
        ...terms,
        ...(isNewPeriod ? { period: sql`period + 1` } : {}),
        ...(isEnded ? { period_end_ms: nowMs } : {}),
      })
      .where("email", "=", email)
      .execute();
  }
  if (planOf(standing) === "trial" && isNewPeriod) await rememberTrial(access, email, nowMs);
  return accountsOf(access).where("email", "=", email).executeTakeFirstOrThrow();
}

function standingWanted(before: AccountRow | undefined, changes: AccountChanges, nowMs: number): Standing {
  if (changes.standing !== undefined) return changes.standing;
  const isOn = changes.plan ?? before?.plan ?? "standard";
  if (before !== undefined && before.plan === isOn) return standingAt(before, nowMs);
  return isOn === "trial" ? "trialing" : "active";
}

function isNewTrial(before: AccountRow, standing: Standing, nowMs: number): boolean {
  return standing === "trialing" && standingAt(before, nowMs) !== "trialing";
}

function periodOf(standing: Standing, nowMs: number) {
  if (planOf(standing) === "trial") {
    const endMs = standing === "trial_ended" ? nowMs : nowMs + trialMs;
    return { period_anchor_ms: null, period_start_ms: nowMs, period_end_ms: endMs };
  }
  const { startMs, endMs } = monthAt(nowMs, null);
  return { period_anchor_ms: null, period_start_ms: startMs, period_end_ms: endMs };
}

function accountsOf(access: Kysely<AccessTables>) {
  return access.selectFrom("accounts").selectAll();
}

async function accountsAt(
  access: Kysely<AccessTables>,
  rows: readonly AccountRow[],
  nowMs: number,
): Promise<readonly Account[]> {
  const uses = await presentUses(access, rows, nowMs);
  return rows.map((row) => accountOf(row, uses.get(row.email) ?? 0, nowMs));
}

function accountOf(row: AccountRow, requestsUsed: number, nowMs: number): Account {
  const period = presentPeriod(row, nowMs);
  return {
    email: row.email,
    plan: row.plan,
    standing: standingAt(row, nowMs),
    requestsPerMinute: row.requests_per_minute ?? plans[row.plan].requestsPerMinute,
    requests: row.requests_per_month ?? plans[row.plan].requests,
    hasOwnRate: row.requests_per_minute !== null,
    hasOwnQuota: row.requests_per_month !== null,
    requestsUsed,
    periodStartMs: period.startMs,
    periodEndMs: period.endMs,
    createdMs: row.created_ms,
  };
}

/** One trial a mailbox, ever: what is kept is a digest of the address, also after its account was deleted. */
export async function hasTakenTrial(access: Kysely<AccessTables>, email: string): Promise<boolean> {
  const row = await access
    .selectFrom("trials_taken")
    .select("taken_ms")
    .where("mailbox_hash", "=", mailboxHash(email))
    .executeTakeFirst();
  return row !== undefined;
}

async function rememberTrial(access: Kysely<AccessTables>, email: string, nowMs: number): Promise<void> {
  await access
    .insertInto("trials_taken")
    .values({ mailbox_hash: mailboxHash(email), taken_ms: nowMs })
    .onConflict((conflict) => conflict.column("mailbox_hash").doNothing())
    .execute();
}

/** Providers that ignore dots in the local part: https://support.google.com/mail/answer/7436150 */
const dotless = new Set(["gmail.com", "googlemail.com"]);

/** `Jane.Doe+bets@googlemail.com` and `janedoe@gmail.com` are one mailbox. */
function mailboxHash(email: string): string {
  const [local = "", domain = ""] = email.trim().toLowerCase().split("@");
  const [untagged = ""] = local.split("+");
  const name = dotless.has(domain) ? untagged.replaceAll(".", "") : untagged;
  return hash("sha256", `${name}@${domain === "googlemail.com" ? "gmail.com" : domain}`, "hex");
}

/** Whether a failure is the database's, so that asking a page again later may help. */
export function isDatabaseAway(error: unknown): boolean {
  return isOutage(error);
}
