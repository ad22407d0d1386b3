/**
 * What PostgreSQL's connections are used for, and how long each use may wait. Every use has connections of its own, so
 * that a night that is being read, or a page that hangs, can never use up those that decide whether a key may ask.
 */

export type Use = "night" | "admission" | "details" | "refresh" | "pages";

export type Limits = {
  /** Most connections of one process. */
  readonly connections: number;
  /** Connections that stay open when nobody asks: they are there when the server has no more to give. */
  readonly kept: number;
  /** For a connection: until one of ours is free, or a new one is made. */
  readonly connectMs: number;
  /** For a lock that somebody else holds. The server keeps this, and the next two. */
  readonly lockMs: number;
  readonly statementMs: number;
  /** Between two statements of a transaction: a process that was stopped in the middle must not keep its locks. */
  readonly idleInTransactionMs: number;
  /** Without a byte from the server, while a statement is under way: a host that is gone says nothing at all. */
  readonly silenceMs: number;
};

export const limitsOf: Readonly<Record<Use, Limits>> = {
  /** Imports, publishing, migrations and commands: they may take minutes, and may wait for one another. */
  night: {
    connections: 4,
    kept: 0,
    connectMs: 5_000,
    lockMs: 240_000,
    statementMs: 900_000,
    idleInTransactionMs: 900_000,
    silenceMs: 960_000,
  },
  /** Whether a key may ask: a caller is waiting, and is to have an answer within two seconds. */
  admission: {
    connections: 8,
    kept: 2,
    connectMs: 1_000,
    lockMs: 1_000,
    statementMs: 1_200,
    idleInTransactionMs: 5_000,
    silenceMs: 1_500,
  },
  /** One game, for a caller who is waiting: connecting and reading together stay below two seconds. */
  details: {
    connections: 3,
    kept: 1,
    connectMs: 700,
    lockMs: 700,
    statementMs: 900,
    idleInTransactionMs: 5_000,
    silenceMs: 1_100,
  },
  /** Seasons that changed, once a night, megabytes at a time; callers are served from what is in memory meanwhile. */
  refresh: {
    connections: 1,
    kept: 1,
    connectMs: 2_000,
    lockMs: 3_000,
    statementMs: 30_000,
    idleInTransactionMs: 60_000,
    silenceMs: 10_000,
  },
  /** The management page, signing in and billing: a person is waiting. */
  pages: {
    connections: 4,
    kept: 0,
    connectMs: 1_500,
    lockMs: 2_000,
    statementMs: 3_000,
    idleInTransactionMs: 10_000,
    silenceMs: 3_500,
  },
};

/** What the connection of an SQLite file waits for another process's transaction, during which this one stands still. */
export const sqliteBusyMs: Readonly<Record<Use, number>> = {
  night: 60_000,
  admission: 250,
  details: 250,
  refresh: 250,
  pages: 250,
};
