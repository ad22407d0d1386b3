/**
 * Whether the tables of an SQLite file are those that the migrations make. SQLite keeps them as the texts that made them:
 * by a flipped bit a column has another name or type, and what it holds is read as something else, or as nothing.
 */
import { Kysely, sql } from "kysely";
import { DatabaseError } from "./database-error.ts";
import { migrate } from "./migrate.ts";
import type { AnyTables, Part } from "./names.ts";
import { NodeSqlite, NodeSqliteDialect } from "./node-sqlite.ts";

/** By what they are and their name: the texts of tables and indexes; null for an index that comes with its table. */
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

async function schemaOf(kysely: Kysely<AnyTables>): Promise<Schema> {
  const { rows } = await sql<{ type: string; name: string; tbl_name: string; sql: string | null }>`
    select type, name, tbl_name, sql from sqlite_schema`.execute(kysely);
  return new Map(rows.map(({ type, name, tbl_name: table, sql: text }) => [nameOf(type, name, table), text]));
}

function nameOf(type: string, name: string, table: string): string {
  return type === "table" ? `table ${name}` : `${type} ${name} of ${table}`;
}
