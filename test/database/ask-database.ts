/** Queries a database directly, without the code of the program. */
import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";

type Row = Readonly<Record<string, unknown>>;

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

export async function tablesOf(place: string): Promise<string[]> {
  const query = place.startsWith("postgres")
    ? "select table_name as name from information_schema.tables where table_schema = 'public'"
    : "select name from sqlite_schema where type = 'table'";
  return (await askDatabase(place, query)).map(({ name }) => String(name));
}

/** Returns every row of every table as sorted texts. */
export async function contentsOf(place: string): Promise<string[]> {
  const contents: string[] = [];
  for (const name of await tablesOf(place)) {
    const rows = await askDatabase(place, `select * from "${name}"`);
    contents.push(...rows.map((row) => `${name} ${JSON.stringify(row, (_, value) => plain(value))}`));
  }
  return contents.sort();
}

function plain(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value;
}
