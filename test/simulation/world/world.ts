/**
 * A world that is a pure function of its seed: virtual time, a queue of what is to happen, and the processes to which it
 * happens. Code under test runs in the slot of one process at a time, and everything that it waits for comes back
 * through this queue; see `environment.ts` for how time, chance and sockets are led here.
 */
import { crc32 } from "node:zlib";
import { Random } from "../../../src/sample/random.ts";
import { EventQueue } from "./event-queue.ts";
import type { Process } from "./process.ts";

/** A promise that does not hold. */
export class Violation extends Error {
  override readonly name = "Violation";
}

/** Thrown where a process dies in the middle of a call; nothing that catches it can do anything any more. */
export class Killed extends Error {
  override readonly name = "Killed";
}

/** Where a run's files are differs from run to run. */
const runFiles = /\S*gradeline-simulation-[^/\\]+[/\\]run\d+/g;

/** Real turns of the event loop, before `environment.ts` takes them away. */
const realImmediate = setImmediate;

/** A turn of nothing but promises that goes on for longer than this does not end. */
const mostHeldTurns = 100_000;

export class World {
  readonly seed: number;
  /** What is drawn for the surroundings: when things happen, and what goes wrong. */
  readonly random: Random;
  /** What the code under test draws; a library that draws more or less than before changes nothing else. */
  readonly chance: Random;
  /** What it draws for keys and the names of things, which changes nothing at all. */
  readonly names: Random;
  /** Epoch milliseconds, with fractions: the true time, that nobody can set. */
  nowMs: number;
  /** In whose slot we are. */
  current: Process | null = null;
  readonly violations: string[] = [];
  /** Violations that are known and passed over. */
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

  /** What a process's clock says, in whole milliseconds. */
  clockOf(process: Process): number {
    return Math.floor(this.nowMs + process.clockAheadMs);
  }

  /** Lets something happen to a process after a delay; the returned function takes it back. */
  after(delayMs: number, process: Process, work: () => void): () => void {
    const event = { atMs: this.nowMs + Math.max(0, delayMs), process, work, isCancelled: false };
    this.#queue.push(event);
    return () => {
      event.isCancelled = true;
    };
  }

  /** For code of the simulation itself that waits. */
  sleep(delayMs: number, process: Process): Promise<void> {
    return new Promise((resolve) => this.after(delayMs, process, resolve));
  }

  /** What is to happen to it waits for so long; who stands still already, until the later of both. */
  stop(process: Process, forMs: number): void {
    process.stoppedUntilMs = Math.max(process.stoppedUntilMs, this.nowMs + forMs);
  }

  kill(process: Process, why: string): void {
    if (!process.isAlive) return;
    process.isAlive = false;
    this.note(`${process.name} is killed: ${why}`);
    for (const work of process.onDeath.splice(0)) work();
  }

  /** Keeps the queue waiting for real work that is made of promises only, such as a statement of PGlite. */
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

  /** Of everything that happened: the same seed gives the same. */
  fingerprint(): string {
    return `${this.#steps} steps, ${this.nowMs} ms, ${this.#digest.toString(16)}`;
  }

  /** Seconds and milliseconds since the epoch's last whole day, to be read beside each other. */
  time(): string {
    return new Date(this.nowMs).toISOString().slice(5, 23);
  }

  /** Runs what is to happen until the time is up, or until something is wrong. */
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

  /** Does work as a process, and all that follows from it without waiting. */
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

  /** What nobody caught ends a process of Node. */
  died(error: unknown): void {
    if (error instanceof Killed || this.current?.isAlive === false) return;
    const name = this.current?.name ?? "nobody";
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.violated(`the process ${name} dies of what nobody caught: ${text}`);
    if (this.current !== null) this.kill(this.current, "uncaught");
  }
}
