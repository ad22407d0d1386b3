/**
 * Replaces what code takes from its surroundings, so that it comes from a world: clocks, timers, random numbers, sockets
 * and what other threads compute, also those of libraries such as pg. It is installed once per process, before the code under test is loaded.
 * While no world is running, everything is real.
 */
import { createRequire, syncBuiltinESMExports } from "node:module";
import type { Socket } from "node:net";
import { Transform } from "node:stream";
import { SimulatedSocket } from "./socket.ts";
import type { World } from "./world.ts";

type Work = (...values: readonly unknown[]) => unknown;

let going: World | null = null;

/**
 * The running world and the process in whose slot code runs now; null when the simulation itself runs, or no world
 * does.
 */
function slot() {
  const process = going?.current;
  return going === null || process === null || process === undefined ? null : { world: going, process };
}

/** Runs the work in this world's surroundings. */
export async function within<Result>(world: World, work: () => Promise<Result>): Promise<Result> {
  if (going !== null) throw new Error("one world at a time");
  going = world;
  try {
    return await work();
  } finally {
    going = null;
  }
}

export function worldGoingOn(): World | null {
  return going;
}

let areTimersIdle = false;

/**
 * Does work whose timers never come due. PGlite sets a timer for each of PostgreSQL's timeouts. A single session can
 * never reach those timeouts, and whether PGlite sets a timer again depends on what it has done before.
 */
export async function withIdleTimers<Result>(work: () => Promise<Result>): Promise<Result> {
  areTimersIdle = true;
  try {
    return await work();
  } finally {
    areTimersIdle = false;
  }
}

/** Timers are late by up to this much, as real ones are. */
const lateMs = 0.5;
/** A turn of the event loop takes up to this long. */
const turnMs = 0.05;

class SimulatedTimer {
  readonly #set: () => () => void;
  #cancel: () => void;

  constructor(set: () => () => void) {
    this.#set = set;
    this.#cancel = set();
  }

  cancel(): void {
    this.#cancel();
  }

  refresh(): this {
    this.#cancel();
    this.#cancel = this.#set();
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return true;
  }

  close(): this {
    this.#cancel();
    return this;
  }

  [Symbol.dispose](): void {
    this.#cancel();
  }
}

/** When the latest turn of the event loop of each process will be: turns stay in order. */
const latestTurns = new WeakMap<object, number>();

export function putOn(): void {
  const require = createRequire(import.meta.url);
  putOnTimers(require("node:timers/promises") as Record<string, unknown>);
  putOnClocks();
  putOnChance(require("node:crypto") as Record<string, unknown>);
  putOnSockets(require("node:net") as Record<string, unknown>);
  putOnCompression(require("node:zlib") as Record<string, unknown>);
  syncBuiltinESMExports();
}

function putOnTimers(promises: Record<string, unknown>): void {
  const real = { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate };

  const timeout = (work: Work, delayMs = 1, ...values: readonly unknown[]): SimulatedTimer | null => {
    if (areTimersIdle) return new SimulatedTimer(() => () => {});
    const here = slot();
    if (here === null) return null;
    const { world, process } = here;
    const wait = Math.max(1, Number(delayMs) || 1);
    return new SimulatedTimer(() => world.after(wait + world.random.next() * lateMs, process, () => work(...values)));
  };
  const interval = (work: Work, everyMs = 1, ...values: readonly unknown[]): SimulatedTimer | null => {
    const timer = timeout(() => {
      timer?.refresh();
      work(...values);
    }, everyMs);
    return timer;
  };
  const immediate = (work: Work, ...values: readonly unknown[]): SimulatedTimer | null => {
    const here = slot();
    if (here === null) return null;
    const { world, process } = here;
    const atMs = Math.max(world.nowMs + world.random.next() * turnMs, latestTurns.get(process) ?? 0);
    latestTurns.set(process, atMs);
    return new SimulatedTimer(() => world.after(atMs - world.nowMs, process, () => work(...values)));
  };
  const clear = (clearReal: (timer: never) => void) => (timer: unknown) =>
    timer instanceof SimulatedTimer ? timer.cancel() : clearReal(timer as never);

  Object.assign(globalThis, {
    setTimeout: (...given: Parameters<typeof timeout>) => timeout(...given) ?? real.setTimeout(...given),
    setInterval: (...given: Parameters<typeof interval>) => interval(...given) ?? real.setInterval(...given),
    setImmediate: (...given: Parameters<typeof immediate>) => immediate(...given) ?? real.setImmediate(...given),
    clearTimeout: clear(real.clearTimeout),
    clearInterval: clear(real.clearInterval),
    clearImmediate: clear(real.clearImmediate),
  });

  const realPromises = { ...promises } as Record<"setTimeout" | "setImmediate", (...given: unknown[]) => unknown>;
  promises.setTimeout = (delayMs?: number, value?: unknown, options: { readonly signal?: AbortSignal } = {}) =>
    slot() === null
      ? realPromises.setTimeout(delayMs, value, options)
      : abortable(options.signal, (done) => timeout(done, delayMs)).then(() => value);
  promises.setImmediate = (value?: unknown, options: { readonly signal?: AbortSignal } = {}) =>
    slot() === null
      ? realPromises.setImmediate(value, options)
      : abortable(options.signal, (done) => immediate(done)).then(() => value);

  const realSignal = AbortSignal.timeout.bind(AbortSignal);
  AbortSignal.timeout = (delayMs) => {
    if (slot() === null) return realSignal(delayMs);
    const controller = new AbortController();
    timeout(() => controller.abort(new DOMException("the time is up", "TimeoutError")), delayMs);
    return controller.signal;
  };
}

function abortable(signal: AbortSignal | undefined, wait: (done: () => void) => SimulatedTimer | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(signal?.reason);
    if (signal?.aborted) return fail();
    const timer = wait(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    });
    const abort = () => {
      timer?.cancel();
      fail();
    };
    signal?.addEventListener("abort", abort, { once: true });
  });
}

function putOnClocks(): void {
  const RealDate = Date;
  const realNow = Date.now.bind(Date);
  const nowMs = (): number => {
    const here = slot();
    return here === null ? (going === null ? realNow() : Math.floor(going.nowMs)) : here.world.clockOf(here.process);
  };
  class SimulatedDate extends RealDate {
    constructor(...given: readonly unknown[]) {
      if (given.length === 0) super(nowMs());
      else super(...(given as [number]));
    }

    static override now(): number {
      return nowMs();
    }
  }
  globalThis.Date = SimulatedDate as DateConstructor;
  const realElapsed = performance.now.bind(performance);
  performance.now = () => (going === null ? realElapsed() : going.nowMs);
}

function putOnChance(crypto: Record<string, unknown>): void {
  const realRandom = Math.random;
  Math.random = () => going?.chance.next() ?? realRandom();
  const real = { ...crypto } as { randomBytes(size: number): Buffer; randomUUID(): string };
  const bytes = (world: World, size: number): Buffer =>
    Buffer.from(Array.from({ length: size }, () => world.names.int(0, 255)));
  crypto.randomBytes = (size: number) => (going === null ? real.randomBytes(size) : bytes(going, size));
  crypto.randomUUID = () => {
    if (going === null) return real.randomUUID();
    const hex = bytes(going, 16).toString("hex");
    return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20)].join(
      "-",
    );
  };
}

function putOnSockets(net: Record<string, unknown>): void {
  net.Socket = new Proxy(net.Socket as new () => Socket, {
    construct(RealSocket, given, target) {
      const here = slot();
      if (here === null) return Reflect.construct(RealSocket, given, target);
      return new SimulatedSocket(here.world, here.process);
    },
    get: (RealSocket, name, receiver) =>
      name === Symbol.hasInstance
        ? (value: unknown) => value instanceof SimulatedSocket || value instanceof RealSocket
        : Reflect.get(RealSocket, name, receiver),
  });
}

/** Real threads take their time outside of any world: in one, a compression is done in the turn after it was asked for. */
function putOnCompression(zlib: Record<string, unknown>): void {
  for (const name of ["zstdCompress", "zstdDecompress"]) {
    const real = zlib[name] as Work;
    const atOnce = zlib[`${name}Sync`] as (bytes: unknown, options: unknown) => Buffer;
    zlib[name] = (bytes: unknown, ...given: readonly unknown[]) => {
      if (slot() === null) return real(bytes, ...given);
      const done = given.at(-1) as (error: unknown, result?: Buffer) => void;
      setImmediate(() => {
        try {
          done(null, atOnce(bytes, given.length > 1 ? given[0] : {}));
        } catch (error) {
          done(error);
        }
      });
    };
  }
  const realStream = zlib.createZstdDecompress as Work;
  const stream: Work = (...given) =>
    slot() === null ? realStream(...given) : streamOf(zlib.zstdDecompressSync as (bytes: unknown) => Buffer);
  // Node lets nobody assign this one.
  Object.defineProperty(zlib, "createZstdDecompress", { value: stream });
}

/** Decompresses what is written to it in one piece. */
function streamOf(atOnce: (bytes: unknown) => Buffer): Transform {
  return new Transform({
    transform(bytes, _encoding, done) {
      done(null, atOnce(bytes));
    },
  });
}
