/** pg's client, so that a connection that is lost, at whatever moment, is an error of its user's and nobody else's. */
import { Client, type ClientConfig } from "pg";

/** The first pause after an attempt that failed; each further one is twice as long, up to the longest. */
const firstPauseMs = 50;
const longestPauseMs = 500;

/**
 * Spaces out attempts to connect while they fail: one at a time, with pauses in between, whoever else asks hears at once
 * of the last failure. A server that comes back is not met by a storm, and nobody waits for one that is away.
 */
export class ConnectPace {
  #failures = 0;
  #lastFailure: Error | null = null;
  #notBeforeMs = 0;
  #isTrying = false;

  /** Null: try, and say what came of it. Else why there is no use in trying now. */
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
    // Nodes that lost the server together must not come back together.
    this.#notBeforeMs = nowMs + pauseMs * (0.75 + Math.random() / 2);
  }
}

type Connected = ((error: Error) => void) | ((error: null, client: Client) => void);

/**
 * What a pool makes its clients of.
 * @param opened has every client whose connection is open or being opened.
 * @param connectMs for a connection to be made, until the server is ready for a question.
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
      // The pool is who connects, and it calls back.
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
        // An attempt that the server refused leaves a connection behind that nobody would end.
        this.abandon(error);
        connected(error);
      });
      return;
    }
  };
}

/** An error as the system makes them. */
export function timedOut(message: string): Error {
  return Object.assign(new Error(message), { code: "ETIMEDOUT" });
}

/**
 * pg reports a lost connection as an `error` event, and Node ends the process when nobody listens. The pool listens to
 * clients that lie idle; one that is in use would be the process's end.
 */
export class SurvivingClient extends Client {
  /** Why the connection is no good any more: what was heard first; null while it is good. */
  lostBecause: Error | null = null;

  constructor(config?: ClientConfig) {
    super(config);
    this.on("error", (error) => {
      this.lostBecause ??= error;
    });
  }

  /** Lets go of the connection without a word to the server; what is under way fails with the reason. */
  abandon(reason: Error): void {
    this.lostBecause ??= reason;
    this.connection.stream.destroy(reason);
  }
}
