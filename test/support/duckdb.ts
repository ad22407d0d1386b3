/** The part of DuckDB's command line that samples use, on the real engine: `duckdb -c SQL` prints the rows, here as JSON. */
import { DuckDBInstance } from "@duckdb/node-api";

const [option, sql = ""] = process.argv.slice(2);
if (option !== "-c") throw new Error(`no such option: ${option}`);
const connection = await (await DuckDBInstance.create(":memory:")).connect();
const reader = await connection.runAndReadAll(sql);
console.log(JSON.stringify(reader.getRowObjectsJson()));
