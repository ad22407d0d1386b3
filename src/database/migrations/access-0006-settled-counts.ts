/**
 * The use of a quota period and of a day is a row that only ever grows or shrinks by increments, on both engines. What
 * SQLite had in its log and in its journal is added first, so that nothing that was counted is lost.
 */
import { readFileSync, rmSync } from "node:fs";
import { crc32 } from "node:zlib";
import { type Kysely, sql } from "kysely";
import type { AnyTables, ColumnTypes } from "../names.ts";

export async function up(kysely: Kysely<AnyTables>, types: ColumnTypes): Promise<void> {
  const { schema } = kysely;
  const run = (text: string) => sql.raw(text).execute(kysely);
  // The use of a quota period. An account's periods are told apart by their start and, where an operator has begun the
  // use anew, by the number in the account's row.
  await schema
    .createTable("period_uses")
    .addColumn("email", "text", (email) => email.notNull().references("accounts.email").onDelete("cascade"))
    .addColumn("period", types.bigInteger, (period) => period.notNull())
    .addColumn("start_ms", types.bigInteger, (start) => start.notNull())
    .addColumn("used", types.bigInteger, (used) => used.notNull())
    .addPrimaryKeyConstraint("period_uses_key", ["email", "period", "start_ms"])
    .execute();
  if (types.engine === "sqlite") {
    await addJournal(kysely);
    const isUnfolded = "l.entry > (select f.entry from request_log_fold f)";
    await run(`update accounts set requests_used = accounts.requests_used + u.requests,
        day_requests = accounts.day_requests + u.requests
      from (
        select k.email, sum(l.requests) as requests from request_log l join account_keys k on k.key_id = l.key_id
          where ${isUnfolded} group by k.email
      ) u where accounts.email = u.email`);
    await run(`update account_keys set last_used_ms = max(coalesce(last_used_ms, 0), u.at_ms)
      from (select l.key_id, max(l.at_ms) as at_ms from request_log l where ${isUnfolded} group by l.key_id) u
      where account_keys.key_id = u.key_id`);
    await run(`insert into key_windows (key_id, at_ms, total)
      select key_id, at_ms, sum(requests) over (partition by key_id order by at_ms) from (
        select l.key_id, l.at_ms, sum(l.requests) as requests
          from request_log l join account_keys k on k.key_id = l.key_id group by l.key_id, l.at_ms
      )`);
  }
  await run(`insert into period_uses (email, period, start_ms, used)
    select email, period, period_start_ms, requests_used from accounts`);
  await run(`insert into account_days (email, day, requests) select email, day, day_requests from accounts
    where day_requests <> 0 on conflict (email, day) do update set requests = excluded.requests`);
  for (const column of ["requests_used", "day", "day_requests"]) {
    await schema.alterTable("accounts").dropColumn(column).execute();
  }
  for (const table of ["request_log", "request_log_fold", "request_log_file", "access_lanes", "account_periods"]) {
    await schema.dropTable(table).ifExists().execute();
  }
  if (types.engine === "postgres") await run(dropFunctions);
}

/** The functions of earlier versions; those of this version are made when they are needed. */
const dropFunctions = `do $drop$ declare made regprocedure; begin
  for made in select p.oid::regprocedure from pg_proc p
    where p.pronamespace = current_schema()::regnamespace
      and p.proname ~ '^access_(take|give_back|open_lane|settle_lane|move_period)(_[0-9a-f]{8})?$'
  loop execute 'drop function ' || made; end loop;
end $drop$`;

/**
 * Adds to the log what a killed server has left in the file beside the accounts, and removes the file. It has a head and
 * then entries of 64 bytes: a checksum, the number of requests, the entry's number, the moment, and the key's id.
 */
async function addJournal(kysely: Kysely<AnyTables>): Promise<void> {
  const { rows } = await sql<{ file: string; id: string | null; last: number }>`
    select file, (select file_id from request_log_file) as id, (select coalesce(max(entry), 0) from request_log) as last
      from pragma_database_list where name = 'main'`.execute(kysely);
  const [found] = rows;
  if (found === undefined || found.file === "") return;
  const path = `${found.file}-counts`;
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    return;
  }
  if (bytes.toString("latin1", 4, 55) !== `gradeline counts 1\n${found.id}`) return;
  for (let at = 64; at + 64 <= bytes.length; at += 64) {
    const own = Buffer.from(bytes.subarray(at, at + 64));
    const checksum = own.readUInt32LE(0);
    own.writeUInt32LE(0, 0);
    const entry = own.readDoubleLE(8);
    // An entry that was written in part has another checksum; one that the log has already has an earlier number.
    if (crc32(own) !== checksum || entry <= found.last) continue;
    await sql`insert into request_log (entry, key_id, at_ms, requests) values (${entry},
      ${own.toString("latin1", 25, 25 + own.readUInt8(24))}, ${own.readDoubleLE(16)}, ${own.readUInt32LE(4)})`.execute(
      kysely,
    );
  }
  rmSync(path, { force: true });
}
