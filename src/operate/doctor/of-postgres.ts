/** The checks of the doctor that are for PostgreSQL alone: its indexes, and its connections. */
import { sql } from "kysely";
import { collationDrift } from "../../database/check.ts";
import type { Database } from "../../database/engine.ts";
import { connectionsOfNight, connectionsOfServer } from "../../database/uses.ts";
import { type Asked, check, ok, rowOf, warning, wrong } from "./doctor.ts";

export const ofPostgres = {
  collation: check(
    ({ database }: Asked) => collationDrift(database),
    (drift) =>
      drift === null ? ok("texts are sorted as when the database was made") : wrong(drift.sentence, drift.remedy),
  ),
  /** Whether PostgreSQL has connections for all nodes at once: the one that finds none answers 503. */
  connections: check(
    async ({ database }: Asked) => {
      const found = await sql<{ usable: number }>`select least(
          current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
          case when d.datconnlimit < 0 then 2147483647 else d.datconnlimit end,
          case when r.rolconnlimit < 0 then 2147483647 else r.rolconnlimit end) as usable
        from pg_database d, pg_roles r where d.datname = current_database() and r.rolname = current_user`.execute(
        database.kysely,
      );
      return { usable: rowOf(found).usable, nodes: await countNodes(database) };
    },
    ({ nodes, usable }) => {
      const needed = nodes * connectionsOfServer + connectionsOfNight;
      const sentence = `${nodes} node${nodes === 1 ? "" : "s"} and the night need up to ${needed} connections, and PostgreSQL gives ${usable}`;
      const remedy = `raise max_connections of PostgreSQL above ${needed + 20}, or let fewer nodes answer`;
      if (needed > usable) return wrong(sentence, remedy);
      return needed > usable * 0.8 ? warning(sentence, remedy) : ok(sentence);
    },
  ),
};

/** How many servers answer from the database: each keeps a connection by which it looks for new revisions. */
async function countNodes({ kysely }: Database): Promise<number> {
  const counted = sql<{ nodes: number }>`select count(distinct split_part(application_name, ' ', 3))::int as nodes
    from pg_stat_activity where datname = current_database() and application_name like 'gradeline refresh %'`;
  return rowOf(await counted.execute(kysely)).nodes;
}
