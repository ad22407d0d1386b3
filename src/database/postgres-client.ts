/**
 * Extends pg's client so that a connection that is lost, at whatever moment, is an error only for the code that uses
 * it.
 */
import { Client, type ClientConfig } from "pg";

/** The first pause after a failed attempt. Each further pause is twice as long, up to the longest. */
const firstPauseMs = 50;
const longestPauseMs = 500;

/**
 * Spaces out attempts to connect while they fail. Only one attempt is made at a time, with pauses in between; everybody
 * else gets the last failure at once. So a server that comes back is not flooded with attempts, and nobody waits for
 * one that cannot be reached.
 */
export class ConnectPace {
  #failures = 0;
  #lastFailure: Error | null = null;
  #notBeforeMs = 0;
  #isTrying = false;

  /** Returns null when the caller should try now and report the result. Otherwise returns the last failure. */
  begin(nowMs: number): Error | null {
    if (this.#lastFailure === null) return null;
    if (this.#isTrying || nowMs < this.#notBeforeMs) return this.#lastFailure;
    this.#isTrying = true;
    return null;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#lastFailure = null;
    this.#isTrying = false;
  }

  failed(error: Error, nowMs: number): void {
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(this.#failures, 10));
    this.#failures += 1;
    this.#lastFailure = error;
    this.#isTrying = false;
    // The pause is random so that nodes that lost the server together do not come back together.
    this.#notBeforeMs = nowMs + pauseMs * (0.75 + Math.random() / 2);
  }
}

type Connected = ((error: Error) => void) | ((error: null, client: Client) => void);

/**
 * Makes the class of clients for a pool.
 * @param opened is kept filled with every client whose connection is open or being opened.
 * @param connectMs the time limit for making a connection, until the server is ready for a query.
 */
export function clientsOf(
  pace: ConnectPace,
  opened: Set<SurvivingClient>,
  connectMs: number,
): new (
  config?: ClientConfig,
) => SurvivingClient {
  return class extends SurvivingClient {
    override connect(): Promise<Client>;
    override connect(callback: Connected): void;
    override connect(callback?: Connected): Promise<Client> | undefined {
      // The pool passes a callback; other callers get a promise.
      if (callback === undefined) return super.connect();
      const connected = callback as (error: Error | null, client?: Client) => void;
      const refusal = pace.begin(performance.now());
      if (refusal !== null) {
        process.nextTick(connected, refusal);
        return;
      }
      opened.add(this);
      this.once("end", () => opened.delete(this));
      const late = setTimeout(
        () => this.abandon(timedOut(`no connection came about within ${connectMs} ms`)),
        connectMs,
      );
      super.connect((error: Error | null) => {
        clearTimeout(late);
        if (error === null) {
          pace.succeeded();
          connected(null, this);
          return;
        }
        pace.failed(error, performance.now());
        // A refused attempt leaves a connection open that nobody else would end.
        this.abandon(error);
        connected(error);
      });
      return;
    }
  };
}

/** Makes a timeout error like those of the operating system. */
export function timedOut(message: string): Error {
  return Object.assign(new Error(message), { code: "ETIMEDOUT" });
}

/**
 * pg reports a lost connection as an `error` event, and Node ends the process when that event has no listener. The pool
 * listens only to idle clients, so a lost connection in use would end the process.
 */
export class SurvivingClient extends Client {
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
