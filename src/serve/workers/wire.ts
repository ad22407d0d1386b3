/**
 * Calls between the main thread and a worker, over the port between them. All that one side has to say in a turn of its
 * event loop goes out in one message, because a message costs more than what is in it.
 */

/** Either end of a port: a worker as the main thread has it, or the port to the main thread as a worker has it. */
export type PortEnd = {
  postMessage(message: unknown): void;
  on(event: "message", heard: (message: unknown) => void): unknown;
};

/** What crosses a port: numbers, texts, booleans, null, bytes, errors, and lists and plain objects of these. */
type Message = {
  /** Id, name and argument of each call, one after the other. */
  readonly calls: unknown[];
  /** Id and result of each call that was done. */
  readonly results: unknown[];
  /** Id and reason of each call that failed. */
  readonly failures: unknown[];
  /** Lines of the log, each with its end. */
  lines: string;
};

type Handlers = Readonly<Record<string, (argument: never) => unknown>>;

export type WireOptions = {
  /** Answers the calls of the other side. What a handler throws, the caller gets. The main thread answers none. */
  readonly handlers?: Handlers;
  /** Gets lines of the other side's log: whole ones, and as many as came together. */
  readonly onLines?: (lines: string) => void;
};

type Pending = { readonly resolve: (result: never) => void; readonly reject: (error: unknown) => void };

/** The other side is gone, or this one has closed: nobody will answer. */
export class WireClosed extends Error {
  override readonly name = "WireClosed";
}

export class Wire {
  readonly #port: PortEnd;
  readonly #handlers: Handlers;
  readonly #onLines: (lines: string) => void;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  #out: Message | null = null;
  #isClosed = false;

  constructor(port: PortEnd, { handlers = {}, onLines = () => {} }: WireOptions) {
    this.#port = port;
    this.#handlers = handlers;
    this.#onLines = onLines;
    port.on("message", (message) => this.#hear(message as Message));
  }

  /** @throws what the handler of the other side threw, as a plain error; WireClosed when nobody will answer. */
  call<Result>(name: string, argument: unknown = null): Promise<Result> {
    if (this.#isClosed) return Promise.reject(new WireClosed("the thread is gone"));
    const id = ++this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    this.#pending.set(id, { resolve, reject });
    this.#next().calls.push(id, name, argument);
    return promise;
  }

  /** Hands a line of the log to the other side. */
  write(line: string): void {
    if (!this.#isClosed) this.#next().lines += line;
  }

  /** Sends now what is waiting for the end of the turn. */
  flush(): void {
    const message = this.#out;
    this.#out = null;
    if (message !== null && !this.#isClosed) this.#port.postMessage(message);
  }

  /** Nobody is asked any more, and who waits for an answer is told that there is none. */
  close(): void {
    this.flush();
    this.#isClosed = true;
    for (const { reject } of this.#pending.values()) reject(new WireClosed("the thread is gone"));
    this.#pending.clear();
  }

  #next(): Message {
    if (this.#out === null) {
      this.#out = { calls: [], results: [], failures: [], lines: "" };
      setImmediate(() => this.flush());
    }
    return this.#out;
  }

  #hear({ calls, results, failures, lines }: Message): void {
    if (lines !== "") this.#onLines(lines);
    for (let at = 0; at < results.length; at += 2) this.#take(results[at] as number)?.resolve(results[at + 1] as never);
    for (let at = 0; at < failures.length; at += 2) this.#take(failures[at] as number)?.reject(failures[at + 1]);
    for (let at = 0; at < calls.length; at += 3) {
      void this.#answer(calls[at] as number, calls[at + 1] as string, calls[at + 2]);
    }
  }

  #take(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }

  async #answer(id: number, name: string, argument: unknown): Promise<void> {
    try {
      const handler = this.#handlers[name];
      if (handler === undefined) throw new Error(`nobody answers ${name}`);
      const result = (await handler(argument as never)) ?? null;
      if (!this.#isClosed) this.#next().results.push(id, result);
    } catch (error) {
      if (!this.#isClosed) this.#next().failures.push(id, plainError(error));
    }
  }
}

/** An error of a class of ours may hold what cannot cross a port; its text can. */
function plainError(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const plain = new Error(error.message, error.cause instanceof Error ? { cause: plainError(error.cause) } : {});
  if (error.stack !== undefined) plain.stack = error.stack;
  return plain;
}
