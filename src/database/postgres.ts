/** PostgreSQL: connections for one use, which nobody waits for longer than that use allows, and whether its server is a standby. */
import type { Socket } from "node:net";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Kysely,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
  sql,
} from "kysely";
import { Pool, type PoolClient, types } from "pg";
import { codeOfError, DatabaseError, DatabaseOutage, noteOutage, withoutPassword } from "./database-error.ts";
import type { AnyTables } from "./names.ts";
import { type Limits, limitsOf, type Use } from "./uses.ts";

export function postgresDialect(url: string, use: Use): PostgresDialect {
  return new PostgresDialect({ pool: new BoundedPool(url, use) });
}

/** By default pg gives an int8 as text. Ours are epoch milliseconds and counts, all below 2^53. */
const int8Oid = 20;
/** How long a host is silent before the kernel asks whether it is still there. */
const keepAliveMs = 10_000;
/** How long connections may take to close in good order when the pool is closed. */
const goodbyeMs = 500;
/** PostgreSQL cuts off longer application names. */
const longestName = 63;

/**
 * SQLSTATEs, whole or by class, of failures that say the server cannot answer now, whatever the query:
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const outages = /^(?:08|53|57|58|25006|25P03|25P04|40001|40P01|55P03)/; // connection, resources, operator, system; read-only, idle, deadlock, lock
/** Errors that the server sends before it ends the connection itself. */
const lastWords = /^(?:08|57P0|25P03|25P04)/;

/** After a failed attempt to connect, give or take a fourth, so that nodes that lost the server together do not come back together. */
const pauseMs = 300;

export class BoundedPool implements PostgresPool {
  readonly options: object;
  readonly #url: string;
  readonly #limits: Limits;
  readonly #pool: Pool;
  /** Those that are open. Kysely tells connections apart by their objects, so a client always gets the same one. */
  readonly #connections = new Map<PoolClient, BoundedConnection>();
  /** The last failure to connect. Nobody tries again until then, and then one at a time, so that a server that comes back is not flooded. */
  #failure: { readonly cause: unknown; readonly untilMs: number } | null = null;
  #isTrying = false;
  #ended: Promise<void> | null = null;

  constructor(url: string, use: Use, limits: Limits = limitsOf[use]) {
    this.#url = url;
    this.#limits = limits;
    this.#pool = new Pool({
      connectionString: url,
      application_name: `gradeline ${use} ${hostname()}:${process.pid}`.slice(0, longestName),
      max: limits.connections,
      min: limits.kept,
      // For a new connection until it is ready for a query, and for one of ours to become free.
      connectionTimeoutMillis: limits.connectMs,
      lock_timeout: limits.lockMs,
      statement_timeout: limits.statementMs,
      idle_in_transaction_session_timeout: limits.idleInTransactionMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMs,
      types: {
        getTypeParser: (oid: number, format?: "text" | "binary") =>
          oid === int8Oid ? Number : types.getTypeParser(oid, format as "text"),
      },
    });
    this.#pool.on("connect", (client) => {
      this.#connections.set(client, new BoundedConnection(url, client, limits.silenceMs));
    });
    this.#pool.on("remove", (client) => this.#connections.delete(client));
    // The pool has dropped the idle client by then; the next caller gets another one.
    this.#pool.on("error", () => {});
    this.options = this.#pool.options;
  }

  /** @throws DatabaseOutage when no connection is available in time. */
  async connect(): Promise<PostgresPoolClient> {
    const isFree = this.#pool.idleCount > 0 || this.#connections.size >= this.#limits.connections;
    const failure = this.#failure;
    if (!isFree && failure !== null && (this.#isTrying || performance.now() < failure.untilMs)) {
      throw noteOutage(new DatabaseOutage(this.#url, failure.cause));
    }
    if (!isFree) this.#isTrying = true;
    try {
      const client = await this.#pool.connect();
      this.#failure = null;
      const connection = this.#connections.get(client);
      if (connection === undefined) throw closed();
      return connection;
    } catch (cause) {
      const untilMs = performance.now() + pauseMs * (0.75 + Math.random() / 2);
      if (!isFree) this.#failure = { cause, untilMs };
      throw noteOutage(new DatabaseOutage(this.#url, cause));
    } finally {
      if (!isFree) this.#isTrying = false;
    }
  }

  /** Ends every connection. Queries that are still under way after `goodbyeMs` fail. */
  end(): Promise<void> {
    this.#ended ??= this.#end();
    return this.#ended;
  }

  async #end(): Promise<void> {
    void this.#pool.end();
    await this.#quiet();
    for (const connection of this.#connections.values()) connection.abandon(closed());
    await this.#quiet();
  }

  /** Waits until the last connection is gone or `goodbyeMs` have passed: a silent host never confirms that it is closed. */
  async #quiet(): Promise<void> {
    const untilMs = performance.now() + goodbyeMs;
    while (this.#connections.size > 0 && performance.now() < untilMs) await sleep(5);
  }
}

function closed(): Error {
  return new Error("the connection was closed");
}

/** One connection, used by one caller at a time. */
class BoundedConnection implements PostgresPoolClient {
  readonly #url: string;
  readonly #client: PoolClient;
  readonly #silenceMs: number;
  /** The first reason why it is unusable; null while it is usable. */
  #lostBecause: Error | null = null;

  constructor(url: string, client: PoolClient, silenceMs: number) {
    this.#url = url;
    this.#client = client;
    this.#silenceMs = silenceMs;
    // A lost connection in use would end the process otherwise: the pool listens to idle clients alone.
    client.on("error", (error) => {
      this.#lostBecause ??= error;
    });
  }

  query<Row>(sql: string, parameters: ReadonlyArray<unknown>): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query<Row>(
    asked: string | PostgresCursor<Row>,
    parameters: ReadonlyArray<unknown> = [],
  ): Promise<PostgresQueryResult<Row>> | PostgresCursor<Row> {
    if (typeof asked !== "string") throw new Error("rows are read all at once: there is no time limit for a cursor");
    return this.#ask(asked, parameters);
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy === true || this.#lostBecause !== null);
  }

  /** Closes the connection without telling the server. Queries that are under way fail with the reason. */
  abandon(reason: Error): void {
    this.#lostBecause ??= reason;
    this.#stream.destroy(reason);
  }

  get #stream(): Socket {
    return (this.#client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream;
  }

  async #ask<Row>(sql: string, parameters: ReadonlyArray<unknown>): Promise<PostgresQueryResult<Row>> {
    const hush = this.#listen();
    try {
      return (await this.#client.query(sql, [...parameters])) as unknown as PostgresQueryResult<Row>;
    } catch (error) {
      throw this.#outageOr(error);
    } finally {
      hush();
    }
  }

  /**
   * Abandons the connection when the server sends nothing for too long. pg's own `query_timeout` would give the
   * connection back to the pool as if it were usable.
   */
  #listen(): () => void {
    const stream = this.#stream;
    let before = stream.bytesRead;
    let soon: NodeJS.Immediate | undefined;
    const look = (): void => {
      const now = stream.bytesRead;
      if (now === before) {
        const reason = new Error(`nothing came from the server for ${this.#silenceMs} ms`);
        // Like a timeout of the operating system.
        this.abandon(Object.assign(reason, { code: "ETIMEDOUT" }));
      } else {
        before = now;
        timer.refresh();
      }
    };
    // If this process was busy itself, bytes that arrived meanwhile are read before the check.
    const timer = setTimeout(() => {
      soon = setImmediate(look);
    }, this.#silenceMs);
    return () => {
      clearTimeout(timer);
      clearImmediate(soon);
    };
  }

  #outageOr(error: unknown): unknown {
    const code = codeOfError(error);
    // Every later statement on this connection, such as the end of a transaction, fails for this reason too.
    if (lastWords.test(code)) this.#lostBecause ??= error as Error;
    const reason = this.#lostBecause ?? (outages.test(code) ? error : null);
    return reason === null ? error : noteOutage(new DatabaseOutage(this.#url, reason));
  }
}

/**
 * A standby answers readers, and refuses everybody who writes; Gradeline counts every request by writing.
 * @throws DatabaseError before anything is read or written there.
 */
export async function refuseStandby(kysely: Kysely<AnyTables>, url: string): Promise<void> {
  const { rows } = await sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(kysely);
  if (rows[0]?.standby !== true) return;
  throw new DatabaseError(
    `the database ${withoutPassword(url)} is a standby, which nobody can write to: DATABASE_URL must name the primary, or a proxy that leads to it`,
  );
}
