/**
 * A PostgreSQL server of a world: sessions over the world's network, and PGlite behind them, which is PostgreSQL itself
 * in this process. PGlite has one session, so one statement runs at a time, and a transaction keeps the others waiting
 * until it ends. Row locks of others are real: they belong to prepared transactions, which are rolled back when the
 * lock is released.
 */

import type { Network } from "./network.ts";
import type { Backend } from "./pglite.ts";
import {
  errorCodeOf,
  errorMessage,
  isInTransaction,
  ready,
  type Startup,
  UnitReader,
  welcome,
} from "./postgres-messages.ts";
import type { Process } from "./process.ts";
import type { SimulatedSocket } from "./socket.ts";
import type { World } from "./world.ts";

export const postgresName = "db:5432";
export const postgresUrl = "postgres://gradeline@db:5432/gradeline";

type Unit = {
  readonly bytes: Buffer;
  readonly sinceMs: number;
  /** Whether it waits for a lock: until one is released, or its time is over. */
  isBlocked: boolean;
  hasTimers: boolean;
};

export type Session = {
  readonly socket: SimulatedSocket;
  readonly id: number;
  settings: Startup;
  readonly units: Unit[];
  isUp: boolean;
};

/** The probabilities that a connection is lost before and after a statement. */
export type Losses = { before: number; after: number };

/** The most time that a statement takes, besides its waiting. */
const statementMs = 0.6;

export class PostgresServer {
  readonly process: Process;
  readonly losses: Losses = { before: 0, after: 0 };
  protected readonly world: World;
  protected readonly network: Network;
  protected readonly backend: Backend;
  protected readonly sessions = new Set<Session>();
  protected holder: Session | null = null;
  protected isRunning = false;
  /** Null while the server is up. */
  protected state: "down" | "starting" | null = null;
  #mostSessions = 100;
  #isFull = false;
  protected readonly locked = new Set<string>();
  #locks = 0;
  #lastId = 0;

  constructor(world: World, network: Network, backend: Backend) {
    this.world = world;
    this.network = network;
    this.backend = backend;
    this.process = world.process("postgres");
    network.listen(postgresName, {
      process: this.process,
      refuses: () => (this.state === "down" ? "ECONNREFUSED" : null),
      accept: (socket) => this.#accept(socket),
    });
  }

  get isUp(): boolean {
    return this.state === null;
  }

  get isFailingOver(): boolean {
    return false;
  }

  /** Whether a statement runs or a session is in a transaction. */
  get isHeld(): boolean {
    return this.holder !== null || this.isRunning;
  }

  /**
   * Works like `pg_ctl restart -m fast`: sessions are ended, then connections are refused, then the server recovers.
   */
  restart(downMs: number, startingMs: number): void {
    this.state = "down";
    for (const session of [...this.sessions]) this.terminate(session);
    this.world.after(downMs, this.process, () => {
      this.state = "starting";
    });
    this.world.after(downMs + startingMs, this.process, () => {
      this.state = null;
    });
  }

  /** Works like `pg_terminate_backend`. */
  terminate(session: Session): void {
    session.socket.write(errorMessage("FATAL", "57P01", "terminating connection due to administrator command"));
    session.socket.end();
    this.#end(session);
  }

  terminateAny(): void {
    const sessions = [...this.sessions].filter(({ socket }) => this.isFar(socket));
    if (sessions.length > 0) this.terminate(this.world.random.pick(sessions));
  }

  /** Sets the most sessions of nodes from now on. */
  allowSessions(most: number): void {
    this.#mostSessions = most;
  }

  /** Sets whether the disk is full. */
  setFull(isFull: boolean): void {
    this.#isFull = isFull;
  }

  /** Another transaction locks the row of an account. Resolves with a function that releases the lock. */
  async lockAccount(email: string): Promise<() => Promise<void>> {
    const name = `lock${++this.#locks}`;
    await this.world.hold(this.backend.lockAccount(email, name));
    this.locked.add(email);
    return async () => {
      this.locked.delete(email);
      await this.world.hold(this.backend.letGo(name));
      for (const { units } of this.sessions) for (const unit of units) unit.isBlocked = false;
      this.runNext();
    };
  }

  protected isFar(socket: SimulatedSocket): boolean {
    return socket.peer === null || this.network.connectionsTo(this.process).includes(socket.peer);
  }

  #accept(socket: SimulatedSocket): void {
    const session: Session = { socket, id: ++this.#lastId, settings: {}, units: [], isUp: false };
    const reader = new UnitReader();
    socket.on("data", (chunk: Buffer) => {
      for (const item of reader.read(chunk)) {
        if (item === "ssl") socket.write("N");
        else if (item === "cancel") socket.destroy();
        else if (item === "end") {
          this.#end(session);
          socket.end();
        } else if (Buffer.isBuffer(item)) {
          session.units.push({ bytes: item, sinceMs: this.world.nowMs, isBlocked: false, hasTimers: false });
          this.world.after(this.world.random.next() * statementMs, this.process, () => this.runNext());
        } else this.#begin(session, item);
      }
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      // In half of the cases the statements that had arrived still run, although nobody reads their answers.
      if (this.world.random.chance(0.5)) session.units.length = 0;
      this.#end(session);
    });
  }

  #begin(session: Session, settings: Startup): void {
    const { socket } = session;
    const refuse = (code: string, text: string): void => {
      socket.write(errorMessage("FATAL", code, text));
      socket.end();
    };
    const isNode = this.isFar(socket);
    const nodes = [...this.sessions].filter((each) => this.isFar(each.socket)).length;
    if (this.state !== null) {
      refuse("57P03", "the database system is starting up");
      return;
    }
    if (isNode && nodes >= this.#mostSessions) {
      refuse("53300", "sorry, too many clients already");
      return;
    }
    session.settings = settings;
    session.isUp = true;
    this.sessions.add(session);
    socket.write(welcome(session.id));
  }

  #end(session: Session): void {
    this.sessions.delete(session);
    session.isUp = false;
    if (this.holder !== session) return;
    this.holder = null;
    this.world.after(0, this.process, () => {
      void this.world.hold(this.backend.rollback()).then(() => this.runNext());
    });
  }

  /** Runs the unit that has waited longest of those that may run. */
  protected runNext(): void {
    if (this.isRunning || this.state !== null) return;
    const waiting = [...this.sessions]
      .filter(({ units: [unit] }) => unit !== undefined && !unit.isBlocked)
      .filter((session) => this.holder === null || this.holder === session)
      .sort((one, other) => (one.units[0]?.sinceMs ?? 0) - (other.units[0]?.sinceMs ?? 0));
    for (const session of waiting) {
      if (this.isRunning) return;
      const unit = session.units[0];
      if (unit !== undefined) void this.#run(session, unit);
    }
  }

  async #run(session: Session, unit: Unit): Promise<void> {
    const { socket } = session;
    const { random } = this.world;
    const isFar = this.isFar(socket);
    if (isFar && random.chance(this.losses.before)) {
      this.world.note("a connection is lost before its statement");
      session.units.length = 0;
      return this.network.reset(socket);
    }
    this.isRunning = true;
    const answer = await this.world.hold(this.#answerOf(session, unit));
    this.isRunning = false;
    if (answer === null) {
      unit.isBlocked = true;
      this.runNext();
      return;
    }
    if (session.units[0] === unit) session.units.shift();
    if (isInTransaction(answer)) this.holder = session;
    else if (this.holder === session) this.holder = null;
    if (isFar && !isInTransaction(answer) && !(await this.isConfirmed()))
      this.world.note("a commit waits for a standby");
    else if (isFar && random.chance(this.losses.after)) {
      this.world.note("a connection is lost after its statement, before the answer");
      this.network.reset(socket);
    } else if (!socket.destroyed) socket.write(answer);
    if (!session.isUp && this.holder === session) this.#end(session);
    this.runNext();
  }

  /** Whether a node is told of what it has just committed. Without a standby it always is. */
  protected async isConfirmed(): Promise<boolean> {
    return true;
  }

  /** Returns null when the unit waits for a lock. */
  async #answerOf(session: Session, unit: Unit): Promise<Buffer | null> {
    const { bytes, sinceMs } = unit;
    if (this.#isFull && this.isFar(session.socket)) {
      return refusal("53100", "could not extend file: No space left on device");
    }
    // Statements that name an account would wait for its row. The functions use NOWAIT instead, see `pglite.ts`.
    const isCall = bytes.includes('"access_');
    const isBlocked = !isCall && [...this.locked].some((email) => bytes.includes(email));
    if (!isBlocked) {
      const answer = await this.backend.run(bytes);
      if (errorCodeOf(answer) !== "55P03" || isInTransaction(answer)) return answer;
    }
    const waitedMs = this.world.nowMs - sinceMs;
    for (const [setting, code] of timeouts) {
      const mostMs = Number(session.settings[setting] ?? 0);
      if (mostMs <= 0) continue;
      if (waitedMs >= mostMs) return refusal(code, `canceling statement due to ${setting}`);
      if (!unit.hasTimers) this.world.after(mostMs - waitedMs + 0.01, this.process, () => this.#wake(unit));
    }
    unit.hasTimers = true;
    return null;
  }

  #wake(unit: Unit): void {
    unit.isBlocked = false;
    this.runNext();
  }
}

const timeouts = [
  ["lock_timeout", "55P03"],
  ["statement_timeout", "57014"],
] as const;

function refusal(code: string, text: string): Buffer {
  return Buffer.concat([errorMessage("ERROR", code, text), ready("I")]);
}
