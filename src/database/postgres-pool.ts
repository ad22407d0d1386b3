/** PostgreSQL's connections for one use, none of which anybody waits for longer than that use allows. */
import { Socket } from "node:net";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import { type Client, Pool, types } from "pg";
import { codeOf, DatabaseOutage } from "./database-error.ts";
import { noteOutage } from "./outage.ts";
import { ConnectPace, clientsOf, type SurvivingClient, timedOut } from "./postgres-client.ts";
import { type Limits, limitsOf, type Use } from "./uses.ts";

/** PostgreSQL's int8 comes as text by default; ours are epoch milliseconds and counts, all below 2^53. */
const int8Oid = 20;
/** Until the kernel asks whether a silent host is still there. */
const keepAliveMs = 10_000;
/** For connections to be closed in good order, when the pool is. */
const goodbyeMs = 500;
/** PostgreSQL cuts longer names of applications off. */
const longestName = 63;

/** Class or whole SQLSTATE of what a server cannot do now, whoever asks: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const outages = /^(?:08|53|57|58|25006|25P03|25P04|40001|40P01|55P03)/; // connection, resources, operator, system; read-only, idle, deadlock, lock
/** What the server says before it ends the connection itself. */
const lastWords = /^(?:08|57P0|25P03|25P04)/;

export class BoundedPool implements PostgresPool {
  readonly options: object;
  readonly #url: string;
  readonly #limits: Limits;
  readonly #pool: Pool;
  readonly #opened = new Set<SurvivingClient>();
  /** Kysely knows a connection by its object. */
  readonly #connections = new WeakMap<Client, BoundedConnection>();
  /** Of those who wait for a connection: pg's pool forgets them when it is closed. */
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
      // For one of ours to be free; clients see to it themselves that connecting does not take longer, and say so.
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
    // The pool has let go of an idle client by then; who asks next gets another one.
    this.#pool.on("error", () => {});
    this.options = this.#pool.options;
  }

  /** @throws DatabaseOutage when there is no connection to be had in time. */
  async connect(): Promise<PostgresPoolClient> {
    const connecting = this.#pool.connect() as unknown as Promise<SurvivingClient & PostgresPoolClient>;
    const closing = Promise.withResolvers<never>();
    this.#waiting.add(closing.reject);
    let client: SurvivingClient & PostgresPoolClient;
    try {
      client = await Promise.race([connecting, closing.promise]);
    } catch (error) {
      // Should one come after all, nobody would give it back.
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

  /** Ends every connection; what is still under way after a moment fails. */
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

  /** Until the last connection is gone, or a moment has passed: a host that is silent answers no goodbye. */
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

/** One connection, in the hands of one user at a time. */
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

  /** Abandons the connection when nothing comes for too long. pg's own `query_timeout` would give it back as if it were good. */
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
    // When this process was busy itself, what came meanwhile is read first.
    const timer = setTimeout(() => {
      soon = setImmediate(look);
    }, this.#silenceMs);
    return () => {
      clearTimeout(timer);
      clearImmediate(soon);
    };
  }

  #outageOr(error: unknown): unknown {
    const code = codeOf(error);
    // What comes after it, such as a transaction's end, fails for this reason too.
    if (lastWords.test(code)) this.#client.lostBecause ??= error as Error;
    const reason = this.#client.lostBecause ?? (outages.test(code) ? error : null);
    return reason === null ? error : noteOutage(new DatabaseOutage(this.#url, reason));
  }
}
