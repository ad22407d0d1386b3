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
import { limitsOf, type Use } from "./uses.ts";

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

/** The server itself ends a statement first, and says so. A host that is gone says nothing. */
const afterStatementMs = 200;

class BoundedPool implements PostgresPool {
  readonly options: object;
  readonly #url: string;
  readonly #pool: Pool;
  /** Those that are open. Kysely tells connections apart by their objects, so a client always gets the same one. */
  readonly #connections = new Map<PoolClient, BoundedConnection>();
  #ended: Promise<void> | null = null;

  constructor(url: string, use: Use) {
    this.#url = url;
    const limits = limitsOf[use];
    this.#pool = new Pool({
      connectionString: url,
      application_name: `gradeline ${use} ${hostname()}:${process.pid}`.slice(0, longestName),
      max: limits.connections,
      min: limits.kept,
      // For a new connection until it is ready for a query, and for one of ours to become free.
      connectionTimeoutMillis: limits.connectMs,
      lock_timeout: limits.lockMs,
      statement_timeout: limits.statementMs,
      query_timeout: limits.statementMs + afterStatementMs,
      idle_in_transaction_session_timeout: limits.idleInTransactionMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMs,
      types: {
        getTypeParser: (oid: number, format?: "text" | "binary") =>
          oid === int8Oid ? Number : types.getTypeParser(oid, format as "text"),
      },
    });
    this.#pool.on("connect", (client) => {
      this.#connections.set(client, new BoundedConnection(url, client));
    });
    this.#pool.on("remove", (client) => this.#connections.delete(client));
    // The pool has dropped the idle client by then; the next caller gets another one.
    this.#pool.on("error", () => {});
    this.options = this.#pool.options;
  }

  /** @throws DatabaseOutage when no connection is available in time. */
  async connect(): Promise<PostgresPoolClient> {
    try {
      const connection = this.#connections.get(await this.#pool.connect());
      if (connection === undefined) throw closed();
      return connection;
    } catch (cause) {
      throw noteOutage(new DatabaseOutage(this.#url, cause));
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
  /** The first reason why it is unusable; null while it is usable. */
  #lostBecause: Error | null = null;

  constructor(url: string, client: PoolClient) {
    this.#url = url;
    this.#client = client;
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
    (this.#client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream.destroy(reason);
  }

  async #ask<Row>(sql: string, parameters: ReadonlyArray<unknown>): Promise<PostgresQueryResult<Row>> {
    try {
      return (await this.#client.query(sql, [...parameters])) as unknown as PostgresQueryResult<Row>;
    } catch (error) {
      throw this.#outageOr(error);
    }
  }

  #outageOr(error: unknown): unknown {
    const code = codeOfError(error);
    // By itself pg would give the connection back to the pool as if it were usable. The code is that of the operating system.
    if (error instanceof Error && error.message === "Query read timeout")
      this.abandon(Object.assign(new Error("no answer came from the server in time"), { code: "ETIMEDOUT" }));
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
