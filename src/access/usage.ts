/**
 * The use of an account, as its management page and the operator see it. A server on SQLite writes down once a second
 * what it has counted, so the use is at most a second behind.
 */
import type { Kysely } from "kysely";
import { type Database, tablesOf } from "../database/engine.ts";
import { type Account, readAccount } from "./accounts.ts";
import { windowMs } from "./meters.ts";
import { normalEmail } from "./people/email.ts";
import { dayOf } from "./periods.ts";
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

type KeyMinute = { readonly isActive: boolean; readonly requests: number };

/** Counts each key's requests of the last minute: its newest total less its newest total that is a minute old. */
async function minuteOfKeys(access: Kysely<AccessTables>, email: string, nowMs: number): Promise<KeyMinute[]> {
  const windows = await access
    .selectFrom("account_keys as key")
    .select(({ selectFrom }) => {
      const ofKey = selectFrom("key_windows as window").whereRef("window.key_id", "=", "key.key_id");
      const total = ofKey.select(({ fn }) => fn.max<number | null>("window.total").as("total"));
      return [
        "key.revoked_ms as revokedMs",
        total.as("newest"),
        total.where("window.at_ms", "<=", nowMs - windowMs).as("base"),
      ];
    })
    .where("key.email", "=", email)
    .execute();
  return windows.map(({ revokedMs, newest, base }) => ({
    isActive: revokedMs === null,
    requests: (newest ?? 0) - (base ?? 0),
  }));
}
