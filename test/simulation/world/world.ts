/**
 * A world that is a pure function of its seed: virtual time, a queue of events, and the processes to which the events
 * belong. Code under test runs in the slot of one process at a time, and everything that it waits for comes back
 * through this queue. `environment.ts` brings time, random numbers and sockets here.
 */
import { crc32 } from "node:zlib";
import { Random } from "../../../sample/src/random.ts";
import { EventQueue } from "./event-queue.ts";
import type { Process } from "./process.ts";

/** A promise that does not hold. */
export class Violation extends Error {
  override readonly name = "Violation";
}

/** Thrown where a process dies in the middle of a call. Code that catches it can no longer do anything. */
export class Killed extends Error {
  override readonly name = "Killed";
}

/** The paths of a run's files, which differ from run to run. */
const runFiles = /\S*gradeline-simulation-[^/\\]+[/\\]run\d+/g;

/** Node's real `setImmediate`, kept before `environment.ts` replaces it. */
const realImmediate = setImmediate;

/** A slot that still waits for promises after this many turns of the event loop is treated as endless. */
const mostHeldTurns = 100_000;

export class World {
  readonly seed: number;
  /** Draws for the surroundings: when events happen, and which faults. */
  readonly random: Random;
  /** Draws for the code under test. A library that draws more or less than before changes nothing else. */
  readonly chance: Random;
  /** Draws for keys and names, which change nothing in the run. */
  readonly names: Random;
  /** The true time in epoch milliseconds, with fractions. No process can set it. */
  nowMs: number;
  /** The process in whose slot code runs now. */
  current: Process | null = null;
  readonly violations: string[] = [];
  /** Known violations, which are ignored. */
  except: RegExp | null = null;
  readonly #queue = new EventQueue();
  readonly #trace: string[] = [];
  #held = 0;
  #steps = 0;
  #digest = 0;

  constructor(seed: number, startMs: number) {
    this.seed = seed;
    this.random = new Random(`world ${seed}`);
    this.chance = new Random(`chance ${seed}`);
    this.names = new Random(`names ${seed}`);
    this.nowMs = startMs;
  }

  get steps(): number {
    return this.#steps;
  }

  process(name: string): Process {
    return { name, isAlive: true, stoppedUntilMs: 0, clockAheadMs: 0, onDeath: [] };
  }

  /** The time that a process's clock shows, in whole milliseconds. */
  clockOf(process: Process): number {
    return Math.floor(this.nowMs + process.clockAheadMs);
  }

  /** Schedules work of a process after a delay; the returned function cancels it. */
  after(delayMs: number, process: Process, work: () => void): () => void {
    const event = { atMs: this.nowMs + Math.max(0, delayMs), process, work, isCancelled: false };
    this.#queue.push(event);
    return () => {
      event.isCancelled = true;
    };
  }

  /** Waits in virtual time, for code of the simulation itself. */
  sleep(delayMs: number, process: Process): Promise<void> {
    return new Promise((resolve) => this.after(delayMs, process, resolve));
  }

  /**
   * Stops a process for a while: its events wait. A process that is stopped already stays so until the later moment.
   */
  stop(process: Process, forMs: number): void {
    process.stoppedUntilMs = Math.max(process.stoppedUntilMs, this.nowMs + forMs);
  }

  kill(process: Process, why: string): void {
    if (!process.isAlive) return;
    process.isAlive = false;
    this.note(`${process.name} is killed: ${why}`);
    for (const work of process.onDeath.splice(0)) work();
  }

  /** Keeps the queue waiting for real work that depends only on promises, such as a statement of PGlite. */
  hold<Result>(work: Promise<Result>): Promise<Result> {
    this.#held++;
    return work.finally(() => this.#held--);
  }

  note(text: string): void {
    const line = `${this.time()}  ${text.replaceAll(runFiles, "run")}`;
    this.#digest = crc32(line, this.#digest);
    this.#trace.push(line);
    if (this.#trace.length > 4000) this.#trace.splice(0, 2000);
  }

  violated(text: string): void {
    if (this.except?.test(text)) return;
    this.violations.push(text);
    this.note(`VIOLATED: ${text}`);
  }

  lastNotes(count: number): readonly string[] {
    return this.#trace.slice(-count);
  }

  /** A digest of everything that happened; the same seed gives the same one. */
  fingerprint(): string {
    return `${this.#steps} steps, ${this.nowMs} ms, ${this.#digest.toString(16)}`;
  }

  /** The virtual month, day and time of day, as the notes show it. */
  time(): string {
    return new Date(this.nowMs).toISOString().slice(5, 23);
  }

  /** Runs events until the time is over, or until a promise is broken. */
  async run(untilMs: number): Promise<void> {
    while (this.violations.length === 0) {
      const event = this.#queue.pop(untilMs);
      if (event === null) break;
      if (event.isCancelled || !event.process.isAlive) continue;
      if (event.process.stoppedUntilMs > event.atMs) {
        event.atMs = event.process.stoppedUntilMs;
        this.#queue.push(event);
        continue;
      }
      this.nowMs = Math.max(this.nowMs, event.atMs);
      await this.slot(event.process, event.work);
    }
    this.nowMs = Math.max(this.nowMs, untilMs);
  }

  /** Does work in the slot of a process, and everything that follows from it without waiting. */
  async slot(process: Process, work: () => void): Promise<void> {
    this.#steps++;
    this.current = process;
    try {
      work();
    } catch (error) {
      this.died(error);
    }
    let turns = 0;
    do await new Promise<void>((resolve) => void realImmediate(resolve));
    while (this.#held > 0 && ++turns < mostHeldTurns);
    if (this.#held > 0) throw new Error("a turn does not end");
    this.current = null;
  }

  /** An uncaught error ends a process of Node, so it ends this one. */
  died(error: unknown): void {
    if (error instanceof Killed || this.current?.isAlive === false) return;
    const name = this.current?.name ?? "nobody";
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.violated(`the process ${name} dies of what nobody caught: ${text}`);
    if (this.current !== null) this.kill(this.current, "uncaught");
  }
}
