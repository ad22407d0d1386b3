/** Asks the engine of a part whether what it stores is sound. */
import { sql } from "kysely";
import type { Database } from "./engine.ts";
import type { Findings } from "./findings.ts";

/**
 * SQLite looks at its pages, indexes and references. PostgreSQL offers its users no such check: it is made to read every row, which
 * fails where its data checksums are on and a page is another one. It has both parts in one schema, so it is asked for one of them.
 */
export async function checkEngine({ kysely, engine, part, url }: Database, findings: Findings): Promise<void> {
  if (engine === "postgres") {
    if (part === "access") return;
    const tables = sql<{
      readonly name: string;
    }>`select tablename as name from pg_tables where schemaname = current_schema()`;
    for (const { name } of (await tables.execute(kysely)).rows) {
      await findings.part(name, async () => {
        await sql`select count(each::text) from ${sql.table(name)} as each`.execute(kysely);
      });
    }
    return;
  }
  await findings.part(url, async () => {
    const { rows } = await sql<{ readonly integrity_check: string }>`pragma integrity_check`.execute(kysely);
    for (const { integrity_check: said } of rows) {
      // SQLite puts several messages into one row, one per line, under a heading.
      for (const line of said.split("\n")) if (line !== "ok" && !line.startsWith("***")) findings.note(url, line);
    }
  });
  await findings.part(url, async () => {
    const { rows } = await sql<{ readonly table: string; readonly rowid: number | null; readonly parent: string }>`
      pragma foreign_key_check`.execute(kysely);
    for (const { table, rowid, parent } of rows) {
      findings.note(url, `row ${rowid} of ${table} belongs to a row of ${parent} that is not there`);
    }
  });
}
