/** PostgreSQL's connections for one use. Nobody waits for one longer than that use allows. */
import { Socket } from "node:net";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import { type Client, Pool, types } from "pg";
import { codeOfError, DatabaseOutage } from "./database-error.ts";
import { noteOutage } from "./outage.ts";
import { ConnectPace, clientsOf, type SurvivingClient, timedOut } from "./postgres-client.ts";
import { type Limits, limitsOf, type Use } from "./uses.ts";

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

export class BoundedPool implements PostgresPool {
  readonly options: object;
  readonly #url: string;
  readonly #limits: Limits;
  readonly #pool: Pool;
  readonly #opened = new Set<SurvivingClient>();
  /** Kysely tells connections apart by their objects, so a client always gets the same one. */
  readonly #connections = new WeakMap<Client, BoundedConnection>();
  /** Rejects the promise of each caller that waits for a connection: pg's pool forgets them when it is closed. */
  readonly #waiting = new Set<(reason: Error) => void>();
  #ended: Promise<void> | null = null;

  constructor(url: string, use: Use, limits: Limits = limitsOf[use]) {
    this.#url = url;
    this.#limits = limits;
    this.#pool = new Pool({
      connectionString: url,
      Client: clientsOf(new ConnectPace(), this.#opened, limits.connectMs),
      application_name: `gradeline ${use} ${hostname()}:${process.pid}`.slice(0, longestName),
      max: limits.connections,
      min: limits.kept,
      // This limits the wait for a free connection. The clients themselves limit how long connecting takes, and report
      // it.
      connectionTimeoutMillis: limits.connectMs + 50,
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
    // The pool has dropped the idle client by then; the next caller gets another one.
    this.#pool.on("error", () => {});
    this.options = this.#pool.options;
  }

  /** @throws DatabaseOutage when no connection is available in time. */
  async connect(): Promise<PostgresPoolClient> {
    const connecting = this.#pool.connect() as unknown as Promise<SurvivingClient & PostgresPoolClient>;
    const closing = Promise.withResolvers<never>();
    this.#waiting.add(closing.reject);
    let client: SurvivingClient & PostgresPoolClient;
    try {
      client = await Promise.race([connecting, closing.promise]);
    } catch (error) {
      // A connection that still arrives later must be given back here, because nobody else would.
      connecting.then(
        (late) => late.release(),
        () => {},
      );
      throw noteOutage(new DatabaseOutage(this.#url, error));
    } finally {
      this.#waiting.delete(closing.reject);
    }
    const known = this.#connections.get(client);
    if (known !== undefined) return known;
    const connection = new BoundedConnection(this.#url, client, this.#limits.silenceMs);
    this.#connections.set(client, connection);
    return connection;
  }

  /** Ends every connection. Queries that are still under way after `goodbyeMs` fail. */
  end(): Promise<void> {
    this.#ended ??= this.#end();
    return this.#ended;
  }

  async #end(): Promise<void> {
    for (const giveUp of this.#waiting) giveUp(closed());
    const goodbye = this.#pool.end();
    await this.#quiet(goodbye);
    for (const client of this.#opened) client.abandon(closed());
    await this.#quiet(goodbye);
  }

  /**
   * Waits until the last connection is gone or `goodbyeMs` have passed: a silent host never confirms that it is closed.
   */
  async #quiet(goodbye: Promise<void>): Promise<void> {
    const giveUp = AbortSignal.timeout(goodbyeMs);
    let isOver = false;
    void goodbye.then(() => {
      isOver = true;
    });
    while (!(isOver && this.#opened.size === 0) && !giveUp.aborted) await sleep(5);
  }
}

function closed(): Error {
  return new Error("the connection was closed");
}

/** One connection, used by one caller at a time. */
class BoundedConnection implements PostgresPoolClient {
  readonly #url: string;
  readonly #client: SurvivingClient & PostgresPoolClient;
  readonly #silenceMs: number;

  constructor(url: string, client: SurvivingClient & PostgresPoolClient, silenceMs: number) {
    this.#url = url;
    this.#client = client;
    this.#silenceMs = silenceMs;
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
    this.#client.release(destroy === true || this.#client.lostBecause !== null);
  }

  async #ask<Row>(sql: string, parameters: ReadonlyArray<unknown>): Promise<PostgresQueryResult<Row>> {
    const hush = this.#listen();
    try {
      return await this.#client.query<Row>(sql, [...parameters]);
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
    const { stream } = this.#client.connection;
    const bytesRead = (): number => (stream instanceof Socket ? stream.bytesRead : 0);
    let before = bytesRead();
    let soon: NodeJS.Immediate | undefined;
    const look = (): void => {
      const now = bytesRead();
      if (now === before) {
        const reason = `nothing came from the server for ${this.#silenceMs} ms`;
        this.#client.abandon(timedOut(reason));
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
    // Whatever follows on this connection, such as the end of a transaction, fails for this reason too.
    if (lastWords.test(code)) this.#client.lostBecause ??= error as Error;
    const reason = this.#client.lostBecause ?? (outages.test(code) ? error : null);
    return reason === null ? error : noteOutage(new DatabaseOutage(this.#url, reason));
  }
}
