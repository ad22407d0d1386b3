/** The use of an account, as its management page and the operator see it. */
import { type Kysely, sql } from "kysely";
import { type Database, tablesOf } from "../database/engine.ts";
import { type Account, readAccount } from "./accounts.ts";
import { mostAheadMs } from "./counting/clock-ahead.ts";
import { unfoldedRequests } from "./counting/unfolded.ts";
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
  // The day that is being counted is read first. If it moves to `account_days` between the two queries, it is read
  // twice, which is harmless, and not missed.
  const latest = await access
    .selectFrom("accounts")
    .select(["day", sql<number>`day_requests + ${unfoldedRequests}`.as("requests")])
    .where("email", "=", email)
    .execute();
  const earlier = await access
    .selectFrom("account_days")
    .select(["day", "requests"])
    .where("email", "=", email)
    .where("day", ">=", wanted[0] ?? "")
    .execute();
  const counted = new Map([...earlier, ...latest].map(({ day, requests }) => [day, requests]));
  const minute = await minuteOfKeys(access, email, now.getTime());
  return {
    account,
    thisMinute: minute.reduce((sum, { requests }) => sum + requests, 0),
    fullestKeyThisMinute: Math.max(0, ...minute.map(({ isActive, requests }) => (isActive ? requests : 0))),
    days: wanted.map((day) => ({ day, requests: counted.get(day) ?? 0 })),
  };
}

type KeyMinute = { readonly isActive: boolean; readonly requests: number };

/**
 * Counts each key's requests of the last minute. On PostgreSQL they are the key's newest total less its newest total
 * that is a minute old; on SQLite they are what the log has.
 */
async function minuteOfKeys(access: Kysely<AccessTables>, email: string, nowMs: number): Promise<KeyMinute[]> {
  const windows = await access
    .selectFrom("account_keys as key")
    .select(({ selectFrom }) => {
      const ofKey = selectFrom("key_windows as window").whereRef("window.key_id", "=", "key.key_id");
      const total = ofKey.select(({ fn }) => fn.max<number | null>("window.total").as("total"));
      const newestMs = ofKey.select(({ fn }) => fn.max<number | null>("window.at_ms").as("at_ms"));
      // When a clock that was ahead counted the newest requests, the minute ends at the newest of them, until the key
      // is used again.
      const untilMs = sql<number>`case when ${newestMs} > ${nowMs + mostAheadMs}
        then ${newestMs} - ${windowMs} else ${nowMs - windowMs} end`;
      return [
        "key.key_id as keyId",
        "key.revoked_ms as revokedMs",
        total.as("newest"),
        total.where("window.at_ms", "<=", untilMs).as("base"),
      ];
    })
    .where("key.email", "=", email)
    .execute();
  if (windows.length === 0) return [];
  // The log has no index, so it is read once instead of once for each key, and nothing else is read for each entry.
  const log = await access
    .selectFrom("request_log")
    .select(({ fn }) => ["key_id as keyId", fn.sum<number>("requests").as("requests")])
    .where(
      "key_id",
      "in",
      windows.map(({ keyId }) => keyId),
    )
    .where("at_ms", ">", nowMs - windowMs)
    .groupBy("key_id")
    .execute();
  const logged = new Map(log.map(({ keyId, requests }) => [keyId, requests]));
  return windows.map(({ keyId, revokedMs, newest, base }) => ({
    isActive: revokedMs === null,
    requests: (newest ?? 0) - (base ?? 0) + (logged.get(keyId) ?? 0),
  }));
}
