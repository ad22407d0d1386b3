/**
 * An account's use is in its row, but for what its keys have not folded in yet. On SQLite a moment's commit is a page
 * cheaper without that row, so it is written once a second; each key's newest moment says how much is missing. On
 * PostgreSQL nothing ever is.
 */
import { type Kysely, sql } from "kysely";
import type { AccessTables } from "../tables.ts";

const newestOf = (key: string): string => `(select max(o.at_ms) from key_windows o where o.key_id = ${key})`;

/** The requests of a row of `accounts` that are not in it. */
const missing = `cast(coalesce((
  select sum(w.total - w.folded) from account_keys k
    join key_windows w on w.key_id = k.key_id and w.at_ms = ${newestOf("k.key_id")}
    where k.email = accounts.email
  ), 0) as bigint)`;

/** For a query of `accounts`. */
export const unfoldedRequests = sql<number>`${sql.raw(missing)}`;

/** Two statements, each with the e-mail address as its only parameter: they bring all into the account's row. */
export const foldStatements = [
  `update accounts set requests_used = requests_used + ${missing}, day_requests = day_requests + ${missing}
    where email = ?`,
  `update key_windows set folded = total where (key_id, at_ms) in (
    select k.key_id, ${newestOf("k.key_id")} from account_keys k where k.email = ?)`,
] as const;

/** Before anything about an account's use is decided by who writes its row. */
export async function foldUse(access: Kysely<AccessTables>, email: string): Promise<void> {
  for (const statement of foldStatements) {
    const [before = "", after = ""] = statement.split("?");
    await sql`${sql.raw(before)}${email}${sql.raw(after)}`.execute(access);
  }
}
