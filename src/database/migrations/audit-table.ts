/** A table of the audit list. The database itself refuses to change or remove a row. */
import { type Kysely, sql } from "kysely";
import type { AnyTables, ColumnTypes } from "../names.ts";

export async function createAuditTable(
  kysely: Kysely<AnyTables>,
  { engine }: ColumnTypes,
  table: "facts_audit" | "access_audit",
): Promise<void> {
  const { schema } = kysely;
  const run = (text: string) => sql.raw(text).execute(kysely);
  await schema
    .createTable(table)
    .addColumn("deed_id", "text", (id) => id.primaryKey())
    // ISO 8601 UTC.
    .addColumn("at", "text", (at) => at.notNull())
    // `page` or `command`.
    .addColumn("through", "text", (through) => through.notNull())
    // The e-mail address of an operator, or the operating system's user.
    .addColumn("who", "text", (who) => who.notNull())
    .addColumn("deed", "text", (deed) => deed.notNull())
    // Ids and numbers, as JSON.
    .addColumn("about", "text", (about) => about.notNull())
    .execute();
  await schema.createIndex(`${table}_by_time`).on(table).column("at").execute();
  const why = "rows of the audit list are only added";
  if (engine === "postgres") {
    await run(`create function ${table}_refuse() returns trigger language plpgsql as $refuse$
      begin raise exception '${why}'; end $refuse$`);
    await run(`create trigger ${table}_kept before update or delete on ${table}
      for each row execute function ${table}_refuse()`);
    await run(`create trigger ${table}_not_emptied before truncate on ${table}
      for each statement execute function ${table}_refuse()`);
    return;
  }
  const refuse = `begin select raise(abort, '${why}'); end`;
  await run(`create trigger ${table}_not_changed before update on ${table} ${refuse}`);
  await run(`create trigger ${table}_not_removed before delete on ${table} ${refuse}`);
  // "insert or replace" removes a row without asking the trigger of removals.
  await run(`create trigger ${table}_not_replaced before insert on ${table}
    when exists (select 1 from ${table} where deed_id = new.deed_id) ${refuse}`);
}
