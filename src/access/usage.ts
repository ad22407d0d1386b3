/**
 * The use of an account, as its management page and the operator see it. A server writes down twice a second what
 * it has counted, so the use is at most a second behind.
 */
import type { Kysely } from "kysely";
import { type Database, tablesOf } from "../database/engine.ts";
import { type Account, readAccount } from "./accounts.ts";
import { normalEmail } from "./people/email.ts";
import { dayOf, windowMs } from "./plans.ts";
import type { AccessTables } from "./tables.ts";

export type Usage = {
  readonly account: Account;
  /** Requests of all its keys in the last 60 seconds. */
  readonly thisMinute: number;
  /** Requests of the active key that made the most of them: each key has its own limit per minute. */
  readonly fullestKeyThisMinute: number;
  /** Requests of each UTC day. The last day is today, and days without a request are listed too. */
  readonly days: readonly { readonly day: string; readonly requests: number }[];
};

const dayMs = 86_400_000;

/** Returns null when there is no such account. */
export async function usageOf(database: Database, givenEmail: string, now: Date, days = 30): Promise<Usage | null> {
  const email = normalEmail(givenEmail);
  const account = await readAccount(database, email, now);
  if (account === null) return null;
  const access = tablesOf<AccessTables>(database.kysely);
  const wanted = Array.from({ length: days }, (_, index) => dayOf(now.getTime() - (days - 1 - index) * dayMs));
  const rows = await access
    .selectFrom("account_days")
    .select(["day", "requests"])
    .where("email", "=", email)
    .where("day", ">=", wanted[0] ?? "")
    .execute();
  const counted = new Map(rows.map(({ day, requests }) => [day, Math.max(0, requests)]));
  const minute = await minuteOfKeys(access, email, now.getTime());
  return {
    account,
    thisMinute: minute.reduce((sum, { requests }) => sum + requests, 0),
    fullestKeyThisMinute: Math.max(0, ...minute.map(({ isActive, requests }) => (isActive ? requests : 0))),
    days: wanted.map((day) => ({ day, requests: counted.get(day) ?? 0 })),
  };
}

async function minuteOfKeys(access: Kysely<AccessTables>, email: string, nowMs: number) {
  const keys = await access
    .selectFrom("account_keys as key")
    .select("key.revoked_ms as revokedMs")
    .select(({ selectFrom }) =>
      selectFrom("key_windows as window")
        .select(({ fn }) => fn.sum<number | null>("window.requests").as("requests"))
        .whereRef("window.key_id", "=", "key.key_id")
        .where("window.at_ms", ">", nowMs - windowMs)
        .as("requests"),
    )
    .where("key.email", "=", email)
    .execute();
  return keys.map(({ revokedMs, requests }) => ({ isActive: revokedMs === null, requests: Number(requests ?? 0) }));
}
