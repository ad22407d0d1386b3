/** The checks of the doctor that are for PostgreSQL alone: its indexes, its log, its connections, its standbys, and the nodes that share it. */
import { sql } from "kysely";
import { type CollationDrift, collationDrift } from "../../database/check.ts";
import { isStandby, standbySentence } from "../../database/postgres.ts";
import { connectionsOfNight } from "../../database/uses.ts";
import { contradictionsOf, type NodeFacts, readNodes } from "../nodes.ts";
import { type Asked, check, ok, rowOf, unknown, warning, wrong } from "./doctor.ts";

type Archiver = { readonly mode: string; readonly archived_ms: number | null; readonly failed_ms: number | null };
type Standbys = {
  readonly wanted: string;
  /** Connected standbys, those among them that commits wait for, and those whose state this user may not see. */
  readonly connected: number;
  readonly awaited: number;
  readonly hidden: number;
};

export const ofPostgres = {
  collation: check(
    ({ database }: Asked) => collationDrift(database),
    (drift: CollationDrift | null) =>
      drift === null ? ok("texts are sorted as when the database was made") : wrong(drift.sentence, drift.remedy),
  ),
  "archive of the log": check(
    async ({ database: { kysely } }: Asked) =>
      rowOf(
        await sql<Archiver>`select current_setting('archive_mode') as mode,
          (extract(epoch from last_archived_time) * 1000)::float8 as archived_ms,
          (extract(epoch from last_failed_time) * 1000)::float8 as failed_ms from pg_stat_archiver`.execute(kysely),
      ),
    ({ mode, archived_ms: archivedMs, failed_ms: failedMs }: Archiver) => {
      if (mode === "off") {
        const lost = "so what came after a backup is lost with the disk";
        const remedy = "set up pgBackRest, or another archive of the log";
        return warning(`PostgreSQL keeps no log of what was written, ${lost}`, remedy);
      }
      if (failedMs !== null && failedMs > (archivedMs ?? 0)) {
        const remedy = "pgbackrest check says why; until then the disk of the primary fills up";
        return wrong("PostgreSQL could not archive its log the last time", remedy);
      }
      if (archivedMs !== null)
        return ok(`PostgreSQL last archived a piece of its log at ${new Date(archivedMs).toISOString()}`);
      const remedy = "pgbackrest check archives a piece, and says what is wrong";
      return warning("PostgreSQL has not archived any of its log yet", remedy);
    },
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
      const [found] = contradictionsOf(nodes);
      if (found !== undefined) return wrong(found.sentence, found.remedy);
      if (nodes.length === 0) return warning("no server answers from this database", "start one: gradeline serve");
      const hosts = [...new Set(nodes.map(({ host }) => host))].join(", ");
      return ok(`${nodes.length} answer, of one version and one SESSION_SECRET: ${hosts}`);
    },
  ),
  /** Whether PostgreSQL is the primary, and waits for a standby. */
  cluster: check(
    async ({ database: { kysely, url } }: Asked): Promise<Standbys | string> => {
      if (await isStandby(kysely)) return standbySentence(url);
      return rowOf(
        await sql<Standbys>`select current_setting('synchronous_standby_names') as wanted,
          count(*)::int as connected,
          (count(*) filter (where sync_state in ('sync', 'quorum')))::int as awaited,
          (count(*) filter (where sync_state is null))::int as hidden
        from pg_stat_replication`.execute(kysely),
      );
    },
    (standbys: Standbys | string) => {
      if (typeof standbys === "string") {
        return wrong(standbys, "set DATABASE_URL to the primary, or to the proxy on this machine that leads to it");
      }
      const { wanted, connected, awaited, hidden } = standbys;
      if (wanted === "" && connected === 0) {
        return ok("PostgreSQL stands alone: no standby is connected, and none is waited for");
      }
      const are = `${connected} standbys are connected, and`;
      if (wanted === "") {
        const remedy = "set synchronous_standby_names, or synchronous_mode of Patroni";
        return warning(`${are} commits wait for none: a failover may forget the last ones`, remedy);
      }
      if (hidden > 0) {
        const remedy = "as a superuser: grant pg_monitor to the user of DATABASE_URL";
        return unknown(`${are} this user may not see their states`, remedy);
      }
      if (awaited > 0) return ok(`commits wait for ${awaited} of ${connected} connected standbys`);
      const sentence =
        "commits wait for a standby, and none is there: everything that writes hangs until one comes back";
      return wrong(sentence, "start a standby; patronictl list says which are missing");
    },
  ),
};
