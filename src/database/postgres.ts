/** PostgreSQL: connections for one use, which nobody waits for longer than that use allows, and whether its server is a standby. */
import { Socket } from "node:net";
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
import { Client, type ClientConfig, Pool, types } from "pg";
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
      Client: clientsOf(this.#opened, limits.connectMs),
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
    // Every later statement on this connection, such as the end of a transaction, fails for this reason too.
    if (lastWords.test(code)) this.#client.lostBecause ??= error as Error;
    const reason = this.#client.lostBecause ?? (outages.test(code) ? error : null);
    return reason === null ? error : noteOutage(new DatabaseOutage(this.#url, reason));
  }
}

/** The pause after a failed attempt to connect, give or take a fourth, so that nodes that lost the server together do not come back together. */
const pauseMs = 300;

type Connected = ((error: Error) => void) | ((error: null, client: Client) => void);

/**
 * Makes the class of clients for a pool. While attempts to connect fail, only one is made at a time, with pauses in between;
 * everybody else gets the last failure at once. So a server that comes back is not flooded with attempts, and nobody waits for
 * one that cannot be reached.
 * @param opened is kept filled with every client whose connection is open or being opened.
 * @param connectMs the time limit for making a connection, until the server is ready for a query.
 */
function clientsOf(opened: Set<SurvivingClient>, connectMs: number): new (config?: ClientConfig) => SurvivingClient {
  let lastFailure: Error | null = null;
  let notBeforeMs = 0;
  let isTrying = false;
  const ended = (failure: Error | null): void => {
    lastFailure = failure;
    isTrying = false;
    notBeforeMs = performance.now() + pauseMs * (0.75 + Math.random() / 2);
  };
  return class extends SurvivingClient {
    override connect(): Promise<Client>;
    override connect(callback: Connected): void;
    override connect(callback?: Connected): Promise<Client> | undefined {
      // The pool passes a callback; other callers get a promise.
      if (callback === undefined) return super.connect();
      const connected = callback as (error: Error | null, client?: Client) => void;
      if (lastFailure !== null && (isTrying || performance.now() < notBeforeMs)) {
        process.nextTick(connected, lastFailure);
        return;
      }
      isTrying = true;
      opened.add(this);
      this.once("end", () => opened.delete(this));
      const late = setTimeout(
        () => this.abandon(timedOut(`no connection came about within ${connectMs} ms`)),
        connectMs,
      );
      super.connect((error: Error | null) => {
        clearTimeout(late);
        ended(error);
        // A refused attempt leaves a connection open that nobody else would end.
        if (error !== null) this.abandon(error);
        connected(error, error === null ? this : undefined);
      });
      return;
    }
  };
}

/** Makes a timeout error like those of the operating system. */
function timedOut(message: string): Error {
  return Object.assign(new Error(message), { code: "ETIMEDOUT" });
}

/**
 * pg reports a lost connection as an `error` event, and Node ends the process when that event has no listener. The pool
 * listens only to idle clients, so a lost connection in use would end the process. This one is an error only for the code that
 * uses it.
 */
class SurvivingClient extends Client {
  /** The first reason why the connection is unusable; null while it is usable. */
  lostBecause: Error | null = null;

  constructor(config?: ClientConfig) {
    super(config);
    this.on("error", (error) => {
      this.lostBecause ??= error;
    });
  }

  /** Closes the connection without telling the server. Queries that are under way fail with the reason. */
  abandon(reason: Error): void {
    this.lostBecause ??= reason;
    this.connection.stream.destroy(reason);
  }
}

/** Asks for what a standby cannot give: it answers readers, and refuses everybody who writes; Gradeline counts every request by writing. */
export async function isStandby(kysely: Kysely<AnyTables>): Promise<boolean> {
  const { rows } = await sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(kysely);
  return rows[0]?.standby === true;
}

/** One sentence: the start is refused with it, and `gradeline doctor` says it. */
export function standbySentence(url: string): string {
  return `the database ${withoutPassword(url)} is a standby, which nobody can write to: DATABASE_URL must name the primary, or a proxy that leads to it`;
}

/** @throws DatabaseError before anything is read or written there. */
export async function refuseStandby(kysely: Kysely<AnyTables>, url: string): Promise<void> {
  if (await isStandby(kysely)) throw new DatabaseError(standbySentence(url));
}
