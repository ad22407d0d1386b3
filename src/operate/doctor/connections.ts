/** Whether PostgreSQL has connections for all nodes at once: the one that finds none answers 503. */
import { sql } from "kysely";
import type { Database } from "../../database/engine.ts";
import { connectionsOfNight } from "../../database/uses.ts";
import { readNodes } from "../nodes/nodes.ts";
import { type Finding, ok, warning, wrong } from "./finding.ts";

const name = "connections";

/** Pure. @param usable what the server lets this user have at most. */
export function connectionsFinding(nodeConnections: readonly number[], usable: number): Finding {
  const needed = nodeConnections.reduce((sum, each) => sum + each, connectionsOfNight);
  const nodes = `${nodeConnections.length} node${nodeConnections.length === 1 ? "" : "s"}`;
  const sentence = `${nodes} and the night need up to ${needed} connections, and PostgreSQL gives ${usable}`;
  const remedy = `raise max_connections of PostgreSQL above ${needed + 20}, or let fewer nodes answer`;
  if (needed > usable) return wrong(name, sentence, remedy);
  return needed > usable * 0.8 ? warning(name, sentence, remedy) : ok(name, sentence);
}

export async function checkConnections(database: Database): Promise<Finding> {
  const { kysely, engine } = database;
  if (engine === "sqlite") return ok(name, "the database is a file, which this machine alone opens");
  const { rows } = await sql<{ usable: number }>`select least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
      case when d.datconnlimit < 0 then 2147483647 else d.datconnlimit end,
      case when r.rolconnlimit < 0 then 2147483647 else r.rolconnlimit end) as usable
    from pg_database d, pg_roles r where d.datname = current_database() and r.rolname = current_user`.execute(kysely);
  const nodes = await readNodes(database);
  return connectionsFinding(
    nodes.map(({ mostConnections }) => mostConnections),
    Number(rows[0]?.usable),
  );
}
