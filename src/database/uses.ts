/**
 * The uses of PostgreSQL's connections, and how long each may wait. Every use has its own connections, so that reading
 * a night or a page that hangs can never use up the connections that decide whether a key may ask.
 */

export type Use = "night" | "collecting" | "admission" | "details" | "refresh" | "pages" | "metrics";

type Limits = {
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
};

function limits(
  [connections, kept]: readonly [number, number],
  [connectMs, lockMs, statementMs, idleInTransactionMs]: readonly [number, number, number, number],
): Limits {
  return { connections, kept, connectMs, lockMs, statementMs, idleInTransactionMs };
}

export const limitsOf: Readonly<Record<Use, Limits>> = {
  /** Imports, publishing, migrations and commands. They may take minutes, and may wait for one another. */
  night: limits([4, 0], [5_000, 240_000, 900_000, 900_000]),
  /** The collector's lock and its bookkeeping, which a long import or publish must not keep waiting. */
  collecting: limits([3, 1], [2_000, 3_000, 5_000, 10_000]),
  /**
   * Reads keys and adds what was counted, one call at a time, and finds keys by their ids. A caller is waiting, and is to have
   * an answer within two seconds.
   */
  admission: limits([3, 1], [1_000, 1_000, 1_200, 5_000]),
  /** Reads one game for a caller who is waiting. Connecting and reading together take less than two seconds. */
  details: limits([3, 1], [700, 700, 900, 5_000]),
  /**
   * Reads the seasons that changed: once a night, megabytes at a time, which may come slowly, but do come. Meanwhile callers are served
   * from memory.
   */
  refresh: limits([1, 1], [2_000, 3_000, 30_000, 60_000]),
  /** The management page, signing in and billing. A person is waiting. */
  pages: limits([4, 0], [1_500, 2_000, 3_000, 10_000]),
  /** Reads a few figures for the operator, who would rather have none than wait. */
  metrics: limits([1, 0], [700, 700, 900, 5_000]),
};

/** The uses of a server's connections that last; a start also has those of `night` for a moment. */
const usesOfServer: readonly Use[] = ["admission", "details", "refresh", "pages", "metrics"];

/** The most connections to PostgreSQL that one server holds while it answers, and tells its metrics. */
export const connectionsOfServer: number = usesOfServer.reduce((sum, use) => sum + limitsOf[use].connections, 0);

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
