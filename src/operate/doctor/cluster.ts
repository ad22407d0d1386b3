/** Whether the nodes go together, and whether PostgreSQL is the primary and waits for a standby. */
import { sql } from "kysely";
import type { Database } from "../../database/engine.ts";
import { isStandby, standbySentence } from "../../database/postgres.ts";
import { contradictionsOf } from "../nodes/contradictions.ts";
import { readNodes } from "../nodes/nodes.ts";
import { type Finding, ok, unknown, warning, wrong } from "./finding.ts";

const name = "cluster";

export async function checkCluster(database: Database): Promise<readonly Finding[]> {
  if (database.engine === "sqlite") return [ok(name, "one server answers from the file: there is no cluster")];
  if (await isStandby(database.kysely)) {
    const remedy = "set DATABASE_URL to the primary, or to the proxy on this machine that leads to it";
    return [wrong(name, standbySentence(database.url), remedy)];
  }
  return [await nodesFinding(database), await standbysFinding(database.kysely)];
}

async function nodesFinding(database: Database): Promise<Finding> {
  const nodes = await readNodes(database);
  const [found] = contradictionsOf(nodes);
  if (found !== undefined) return wrong("nodes", found.sentence, found.remedy);
  if (nodes.length === 0) return warning("nodes", "no server answers from this database", "start one: gradeline serve");
  const hosts = [...new Set(nodes.map(({ host }) => host))].join(", ");
  return ok("nodes", `${nodes.length} answer, of one version and one SESSION_SECRET: ${hosts}`);
}

type Standbys = {
  readonly wanted: string;
  /** Connected standbys, those among them that commits wait for, and those whose state this user may not see. */
  readonly connected: number;
  readonly awaited: number;
  readonly hidden: number;
};

async function standbysFinding(kysely: Database["kysely"]): Promise<Finding> {
  const { rows } = await sql<Standbys>`select current_setting('synchronous_standby_names') as wanted,
      count(*)::int as connected,
      (count(*) filter (where sync_state in ('sync', 'quorum')))::int as awaited,
      (count(*) filter (where sync_state is null))::int as hidden
    from pg_stat_replication`.execute(kysely);
  return standbysFindingOf(rows[0] ?? { wanted: "", connected: 0, awaited: 0, hidden: 0 });
}

/** Pure. */
export function standbysFindingOf({ wanted, connected, awaited, hidden }: Standbys): Finding {
  if (wanted === "") {
    if (connected === 0) return ok(name, "PostgreSQL stands alone: no standby is connected, and none is waited for");
    const sentence = `${connected} standbys are connected, and commits wait for none: a failover may forget the last ones`;
    return warning(name, sentence, "set synchronous_standby_names, or synchronous_mode of Patroni");
  }
  if (hidden > 0) {
    const sentence = `${connected} standbys are connected, and this user may not see their states`;
    return unknown(name, sentence, "as a superuser: grant pg_monitor to the user of DATABASE_URL");
  }
  if (awaited > 0) return ok(name, `commits wait for ${awaited} of ${connected} connected standbys`);
  const sentence = "commits wait for a standby, and none is there: everything that writes hangs until one comes back";
  return wrong(name, sentence, "start a standby; patronictl list says which are missing");
}
