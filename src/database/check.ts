/** Checks what the engine itself can check in a part: whether its pages, indexes and references are intact. */
import { sql } from "kysely";
import type { Database } from "./engine.ts";
import type { Findings } from "./findings.ts";

/** PostgreSQL offers its users no such check; rows that it cannot read are found when they are read. */
export async function checkEngine({ kysely, engine, url }: Database, findings: Findings): Promise<void> {
  if (engine === "postgres") return;
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
