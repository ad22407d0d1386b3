/** A check of the database: what it found, by name, and the engines' own checks. */
import { sql } from "kysely";
import { DatabaseError, isDamage, reasonOf } from "./database-error.ts";
import type { Database } from "./engine.ts";

export type Problem = {
  /** The thing that has the problem: a file, a season, a game, a row. */
  readonly where: string;
  readonly what: string;
};

/** The most problems that are named; the others are only counted. */
const mostNamed = 1000;

export class Findings {
  readonly problems: Problem[] = [];
  /** How many problems there are besides the named ones. */
  unnamed = 0;
  readonly read: Record<string, number> = {};

  note(where: string, what: string): void {
    if (this.problems.length < mostNamed) this.problems.push({ where, what });
    else this.unnamed++;
  }

  /** Takes over what another part found. */
  add({ problems, unnamed, read }: Findings): void {
    for (const { where, what } of problems) this.note(where, what);
    this.unnamed += unnamed;
    for (const [what, count] of Object.entries(read)) this.count(what, count);
  }

  count(what: string, more: number): void {
    this.read[what] = (this.read[what] ?? 0) + more;
  }

  /**
   * Runs one part of the check. When that part cannot be read, this is noted, and the check goes on with the next part.
   */
  async part(where: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!isDamage(error) && !(error instanceof DatabaseError && error.cause === undefined)) throw error;
      this.note(where, `cannot be read: ${reasonOf(error)}`);
    }
  }
}

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

/** `datcollversion` came with this version. */
const firstKnowing = 150_000;

/**
 * Whether PostgreSQL still sorts texts as when the database was made. An upgrade of the operating system or of an image may bring
 * another version of the library that does (glibc or ICU). Indexes over texts are in the old order then: look-ups miss rows, and a
 * unique index lets doubles in. PostgreSQL only warns of it in its log.
 * @returns null where nothing has changed, and where nothing can: SQLite and the collation C sort by code units.
 */
export async function collationDrift({ kysely, engine }: Database) {
  if (engine === "sqlite") return null;
  const version = await sql<{ number: number }>`select current_setting('server_version_num')::int as number`.execute(
    kysely,
  );
  if ((version.rows[0]?.number ?? 0) < firstKnowing) return null;
  const { rows } = await sql<{ name: string; made: string | null; present: string | null }>`
    select quote_ident(datname) as name, datcollversion as made, pg_database_collation_actual_version(oid) as present
    from pg_database where datname = current_database()`.execute(kysely);
  const [found] = rows;
  if (found === undefined || found.made === null || found.made === found.present) return null;
  const { name, made, present } = found;
  return {
    sentence:
      `its indexes over texts were made with version ${made} of the collation, and PostgreSQL sorts by ` +
      `${present === null ? "another one without a version" : `version ${present}`} now: look-ups may miss rows, and doubles may get in`,
    // PostgreSQL refuses to replace a version by none, as that of a system with musl is.
    remedy:
      present === null
        ? "go back to the system or image of before, or restore a dump (pg_dump) into a database that is made on this one"
        : `as the owner of the database, first REINDEX DATABASE ${name}; and only when that has succeeded ` +
          `ALTER DATABASE ${name} REFRESH COLLATION VERSION;`,
  };
}
