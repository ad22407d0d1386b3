/**
 * An account's use is in its row, but for what its keys have not folded in yet. On SQLite a moment's commit is a page
 * cheaper without that row, so it is written once a second; each key's newest moment says how much is missing. On
 * PostgreSQL nothing ever is.
 */
import { type Kysely, sql } from "kysely";
import type { AccessTables } from "./tables.ts";

const newestRows = `select k.email, w.key_id, w.at_ms, w.total - w.folded as requests
  from account_keys k join key_windows w on w.key_id = k.key_id
  where w.at_ms = (select max(o.at_ms) from key_windows o where o.key_id = k.key_id) and w.total > w.folded`;

/** The requests of an account, by its e-mail address as SQL, that are not in its row. */
const missingOf = (email: string): string =>
  `cast(coalesce((select sum(newest.requests) from (${newestRows}) newest where newest.email = ${email}), 0) as bigint)`;

/** For a query of `accounts`. */
export const unfoldedRequests = sql<number>`${sql.raw(missingOf("accounts.email"))}`;

/** Two statements, each with the e-mail address as its only parameter: they bring all into the account's row. */
export const foldStatements = [
  `update accounts set requests_used = requests_used + ${missingOf("accounts.email")},
    day_requests = day_requests + ${missingOf("accounts.email")} where email = ?`,
  `update key_windows set folded = total where exists (
    select 1 from account_keys k where k.key_id = key_windows.key_id and k.email = ?)
    and folded < total and at_ms = (select max(o.at_ms) from key_windows o where o.key_id = key_windows.key_id)`,
] as const;

/** Before anything about an account's use is decided by who writes its row. */
export async function foldUse(access: Kysely<AccessTables>, email: string): Promise<void> {
  for (const statement of foldStatements) {
    const [before = "", after = ""] = statement.split("?");
    await sql`${sql.raw(before)}${email}${sql.raw(after)}`.execute(access);
  }
}
