/**
 * Calls to PostgreSQL whose outcome becomes known exactly once, whatever happens. Each call goes through a lane
 * (`postgres-lanes.ts`). When its answer does not come, the lane is retired. That tells whether the call was committed,
 * and keeps it from being committed later.
 */
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../database/engine.ts";
import type { Receipt } from "./counter.ts";
import { functionNamed, makeFunctions } from "./postgres-functions.ts";
import { wrongLane } from "./postgres-take.ts";
import type { Runtime } from "./runtime.ts";

/** Nothing of the call was done, and nothing will be. */
export class NotDone extends Error {
  /** Whether the database refused the call because of its data. Otherwise the database could not be asked. */
  readonly isRefused: boolean;

  constructor(cause: unknown, isRefused: boolean) {
    super("a call was not done", { cause });
    this.isRefused = isRefused;
  }
}

/** The call was done, and its answer is lost. */
export class DoneUnheard extends Error {
  /** A receipt for each request that the call counted. */
  readonly receipts: readonly Receipt[];
  /** The hashes of the keys for which the call did something. */
  readonly hashes: ReadonlySet<string>;

  constructor(cause: unknown, rows: readonly SettledRow[]) {
    super("a call was done, and its answer is lost", { cause });
    this.receipts = receiptsIn(rows);
    this.hashes = new Set(rows.flatMap(({ given_hash }) => given_hash ?? []));
  }
}

export type LaneCall<Row> = {
  readonly statement: (lane: string, number: number) => RawBuilder<Row>;
  /** Whether the call has written its lane's number. */
  readonly hasWritten: (rows: readonly Row[]) => boolean;
};

type Lane = { readonly name: string; number: number };

type SettledRow = {
  readonly lane_number: number;
  readonly given_hash: string | null;
  readonly period: number;
  readonly day: string;
  readonly moment: number;
  /** Null when the call gave requests of this key back. */
  readonly requests: number | null;
};

/** SQLSTATE of a call to a function that does not exist. */
const undefinedFunction = "42883";
/** How long an answer is waited for. */
const patienceMs = 1500;
const sweepMs = 100;
/**
 * How many statements may wait for their answers. With more of them, the pool would have no connection left for other
 * callers.
 */
const mostUnanswered = 6;
/** How many names of lanes are remembered so that their rows can be removed. */
const mostLeft = 200;
/**
 * The pause between two attempts to settle a lane grows from the first number to the second; chance makes it up to
 * twice as long.
 */
const settleEveryMs = 50;
const longestSettlePauseMs = 400;

export class Lanes {
  readonly #database: Database;
  readonly #runtime: Runtime;
  readonly #closing = new AbortController();
  readonly #idle: Lane[] = [];
  /** Names of lanes that nobody uses any more, and whose rows may still exist. */
  readonly #left = new Set<string>();
  readonly #waiting = new Set<{ readonly untilMs: number; readonly reject: (reason: Error) => void }>();
  #unanswered = 0;
  #isSweeping = false;
  #areFunctionsMade = false;

  constructor(database: Database, runtime: Runtime) {
    this.#database = database;
    this.#runtime = runtime;
  }

  /**
   * Resolves with the rows of a call that was committed.
   * @throws NotDone or DoneUnheard; either may take as long as the database is away.
   */
  async call<Row>({ statement, hasWritten }: LaneCall<Row>): Promise<readonly Row[]> {
    const lane = this.#idle.pop() ?? (await this.#open());
    const number = lane.number + 1;
    try {
      const rows = await this.#send(statement(lane.name, number));
      if (hasWritten(rows)) lane.number = number;
      this.#idle.push(lane);
      return rows;
    } catch (error) {
      if (error instanceof NotDone) {
        this.#idle.push(lane);
        throw error;
      }
      const code = codeOf(error);
      // The functions are made again when the next lane is opened.
      if (code === undefinedFunction) this.#areFunctionsMade = false;
      if (code === undefinedFunction || code === wrongLane) {
        this.#leave(lane.name);
        throw new NotDone(error, false);
      }
      if (isRefusal(error)) {
        this.#idle.push(lane);
        throw new NotDone(error, true);
      }
      throw await this.#settle(lane, number, error);
    }
  }

  /** Lanes that still wait to be settled stay. They are removed after a day without calls. */
  async close(): Promise<void> {
    this.#closing.abort();
    for (const { name } of this.#idle.splice(0)) this.#leave(name);
    await this.#clean();
  }

  async #open(): Promise<Lane> {
    const name = Array.from({ length: 4 }, () => Math.floor(this.#runtime.random() * 36 ** 6).toString(36)).join("-");
    try {
      if (!this.#areFunctionsMade) await this.#send(makeFunctions);
      this.#areFunctionsMade = true;
      await this.#send(sql`select ${functionNamed("access_open_lane")}(${name})`);
    } catch (error) {
      if (error instanceof NotDone) throw error;
      // The lane may have been made nevertheless, or may still be made; nobody will use it.
      this.#leave(name);
      throw new NotDone(error, false);
    }
    void this.#clean();
    return { name, number: 0 };
  }

  async #settle(lane: Lane, number: number, cause: unknown): Promise<NotDone | DoneUnheard> {
    for (let pauseMs = settleEveryMs; ; pauseMs = Math.min(pauseMs * 2, longestSettlePauseMs)) {
      if (this.#closing.signal.aborted) return new NotDone(cause, false);
      try {
        const rows = await this.#send(
          sql<SettledRow>`select * from ${functionNamed("access_settle_lane")}(${lane.name})`,
        );
        // A lane that is gone was removed after a day without calls. Nobody waits any more for what it granted.
        this.#leave(lane.name);
        const isDone = rows.some((row) => row.lane_number === number);
        return isDone ? new DoneUnheard(cause, rows) : new NotDone(cause, false);
      } catch {
        await this.#runtime.sleep(pauseMs * (1 + this.#runtime.random()), this.#closing.signal);
      }
    }
  }

  #leave(name: string): void {
    if (this.#left.size < mostLeft) this.#left.add(name);
  }

  /** Removes rows of lanes that nobody uses. Rows that it misses are removed after a day. */
  async #clean(): Promise<void> {
    const names = [...this.#left];
    if (names.length === 0) return;
    try {
      await this.#send(sql`delete from access_lanes where lane = any(${names}::text[])`);
      for (const name of names) this.#left.delete(name);
    } catch {
      // The next cleaning tries again.
    }
  }

  /** @throws NotDone when the statement was not sent, or any other error when its answer did not come. */
  async #send<Row>(statement: RawBuilder<Row>): Promise<readonly Row[]> {
    if (this.#unanswered >= mostUnanswered) throw new NotDone(new Error("the database is not answering"), false);
    this.#unanswered++;
    return new Promise((resolve, reject) => {
      const waiting = { untilMs: this.#runtime.elapsedMs() + patienceMs, reject };
      this.#waiting.add(waiting);
      statement
        .execute(this.#database.kysely)
        .then(({ rows }) => resolve(rows), reject)
        .finally(() => {
          this.#unanswered--;
          this.#waiting.delete(waiting);
        });
      if (!this.#isSweeping) void this.#sweep();
    });
  }

  /**
   * Gives up answers that are late. There is one timer for all statements: a timer for each costs more than the
   * statement's way into the driver.
   */
  async #sweep(): Promise<void> {
    this.#isSweeping = true;
    while (this.#waiting.size > 0) {
      await this.#runtime.sleep(sweepMs);
      const nowMs = this.#runtime.elapsedMs();
      for (const waiting of this.#waiting) {
        if (nowMs < waiting.untilMs) continue;
        // From here on, a late answer is ignored.
        this.#waiting.delete(waiting);
        waiting.reject(new Error(`the database has not answered within ${patienceMs} ms`));
      }
    }
    this.#isSweeping = false;
  }
}

function receiptsIn(rows: readonly SettledRow[]): Receipt[] {
  return rows.flatMap(({ given_hash: hash, period, day, moment: atMs, requests }) =>
    hash === null ? [] : Array.from({ length: requests ?? 0 }, () => ({ hash, period, day, atMs })),
  );
}

function codeOf(error: unknown): string {
  const { code } = error as { readonly code?: unknown };
  return typeof code === "string" ? code : "";
}

/**
 * SQLSTATEs with which PostgreSQL rolls a statement back and goes on: wrong data, a constraint, a wrong state, a
 * deadlock, a missing table, a lock that was waited for too long, a canceled statement, or an exception of our own.
 * After any other failure, the statement may have been committed.
 */
const refusals = /^(2[1-4]...|26...|27...|40...|42...|55...|57014|P0...|GL...)$/;

function isRefusal(error: unknown): boolean {
  return refusals.test(codeOf(error));
}
