/** The checks of the doctor that are for PostgreSQL alone: its indexes, its connections, and the nodes that share it. */
import { sql } from "kysely";
import { type CollationDrift, collationDrift } from "../../database/check.ts";
import { connectionsOfNight } from "../../database/uses.ts";
import { contradictionOf, type NodeFacts, readNodes } from "../nodes.ts";
import { type Asked, check, ok, rowOf, warning, wrong } from "./doctor.ts";

export const ofPostgres = {
  collation: check(
    ({ database }: Asked) => collationDrift(database),
    (drift: CollationDrift | null) =>
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
      const nodes = await readNodes(database);
      return { usable: rowOf(found).usable, ofNodes: nodes.map(({ mostConnections }) => mostConnections) };
    },
    ({ ofNodes, usable }: { readonly ofNodes: readonly number[]; readonly usable: number }) => {
      const needed = ofNodes.reduce((sum, each) => sum + each, connectionsOfNight);
      const nodes = `${ofNodes.length} node${ofNodes.length === 1 ? "" : "s"}`;
      const sentence = `${nodes} and the night need up to ${needed} connections, and PostgreSQL gives ${usable}`;
      const remedy = `raise max_connections of PostgreSQL above ${needed + 20}, or let fewer nodes answer`;
      if (needed > usable) return wrong(sentence, remedy);
      return needed > usable * 0.8 ? warning(sentence, remedy) : ok(sentence);
    },
  ),
  nodes: check(
    ({ database }: Asked) => readNodes(database),
    (nodes: readonly NodeFacts[]) => {
      const found = contradictionOf(nodes);
      if (found !== null) return wrong(found.sentence, found.remedy);
      if (nodes.length === 0) return warning("no server answers from this database", "start one: gradeline serve");
      const hosts = [...new Set(nodes.map(({ host }) => host))].join(", ");
      return ok(`${nodes.length} answer, of one SESSION_SECRET: ${hosts}`);
    },
  ),
};
