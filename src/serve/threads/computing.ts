/** The thread that computes. It receives a new snapshot with the first question about it [D-54]. */
import type { Logger } from "pino";
import { type Computation, type Computer, TooBusy } from "../../query/computing.ts";
import { type Snapshot, type SnapshotMessage, sharedSnapshot, snapshotOf } from "../../query/load.ts";
import { withMoments } from "../../query/snapshots/lines-at.ts";
import { AskedThread, answerQuestions } from "./asked-thread.ts";

/** The snapshot if the thread has another, and what is to be computed. */
type Question = { readonly snapshot: SnapshotMessage | null; readonly name: string; readonly asked: unknown };

/** The largest set of the full sample takes a hundredth of it. A thread that takes longer hangs. */
const usualLimitMs = 10_000;

export type ComputingThreadOptions = {
  readonly log: Pick<Logger, "error">;
  readonly limitMs?: number;
  readonly script?: URL;
};

export class ComputingThread {
  readonly #thread: AskedThread;
  /** The snapshot that the thread was given last. */
  #given: Snapshot | null = null;
  #computation = "";
  #isClosed = false;

  constructor(options: ComputingThreadOptions) {
    const { log, limitMs = usualLimitMs, script = new URL("./computing-thread.ts", import.meta.url) } = options;
    this.#thread = new AskedThread({
      script,
      limitMs,
      endedError: (isLate) => {
        const about = { computation: this.#computation, limitMs };
        if (isLate) log.error(about, "a computation took too long, and its thread is ended");
        return new TooBusy();
      },
      onFailure: (error) => log.error(error, "the thread that computes has failed"),
    });
  }

  /** A caller waits until the question before is answered; see `Computing`. */
  readonly compute: Computer = async ({ name }, snapshot, asked) => {
    if (this.#isClosed) throw new TooBusy();
    const answer = await this.#thread.ask((isNew): Question => {
      const isKnown = !isNew && this.#given === snapshot;
      this.#given = snapshot;
      this.#computation = name;
      return { snapshot: isKnown ? null : sharedSnapshot(snapshot), name, asked };
    });
    return answer as never;
  };

  close(): Promise<void> {
    this.#isClosed = true;
    return this.#thread.close();
  }
}

/** Answers in the thread that computes. */
export function compute(computations: readonly Computation<never, unknown>[]): void {
  const byName = new Map(computations.map((each) => [each.name, each]));
  let current: Snapshot | null = null;
  answerQuestions(async ({ snapshot, name, asked }: Question, working) => {
    if (snapshot !== null) current = snapshotOf(snapshot, current);
    const [computation, of] = [byName.get(name), current];
    if (computation === undefined || of === null) throw new RangeError(`nothing computes ${name}`);
    return withMoments(() => computation.compute(of, asked as never), working);
  });
}
