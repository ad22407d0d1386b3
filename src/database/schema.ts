/**
 * Whether the tables of an SQLite file are those that the migrations make. SQLite keeps them as the texts that made them:
 * after a flipped bit a column has another name or type, and its values are read as something else, or as nothing.
 */
import { Kysely, sql } from "kysely";
import { DatabaseError } from "./database-error.ts";
import { migrate } from "./migrate.ts";
import type { AnyTables, Part } from "./names.ts";
import { NodeSqlite, NodeSqliteDialect } from "./node-sqlite.ts";

/** The columns of each table and index, by its kind and name. Null for anything else. */
type Schema = ReadonlyMap<string, string | null>;

const made = new Map<Part, Promise<Schema>>();

/**
 * Tables and indexes that others have added are no trouble.
 * @param path for the message.
 * @throws DatabaseError when a table or an index of ours is not as this version makes it.
 */
export async function refuseOtherSchema(kysely: Kysely<AnyTables>, part: Part, path: string): Promise<void> {
  const found = await schemaOf(kysely);
  for (const [name, text] of await ours(part)) {
    if (found.get(name) === text) continue;
    const what = found.has(name) ? "is not as it was made" : "is not there";
    throw new DatabaseError(
      `the database ${path} cannot be opened: it is damaged, its ${name} ${what}; restore a backup`,
    );
  }
}

/** The migrations give the same texts to whoever goes through them, in one go or release by release. */
function ours(part: Part): Promise<Schema> {
  const known = made.get(part) ?? make(part);
  made.set(part, known);
  return known;
}

async function make(part: Part): Promise<Schema> {
  const kysely = new Kysely<AnyTables>({
    dialect: new NodeSqliteDialect({ database: async () => new NodeSqlite(":memory:") }),
  });
  try {
    await migrate(kysely, "sqlite", part);
    return await schemaOf(kysely);
  } finally {
    await kysely.destroy();
  }
}

/**
 * The columns are compared as SQLite understands them, and not the texts, because another version of SQLite or of the query
 * builder may write the same table in other words.
 */
async function schemaOf(kysely: Kysely<AnyTables>): Promise<Schema> {
  const { rows } = await sql<{ type: string; name: string; tbl_name: string; columns: string | null }>`
    select type, name, tbl_name, case type
      when 'table' then (
        select group_concat(printf('%s %s %d %d %s', c.name, lower(c.type), c."notnull", c.pk, c.dflt_value), ', ')
        from pragma_table_info(sqlite_schema.name) as c)
      when 'index' then (
        select group_concat(coalesce(c.name, '') || ' ' || c."desc" || ' ' || c.coll, ', ')
        from pragma_index_xinfo(sqlite_schema.name) as c where c.key = 1)
      end as columns
    from sqlite_schema`.execute(kysely);
  return new Map(rows.map(({ type, name, tbl_name: table, columns }) => [nameOf(type, name, table), columns]));
}

function nameOf(type: string, name: string, table: string): string {
  return type === "table" ? `table ${name}` : `${type} ${name} of ${table}`;
}
