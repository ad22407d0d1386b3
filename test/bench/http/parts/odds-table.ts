/** Our odds rows as a table of PostgreSQL: every column of the CSV as a typed column, in the order of our own pages. */
import { appendFileSync, chmodSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import type { Asker } from "../asker.ts";
import type { OddsSeason } from "./odds-pages.ts";

export type OddsTable = {
  readonly rows: number;
  readonly columns: readonly string[];
  /** The process id of the database's first process. */
  readonly postmaster: number;
  readonly version: string;
};

/** @param folder where a file may lie that the database reads. */
export async function fillOddsTable(
  asker: Asker,
  seasons: readonly OddsSeason[],
  url: string,
  folder: string,
): Promise<OddsTable> {
  const file = join(folder, "odds.csv");
  let columns: readonly string[] = [];
  for (const { path } of seasons) {
    for (let cursor = ""; ; ) {
      const { headers, body } = await asker.ask(`${path}&limit=1000&format=csv${cursor}`);
      const text = body.toString("utf8");
      const end = text.indexOf("\n") + 1;
      // A dot has a meaning in the languages that these servers are asked in.
      columns = text.slice(0, end).trim().replaceAll(".", "_").split(",");
      appendFileSync(file, text.slice(end));
      const next = headers["x-next-cursor"];
      if (typeof next !== "string") break;
      cursor = `&cursor=${next}`;
    }
  }
  chmodSync(file, 0o644);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const quoted = columns.map((name) => `"${name}"`);
    await client.query(`create table raw (${quoted.map((name) => `${name} text`).join(", ")})`);
    await client.query(`copy raw from '${file}' (format csv)`);
    const types = await client.query<Record<string, string>>(
      `select ${quoted.map((name) => `${typeOf(name)} as ${name}`).join(", ")} from raw`,
    );
    const cast = columns.map((name) => `"${name}"::${types.rows[0]?.[name] ?? "text"} as "${name}"`);
    await client.query(`create table odds as select (row_number() over ())::int as id, ${cast.join(", ")} from raw`);
    await client.query("alter table odds add primary key (id)");
    await client.query("drop table raw");
    await client.query("vacuum analyze odds");
    const { rows } = await client.query<{ rows: string; pid: string; version: string }>(
      "select (select count(*) from odds) as rows, split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid, current_setting('server_version') as version",
    );
    const [{ rows: count = "0", pid = "0", version = "" } = {}] = rows;
    return { rows: Number(count), columns, postmaster: Number(pid), version };
  } finally {
    await client.end();
  }
}

/** The narrowest type that all values of a column have. */
function typeOf(column: string): string {
  const all = (pattern: string): string => `bool_and(${column} ~ '${pattern}')`;
  return `case when ${all("^(true|false)$")} then 'boolean' when ${all("^-?\\d{1,9}$")} then 'integer'
    when ${all("^-?\\d+(\\.\\d+)?$")} then 'double precision' else 'text' end`;
}
