/** The place of one worker: it starts the thread, and starts another one whenever the thread ends without being told to. */
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { Logger } from "pino";
import { DatabaseError } from "../../database/database-error.ts";
import type { Snapshot } from "../../query/load.ts";
import { sharedSnapshot } from "../../query/message.ts";
import { ListenFailure } from "../listen-failure.ts";
import type { Figure } from "../metrics/figures.ts";
import { Wire, WireClosed } from "./wire.ts";
import type { Mendable, Served, WorkerCalls, WorkerStart } from "./worker.ts";

export type SlotParts = {
  /** From 1 on, for the log. */
  readonly number: number;
  /** The file that a thread runs. */
  readonly script: URL;
  readonly start: Omit<WorkerStart, "snapshot">;
  /** What is to be served now. */
  readonly snapshot: () => Snapshot;
  /** Gets whole lines of the log. */
  readonly onLines: (lines: string) => void;
  readonly log: Logger;
  /** Is told what a thread had told of itself before it ended. */
  readonly onEnd: (lastFigures: readonly Figure[]) => void;
};

/** After an end that nobody ordered, the next start comes after this time, and after ever longer ones. */
const firstPauseMs = 100;
const longestPauseMs = 5_000;
/** Whoever ran for so long has failed at something new. */
const goodRunMs = 60_000;
/** A scrape does not wait longer for a worker that is busy, and takes what it told before. */
const figuresPatienceMs = 3_000;

type Thread = { readonly worker: Worker; readonly wire: Wire; readonly ended: Promise<void> };

export class Slot {
  readonly #parts: SlotParts;
  readonly #stop = new AbortController();
  #thread: Thread | null = null;
  #isServing = false;
  #served: Served = { revision: 0, isSample: false };
  /** The snapshot that the thread was given last. */
  #given: Snapshot | null = null;
  #lastFigures: readonly Figure[] = [];
  #pauseMs = firstPauseMs;
  #refreshing: Promise<void> | null = null;
  #isStopping = false;

  constructor(parts: SlotParts) {
    this.#parts = parts;
  }

  get served(): Served {
    return this.#served;
  }

  /** Starts the first thread. @throws what it cannot be opened for, and then there is no thread. */
  async open(): Promise<void> {
    this.#thread = this.#begin();
    this.#served = mended(await this.#call("open", null));
  }

  /** From now on the thread is replaced when it ends. Resolves with the address. */
  async listen(): Promise<string> {
    const url = mended(await this.#call("listen", null));
    this.#isServing = true;
    void this.#keepServing();
    return url;
  }

  /** Gives the thread the snapshot that is to be served now, when it has another; one after the other. */
  refresh(): Promise<void> {
    if (!this.#isServing) return Promise.resolve();
    this.#refreshing ??= this.#giveNewest().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  async #giveNewest(): Promise<void> {
    const newest = this.#parts.snapshot();
    if (newest === this.#given) return;
    const thread = this.#thread;
    const served = await this.#call("refresh", sharedSnapshot(newest, this.#given));
    // A thread that took its place meanwhile has begun with what was newest then.
    if (this.#thread !== thread) return;
    this.#given = newest;
    this.#served = served;
  }

  stopping(): void {
    this.#isStopping = true;
    this.#call("stopping", null).catch(() => {}); // one that is gone needs not be told
  }

  warmUp(): Promise<unknown> {
    return this.#call("warmUp", null);
  }

  /** What the thread tells of itself, or told the last time. */
  async figures(): Promise<readonly Figure[]> {
    const thread = this.#thread;
    const late = Promise.withResolvers<null>();
    const timer = setTimeout(late.resolve, figuresPatienceMs, null);
    const asked = this.#call("figures", null).catch((error: unknown) => {
      if (!(error instanceof WireClosed)) this.#parts.log.error(error, "a worker cannot tell its metrics");
      return null;
    });
    const figures = await Promise.race([asked, late.promise]);
    clearTimeout(timer);
    // What a thread told that has been replaced meanwhile is counted among those that are gone.
    if (figures !== null && this.#thread === thread) this.#lastFigures = figures;
    return this.#lastFigures;
  }

  /** Ends the thread in good order within so many milliseconds, and by force after `limitMs`. */
  async close(graceMs: number, limitMs: number): Promise<void> {
    this.#stop.abort();
    const thread = this.#thread;
    if (thread === null) return;
    this.#call("close", graceMs).catch(() => {}); // one that is gone needs not be told
    const late = sleep(limitMs, "late", { ref: false });
    if ((await Promise.race([thread.ended, late])) === "late") {
      this.#parts.log.error({ worker: this.#parts.number }, "a worker did not end in time, and was ended by force");
      await thread.worker.terminate();
    }
  }

  #begin(): Thread {
    const { script, start, onLines, log, number } = this.#parts;
    this.#given = this.#parts.snapshot();
    const workerData: WorkerStart = { ...start, snapshot: sharedSnapshot(this.#given) };
    const worker = new Worker(script, { workerData, name: `worker ${number}` });
    const ended = Promise.withResolvers<void>();
    const thread: Thread = { worker, wire: new Wire(worker, { onLines }), ended: ended.promise };
    worker.on("error", (error) => log.error({ err: error, worker: number }, "a worker has failed"));
    worker.on("exit", () => {
      thread.wire.close();
      ended.resolve();
    });
    return thread;
  }

  async #keepServing(): Promise<void> {
    const { log, number, onEnd } = this.#parts;
    while (!this.#stop.signal.aborted) {
      const begunMs = performance.now();
      await this.#thread?.ended;
      this.#isServing = false;
      if (this.#stop.signal.aborted) return;
      onEnd(this.#lastFigures);
      this.#lastFigures = [];
      if (performance.now() - begunMs > goodRunMs) this.#pauseMs = firstPauseMs;
      log.error({ worker: number, againInMs: this.#pauseMs }, "a worker has ended, and is started again");
      await this.#replace();
    }
  }

  /** Resolves when another thread serves, or when there is to be none. */
  async #replace(): Promise<void> {
    const { log, number } = this.#parts;
    while (!this.#stop.signal.aborted) {
      await sleep(this.#pauseMs, undefined, { signal: this.#stop.signal }).catch(() => {});
      this.#pauseMs = Math.min(longestPauseMs, this.#pauseMs * 2);
      if (this.#stop.signal.aborted) return;
      try {
        await this.open();
        mended(await this.#call("listen", null));
        if (this.#isStopping) this.stopping();
        this.#isServing = true;
        log.info({ worker: number }, "another worker serves in its place");
        return;
      } catch (error) {
        if (this.#stop.signal.aborted) return;
        log.error({ err: error, worker: number, againInMs: this.#pauseMs }, "a worker could not be started again");
        await this.#thread?.worker.terminate();
      }
    }
  }

  #call<Name extends keyof WorkerCalls>(
    name: Name,
    argument: WorkerCalls[Name]["argument"],
  ): Promise<WorkerCalls[Name]["result"]> {
    if (this.#thread === null) return Promise.reject(new Error("there is no worker"));
    return this.#thread.wire.call(name, argument);
  }
}

/** @throws the failure that the worker met, as one that the operator can mend. */
function mended<Result extends string | Served>(result: Result | Mendable): Result {
  if (!isMendable(result)) return result;
  if (result.kind === "database") throw new DatabaseError(result.message);
  throw new ListenFailure(result.message, { isTaken: true });
}

function isMendable(result: string | Served | Mendable): result is Mendable {
  return typeof result !== "string" && "kind" in result;
}
