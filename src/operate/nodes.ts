/**
 * The servers that answer from one PostgreSQL. Each notes itself, so that one which does not go together with the others is refused
 * at its start, and `gradeline doctor` can tell of all of them. With SQLite one server answers, and notes nothing.
 */
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { sql } from "kysely";
import { DatabaseError } from "../database/database-error.ts";
import { type Database, tablesOf } from "../database/engine.ts";
import { sign } from "../http/signing.ts";

export type NodeFacts = {
  readonly host: string;
  /** Null where SESSION_SECRET is not set, and the node signs with a secret of its own. */
  readonly secretFingerprint: string | null;
};

export type Contradiction = {
  readonly sentence: string;
  readonly remedy: string;
  /** Whether a server that would bring it about does not start. */
  readonly isRefused: boolean;
};

/** @param nodes those that are there, and the one that would join them last. Null: they go together. */
export function contradictionOf(nodes: readonly NodeFacts[]): Contradiction | null {
  const set = nodes.filter(({ secretFingerprint }) => secretFingerprint !== null);
  const [first] = set;
  const other = set.find(({ secretFingerprint }) => secretFingerprint !== first?.secretFingerprint);
  if (first !== undefined && other !== undefined) {
    return {
      sentence: `the nodes on ${first.host} and ${other.host} have different SESSION_SECRETs, so each would sign people out of the other`,
      remedy: "set the same SESSION_SECRET on every node; to change it, stop all of them first",
      isRefused: true,
    };
  }
  const unset = nodes.find(({ secretFingerprint }) => secretFingerprint === null);
  if (nodes.length < 2 || unset === undefined) return null;
  return {
    sentence: `${nodes.length} nodes answer, and the one on ${unset.host} has no SESSION_SECRET, so each signs people out of the others`,
    remedy: "set the same SESSION_SECRET on every node",
    isRefused: false,
  };
}

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
  return sign(secret, "fingerprint", "");
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
    secretFingerprint: row.secret_fingerprint,
    mostConnections: row.most_connections,
  }));
}

export type OwnNode = {
  readonly version: string;
  /** The value of the setting; null where it is not set. */
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
    secretFingerprint: sessionSecret === null ? null : fingerprintOfSecret(sessionSecret),
  };
  const refusal = contradictionOf([...(await readNodes(database)), facts]);
  if (refusal?.isRefused) throw new DatabaseError(`${refusal.sentence}: ${refusal.remedy}`);
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
