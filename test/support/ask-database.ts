/** Queries a database directly, without the code of the program. */
import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";

export type Row = Readonly<Record<string, unknown>>;

/** @param place an SQLite file or a postgres:// URL. */
export async function askDatabase(place: string, query: string): Promise<Row[]> {
  if (!place.startsWith("postgres")) {
    const database = new DatabaseSync(place);
    const found = database.prepare(query).all();
    database.close();
    return found;
  }
  const client = new Client({ connectionString: place });
  await client.connect();
  const result = await client.query(query);
  await client.end();
  return result.rows;
}

/** Returns the definition of every table, index and function of the database as sorted texts. */
export async function definitionsOf(place: string): Promise<string[]> {
  if (!place.startsWith("postgres")) {
    const rows = await askDatabase(place, "select name, sql from sqlite_schema where sql is not null");
    return rows.map(({ name, sql }) => `${name}: ${sql}`).sort();
  }
  const rows = await askDatabase(
    place,
    `select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) as text
       from information_schema.columns where table_schema = 'public'
     union all select indexdef from pg_indexes where schemaname = 'public'
     union all select conrelid::regclass::text || ' ' || pg_get_constraintdef(oid) from pg_constraint
       where connamespace = 'public'::regnamespace and contype <> 'n'
     union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace`,
  );
  return rows.map(({ text }) => String(text)).sort();
}

/** Returns every row of every table as sorted texts. */
export async function contentsOf(place: string): Promise<string[]> {
  const tables = await askDatabase(
    place,
    place.startsWith("postgres")
      ? "select table_name as name from information_schema.tables where table_schema = 'public'"
      : "select name from sqlite_schema where type = 'table'",
  );
  const contents: string[] = [];
  for (const { name } of tables) {
    const rows = await askDatabase(place, `select * from "${name}"`);
    contents.push(...rows.map((row) => `${name} ${JSON.stringify(row, (_, value) => plain(value))}`));
  }
  return contents.sort();
}

function plain(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value;
}
