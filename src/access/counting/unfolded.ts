/**
 * On SQLite a request is counted by an entry of the journal (`journal.ts`). Once a second the new entries move to
 * `request_log` and are folded: they are added to the rows of their accounts and keys. An account's use is its row plus
 * the entries of the table that are not folded yet, plus what `settled.ts` moves there. On PostgreSQL the rows are always complete, and the log is
 * empty.
 */
import { type Kysely, sql } from "kysely";
import type { AccessTables } from "../tables.ts";

const isUnfolded = "l.entry > (select f.entry from request_log_fold f)";

/** The number of an account's requests that are not in its row yet. For a query of `accounts`. */
export const unfoldedRequests = sql<number>`${sql.raw(`cast(coalesce((
  select sum(l.requests) from request_log l join account_keys k on k.key_id = l.key_id
    where k.email = accounts.email and ${isUnfolded}
  ), 0) as bigint)`)}`;

/** These statements, in this order, add all that was counted to its rows. */
export const foldStatements = [
  `update accounts set requests_used = accounts.requests_used + u.requests, day_requests = accounts.day_requests + u.requests
    from (
      select k.email, sum(l.requests) as requests from request_log l join account_keys k on k.key_id = l.key_id
        where ${isUnfolded} group by k.email
    ) u where accounts.email = u.email`,
  `update account_keys set last_used_ms =
    case when account_keys.last_used_ms > u.at_ms then account_keys.last_used_ms else u.at_ms end
    from (select l.key_id, max(l.at_ms) as at_ms from request_log l where ${isUnfolded} group by l.key_id) u
    where account_keys.key_id = u.key_id`,
  "update request_log_fold set entry = l.entry from (select max(entry) as entry from request_log) l where l.entry > request_log_fold.entry",
] as const;

/**
 * Folds the log. Code that writes an account's row must call this before it decides anything about the account's use.
 */
export async function foldUse(access: Kysely<AccessTables>): Promise<void> {
  for (const statement of foldStatements) await sql.raw(statement).execute(access);
}
