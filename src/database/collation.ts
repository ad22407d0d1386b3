/**
 * Whether PostgreSQL still sorts texts as when the database was made. An upgrade of the operating system or of an image may bring
 * another version of the library that does (glibc or ICU). Indexes over texts are in the old order then: look-ups miss rows, and a
 * unique index lets doubles in. PostgreSQL only warns of it in its log.
 */
import { sql } from "kysely";
import type { Database } from "./engine.ts";

export type CollationDrift = { readonly sentence: string; readonly remedy: string };

/** `datcollversion` came with this version. */
const firstKnowing = 150_000;

/** Null where nothing has changed, and where nothing can: SQLite and the collation C sort by code units. */
export async function collationDrift({ kysely, engine }: Database): Promise<CollationDrift | null> {
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
