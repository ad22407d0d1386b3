/**
 * A thread that answers one question after the other, as the thread that asks sees it: it is started at the first question, and is
 * ended and started anew when it does not answer in time or fails.
 */
import { parentPort, Worker } from "node:worker_threads";
import { DatabaseError, isOutage, reasonOf } from "../../database/database-error.ts";
import { ReleaseDamaged } from "../../release/release-damaged.ts";

/**
 * A message of the thread: that it is at work, first when it has started, or its answer. Of an error only the kind and the text cross
 * threads.
 */
type Said =
  | "working"
  | { readonly answer: unknown }
  | { readonly error: keyof typeof errors; readonly message: string };

const errors = { damaged: ReleaseDamaged, outage: DatabaseError, other: Error };

/** A machine that is busy takes seconds to start a thread. */
const startLimitMs = 60_000;

type ThreadOptions = {
  readonly script: URL;
  readonly workerData?: unknown;
  /** A thread that says nothing for so long hangs. */
  readonly limitMs: number;
  /** A thread that nobody has asked for so long ends: its memory is more than the time that another takes to start. */
  readonly idleMs?: number;
  /** The error of a question whose thread has ended before it answered. @param isLate whether it was ended, because it took too long. */
  readonly endedError: (isLate: boolean) => Error;
  readonly onFailure?: (error: Error) => void;
};

export class AskedThread {
  readonly #options: ThreadOptions;
  #worker: Worker | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;

  constructor(options: ThreadOptions) {
    this.#options = options;
  }

  /**
   * Answers when all questions before are answered.
   * @param question made when it is sent, of whether the thread has just been started. @throws what the thread throws, and `endedError`.
   */
  ask(question: (isNew: boolean) => unknown): Promise<unknown> {
    const answer = this.#last.then(() => this.#ask(question));
    this.#last = answer.catch(() => {});
    return answer;
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  async #ask(question: (isNew: boolean) => unknown): Promise<unknown> {
    const { limitMs, idleMs, endedError } = this.#options;
    clearTimeout(this.#idle);
    const isNew = this.#worker === null;
    const worker = this.#worker ?? this.#start();
    const { promise, resolve, reject } = Promise.withResolvers<Exclude<Said, "working">>();
    let isLate = false;
    const giveUp = (): void => {
      isLate = true;
      void worker.terminate();
    };
    let timer = setTimeout(giveUp, isNew ? startLimitMs : limitMs);
    const listen = (said: Said): void => {
      clearTimeout(timer);
      if (said === "working") timer = setTimeout(giveUp, limitMs);
      else resolve(said);
    };
    const end = (): void => reject(endedError(isLate));
    worker.on("message", listen).once("exit", end);
    worker.postMessage(question(isNew));
    try {
      const said = await promise;
      if ("answer" in said) return said.answer;
      throw new errors[said.error](said.message);
    } finally {
      clearTimeout(timer);
      worker.off("message", listen).off("exit", end);
      if (idleMs !== undefined) this.#idle = setTimeout(() => void worker.terminate(), idleMs).unref();
    }
  }

  #start(): Worker {
    const { script, workerData, onFailure } = this.#options;
    const worker = new Worker(script, { workerData });
    this.#worker = worker;
    // A server that has ended in all else does not wait for it.
    worker.unref();
    worker.on("error", (error: Error) => onFailure?.(error));
    worker.on("exit", () => {
      if (this.#worker === worker) this.#worker = null;
    });
    return worker;
  }
}

/** @param answerTo may say between that it is at work, where that takes long. */
export function answerQuestions<Question>(
  answerTo: (question: Question, working: () => void) => Promise<unknown>,
): void {
  const port = parentPort;
  if (port === null) throw new Error("this answers in a thread of its own");
  const say = (said: Said): void => port.postMessage(said);
  const working = (): void => say("working");
  port.on("message", async (question: Question) => {
    try {
      say({ answer: await answerTo(question, working) });
    } catch (error) {
      const kind = error instanceof ReleaseDamaged ? "damaged" : isOutage(error) ? "outage" : "other";
      say({ error: kind, message: reasonOf(error) });
    }
  });
  working();
}
