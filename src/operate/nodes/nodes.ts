/**
 * The servers that answer from one PostgreSQL. Each notes itself, so that one which does not go together with the others is refused
 * at its start, and `gradeline doctor` can tell of all of them. With SQLite one server answers, and notes nothing.
 */
import { createHmac, randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { sql } from "kysely";
import { DatabaseError } from "../../database/database-error.ts";
import { type Database, tablesOf } from "../../database/engine.ts";
import { contradictionsOf, type NodeFacts } from "./contradictions.ts";

type NodeTables = {
  nodes: {
    node_id: string;
    host: string;
    version: string;
    secret_fingerprint: string | null;
    most_connections: number;
    started_ms: number;
    seen_ms: number;
  };
};

export type SeenNode = NodeFacts & {
  readonly nodeId: string;
  /** The most connections to PostgreSQL that it holds. */
  readonly mostConnections: number;
};

/** A node that has not noted itself for so long is gone, or cannot reach the database. */
const goneAfterMs = 60_000;
/** A node notes itself so often. */
export const noteEveryMs = 15_000;

const databaseNowMs = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/**
 * By which nodes see that they have the same secret. It is a keyed digest: from it the secret cannot be computed, and it is good for
 * nothing else.
 */
export function fingerprintOfSecret(secret: string): string {
  return createHmac("sha256", secret).update("gradeline: which SESSION_SECRET is this").digest("hex").slice(0, 16);
}

type Reading = Pick<Database, "kysely">;

/** The nodes that are there now, by host and id. @throws DatabaseError */
export async function readNodes({ kysely }: Reading): Promise<readonly SeenNode[]> {
  const rows = await tablesOf<NodeTables>(kysely)
    .selectFrom("nodes")
    .selectAll()
    .where(sql<boolean>`seen_ms > ${databaseNowMs} - ${goneAfterMs}`)
    .orderBy("host")
    .orderBy("node_id")
    .execute();
  return rows.map((row) => ({
    nodeId: row.node_id,
    host: row.host,
    version: row.version,
    secretFingerprint: row.secret_fingerprint,
    mostConnections: row.most_connections,
  }));
}

export type OwnNode = {
  readonly version: string;
  /** What the setting says; null where it says nothing. */
  readonly sessionSecret: string | null;
  readonly mostConnections: number;
};

export type Membership = {
  /** Notes that this node is there still. @throws DatabaseError */
  noteAgain(): Promise<void>;
  /** Takes the note away, so that nobody takes this node for one that answers. */
  leave(): Promise<void>;
};

/** @throws DatabaseError in one sentence, when this node does not go together with those that are there; nothing is noted then. */
export async function joinNodes(database: Reading, own: OwnNode): Promise<Membership> {
  const { version, sessionSecret, mostConnections } = own;
  const facts = {
    host: hostname(),
    version,
    secretFingerprint: sessionSecret === null ? null : fingerprintOfSecret(sessionSecret),
  };
  const [refusal] = contradictionsOf([...(await readNodes(database)), facts]).filter(({ isRefused }) => isRefused);
  if (refusal !== undefined) throw new DatabaseError(`${refusal.sentence}: ${refusal.remedy}`);
  const nodeId = randomUUID();
  const tables = tablesOf<NodeTables>(database.kysely);
  const seen = { seen_ms: databaseNowMs };
  await tables.deleteFrom("nodes").where(sql<boolean>`seen_ms < ${databaseNowMs} - ${goneAfterMs}`).execute();
  const note = async (): Promise<void> => {
    await tables
      .insertInto("nodes")
      .values({
        node_id: nodeId,
        host: facts.host,
        version,
        secret_fingerprint: facts.secretFingerprint,
        most_connections: mostConnections,
        started_ms: databaseNowMs,
        ...seen,
      })
      .onConflict((conflict) => conflict.column("node_id").doUpdateSet(seen))
      .execute();
  };
  await note();
  return {
    noteAgain: note,
    async leave() {
      await tables.deleteFrom("nodes").where("node_id", "=", nodeId).execute();
    },
  };
}
