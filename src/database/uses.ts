/**
 * The uses of PostgreSQL's connections, and how long each may wait. Every use has its own connections, so that reading
 * a night or a page that hangs can never use up the connections that decide whether a key may ask.
 */

export type Use = "night" | "collecting" | "admission" | "details" | "refresh" | "pages" | "metrics";

export type Limits = {
  /** The most connections of one process. */
  readonly connections: number;
  /** Connections that stay open while idle, so that they are available when the server can give no more. */
  readonly kept: number;
  /** The time limit for getting a connection: until one of ours is free, or a new one is made. */
  readonly connectMs: number;
  /** The time limit for a lock that somebody else holds. The server enforces this limit and the next two. */
  readonly lockMs: number;
  readonly statementMs: number;
  /**
   * The time limit between two statements of a transaction: a process that was stopped in the middle must not keep its
   * locks.
   */
  readonly idleInTransactionMs: number;
  /** How long the server may send nothing while a statement is under way: a host that is gone sends nothing at all. */
  readonly silenceMs: number;
};

export const limitsOf: Readonly<Record<Use, Limits>> = {
  /** Imports, publishing, migrations and commands. They may take minutes, and may wait for one another. */
  night: {
    connections: 4,
    kept: 0,
    connectMs: 5_000,
    lockMs: 240_000,
    statementMs: 900_000,
    idleInTransactionMs: 900_000,
    silenceMs: 960_000,
  },
  /** The collector's lock and its bookkeeping, which a long import or publish must not keep waiting. */
  collecting: {
    connections: 3,
    kept: 1,
    connectMs: 2_000,
    lockMs: 3_000,
    statementMs: 5_000,
    idleInTransactionMs: 10_000,
    silenceMs: 6_000,
  },
  /**
   * Reads keys and adds what was counted, one call at a time, and finds keys by their ids. A caller is waiting, and is to have
   * an answer within two seconds.
   */
  admission: {
    connections: 3,
    kept: 1,
    connectMs: 1_000,
    lockMs: 1_000,
    statementMs: 1_200,
    idleInTransactionMs: 5_000,
    silenceMs: 1_500,
  },
  /** Reads one game for a caller who is waiting. Connecting and reading together take less than two seconds. */
  details: {
    connections: 3,
    kept: 1,
    connectMs: 700,
    lockMs: 700,
    statementMs: 900,
    idleInTransactionMs: 5_000,
    silenceMs: 1_100,
  },
  /** Reads the seasons that changed: once a night, megabytes at a time. Meanwhile callers are served from memory. */
  refresh: {
    connections: 1,
    kept: 1,
    connectMs: 2_000,
    lockMs: 3_000,
    statementMs: 30_000,
    idleInTransactionMs: 60_000,
    silenceMs: 10_000,
  },
  /** The management page, signing in and billing. A person is waiting. */
  pages: {
    connections: 4,
    kept: 0,
    connectMs: 1_500,
    lockMs: 2_000,
    statementMs: 3_000,
    idleInTransactionMs: 10_000,
    silenceMs: 3_500,
  },
  /** Reads a few figures for the operator, who would rather have none than wait. */
  metrics: {
    connections: 1,
    kept: 0,
    connectMs: 700,
    lockMs: 700,
    statementMs: 900,
    idleInTransactionMs: 5_000,
    silenceMs: 1_100,
  },
};

/** The uses of a server's connections that last; a start also has those of `night` for a moment. */
const usesOfServer: readonly Use[] = ["admission", "details", "refresh", "pages"];

/** The most connections to PostgreSQL that one server holds while it answers. */
export function connectionsOfServer(hasMetrics: boolean): number {
  const uses: readonly Use[] = hasMetrics ? [...usesOfServer, "metrics"] : usesOfServer;
  return uses.reduce((sum, use) => sum + limitsOf[use].connections, 0);
}

/** Connections that a collector, a publish of the night and a command beside them may need at once, on whatever node. */
export const connectionsOfNight: number = limitsOf.collecting.connections + 2 * limitsOf.night.connections;

/**
 * How long the connection of an SQLite file waits for another process's transaction. This process stands still
 * meanwhile.
 */
export const sqliteBusyMs: Readonly<Record<Use, number>> = {
  night: 60_000,
  collecting: 500,
  admission: 0,
  details: 250,
  refresh: 250,
  pages: 250,
  metrics: 250,
};
