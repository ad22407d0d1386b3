/** Notes this server in the database for as long as it answers, so that nodes which do not go together are found. */
import type { Config } from "../config/config.ts";
import type { Database } from "../database/engine.ts";
import { connectionsOfServer } from "../database/uses.ts";
import { programVersion } from "../http/version.ts";
import { joinNodes, type Membership, noteEveryMs } from "../operate/nodes.ts";

/**
 * With SQLite one server answers, and there is nothing to note.
 * @throws DatabaseError in one sentence, when the nodes that are there do not go together with this one.
 */
export async function holdMembership(
  database: Database,
  { sessionSecret, metrics }: Pick<Config, "sessionSecret" | "metrics">,
): Promise<Pick<Membership, "leave">> {
  if (database.engine === "sqlite") return { leave: async () => {} };
  const own = { version: programVersion(), sessionSecret, mostConnections: connectionsOfServer(metrics !== null) };
  const membership = await joinNodes(database, own);
  // While the database is away nobody can be told, and others say so.
  const timer = setInterval(() => void membership.noteAgain().catch(() => {}), noteEveryMs).unref();
  return {
    async leave() {
      clearInterval(timer);
      await membership.leave();
    },
  };
}
