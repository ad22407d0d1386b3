/**
 * The thread that computes, as the thread that answers sees it. It is started at the first question, is told of a new snapshot
 * before the first question about it, and is ended and started anew when it does not answer in time or fails.
 */
import { Worker } from "node:worker_threads";
import type { Logger } from "pino";
import type { Computer } from "../../query/computing/computing.ts";
import { TooBusy } from "../../query/computing/queue.ts";
import type { Snapshot } from "../../query/load.ts";
import { type SnapshotMessage, sharedSnapshot } from "../../query/message.ts";

/** A message to the thread: the snapshot if it has another, and what is to be computed. */
export type Question = {
  readonly snapshot: SnapshotMessage | null;
  readonly name: string;
  readonly asked: unknown;
};

/**
 * A message of the thread: first that it is ready, and while a computation has to read seasons first, that it is at work. An error has
 * no more than its text: its class does not cross threads.
 */
export type Answer = "ready" | "working" | { readonly answer: unknown } | { readonly error: Error };

/** The largest set of the full sample takes a hundredth of it. A thread that takes longer hangs. */
const usualLimitMs = 10_000;
/** A machine that is busy takes seconds to start a thread. */
const startLimitMs = 60_000;

export type ComputingThreadOptions = {
  readonly log: Pick<Logger, "error">;
  readonly limitMs?: number;
  /** The file that the thread runs. */
  readonly script?: URL;
};

type Running = {
  readonly worker: Worker;
  isReady: boolean;
  /** The snapshot that it was given last; null: none yet. */
  given: Snapshot | null;
};

export class ComputingThread {
  readonly #options: Required<ComputingThreadOptions>;
  #running: Running | null = null;
  #isClosed = false;

  constructor({
    log,
    limitMs = usualLimitMs,
    script = new URL("./thread.ts", import.meta.url),
  }: ComputingThreadOptions) {
    this.#options = { log, limitMs, script };
  }

  /** A caller waits until the question before is answered; see `Computing`. */
  readonly compute: Computer = async ({ name }, snapshot, asked) => {
    if (this.#isClosed) throw new TooBusy();
    this.#running ??= this.#start();
    const running = this.#running;
    if (!running.isReady) await this.#next(running.worker, "its start", startLimitMs);
    running.isReady = true;
    const isKnown = running.given === snapshot;
    const question: Question = {
      snapshot: isKnown ? null : sharedSnapshot(snapshot),
      name,
      asked,
    };
    running.given = snapshot;
    running.worker.postMessage(question);
    let answer = await this.#next(running.worker, name, this.#options.limitMs);
    while (answer === "working") answer = await this.#next(running.worker, name, this.#options.limitMs);
    if (answer === "ready") throw new Error("a thread that computes was ready twice");
    if ("error" in answer) throw answer.error;
    return answer.answer as never;
  };

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running?.worker.terminate();
  }

  #start(): Running {
    const worker = new Worker(this.#options.script, { name: "computing" });
    // A server that has ended in all else does not wait for it.
    worker.unref();
    worker.on("error", (error) => this.#options.log.error(error, "the thread that computes has failed"));
    worker.on("exit", () => {
      if (this.#running?.worker === worker) this.#running = null;
    });
    return { worker, isReady: false, given: null };
  }

  /**
   * The next message of the thread.
   * @throws TooBusy when the thread ends before it says anything, or is ended because it takes too long.
   */
  #next(worker: Worker, computation: string, limitMs: number): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const { log } = this.#options;
    const timer = setTimeout(() => {
      log.error({ computation, limitMs }, "a computation took too long, and its thread is ended");
      void worker.terminate();
    }, limitMs);
    const giveUp = () => reject(new TooBusy());
    worker.once("message", resolve);
    worker.once("exit", giveUp);
    return promise.finally(() => {
      clearTimeout(timer);
      worker.off("message", resolve);
      worker.off("exit", giveUp);
    });
  }
}
