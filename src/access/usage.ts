/** What an account has used, as its page and the operator see it. */
import { sql } from "kysely";
import { type Database, tablesOf } from "../database/engine.ts";
import { type Account, normalEmail, readAccount } from "./accounts.ts";
import { unfoldedRequests } from "./counting/unfolded.ts";
import { windowMs } from "./meters.ts";
import { dayOf } from "./periods.ts";
import type { AccessTables } from "./tables.ts";

export type Usage = {
  readonly account: Account;
  /** Requests of all its keys in the last 60 seconds. */
  readonly thisMinute: number;
  /** Requests a day, of UTC; the last one is today. Every day is there, also those without a request. */
  readonly days: readonly { readonly day: string; readonly requests: number }[];
};

const dayMs = 86_400_000;

/** Null: there is no such account. */
export async function usageOf(database: Database, givenEmail: string, now: Date, days = 30): Promise<Usage | null> {
  const email = normalEmail(givenEmail);
  const account = await readAccount(database, email, now);
  if (account === null) return null;
  const access = tablesOf<AccessTables>(database.kysely);
  const wanted = Array.from({ length: days }, (_, index) => dayOf(now.getTime() - (days - 1 - index) * dayMs));
  // First the day that is being counted: were it moved between the two, it would be seen twice, not missed.
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
  return {
    account,
    thisMinute: await requestsOfMinute(database, email, now.getTime()),
    days: wanted.map((day) => ({ day, requests: counted.get(day) ?? 0 })),
  };
}

/** On PostgreSQL each key's newest total less its newest one that is a minute old; on SQLite what the log has. */
async function requestsOfMinute(database: Database, email: string, nowMs: number): Promise<number> {
  const access = tablesOf<AccessTables>(database.kysely);
  const windows = await access
    .selectFrom("key_windows as window")
    .innerJoin("account_keys as key", "key.key_id", "window.key_id")
    .select(({ fn, eb }) => [
      fn.max<number>("window.total").as("newest"),
      fn
        .max<number | null>(
          eb
            .case()
            .when("window.at_ms", "<=", nowMs - windowMs)
            .then(eb.ref("window.total"))
            .end(),
        )
        .as("base"),
    ])
    .where("key.email", "=", email)
    .groupBy("window.key_id")
    .execute();
  const { logged } = await access
    .selectFrom("request_log as log")
    .innerJoin("account_keys as key", "key.key_id", "log.key_id")
    .select(({ fn }) => fn.sum<number | null>("log.requests").as("logged"))
    .where("key.email", "=", email)
    .where("log.at_ms", ">", nowMs - windowMs)
    .executeTakeFirstOrThrow();
  return windows.reduce((sum, { newest, base }) => sum + newest - (base ?? 0), Number(logged ?? 0));
}
