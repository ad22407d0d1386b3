/**
 * The asynchronous door to a snapshot: questions that take long to compute, such as trends, pages and pictures [D-54]. A computation is
 * a function of a snapshot and of plain values, so that another thread can do it while this one answers. One is computed at a time. Those
 * who wait are served in turns of their owners, an account or a network, so that one who asks for much waits for himself.
 */
import type { Snapshot } from "./load.ts";
import { withMoments } from "./snapshots/lines-at.ts";

export type Computation<Asked, Answer> = {
  /** The thread that computes finds the computation by this name. */
  readonly name: string;
  /** Questions and answers cross threads, so they are of numbers, texts, lists, plain objects, maps, sets, bytes. */
  readonly compute: (snapshot: Snapshot, asked: Asked) => Answer | Promise<Answer>;
};

/** Does one computation. @throws TooBusy when it takes too long. */
export type Computer = <Asked, Answer>(
  computation: Computation<Asked, Answer>,
  snapshot: Snapshot,
  asked: Asked,
) => Promise<Answer>;

/** Computes in the thread that asks: for tests, and for the thread that does nothing else. */
const computeHere: Computer = (computation, snapshot, asked) => withMoments(() => computation.compute(snapshot, asked));

export type AskedBy = {
  /** In whose turn it is computed, such as `account 7` or `network 10.0.0.0/24`. */
  readonly owner: string;
  /** The snapshot that the request began with. */
  readonly snapshot: Snapshot;
};

/** So many may wait in all, so many of them visitors, who need no key, and so many of one owner. */
const mostWaiting = 100;
const mostVisitors = 50;
const mostOfOwner = 10;
/** A caller who has waited longer is refused instead of being answered late. */
const longestWaitMs = 10_000;

/** There is no place to wait, or it took too long: the caller may ask again soon. */
export class TooBusy extends Error {
  override readonly name = "TooBusy";

  constructor() {
    super("too much is being computed just now");
  }
}

type Waiting = { readonly sinceMs: number; readonly begin: () => void; readonly giveUp: () => void };

export class Computing {
  readonly #computer: Computer;
  /** By owner, in the order in which their turns come. */
  readonly #queues = new Map<string, Waiting[]>();
  #waiting = 0;
  #isTaken = false;

  constructor(computer: Computer = computeHere) {
    this.#computer = computer;
  }

  /** @throws TooBusy when too many wait already, or when it took too long. */
  ask<Asked, Answer>(
    computation: Computation<Asked, Answer>,
    asked: Asked,
    { owner, snapshot }: AskedBy,
  ): Promise<Answer> {
    return this.take(owner, () => this.#computer(computation, snapshot, asked));
  }

  /**
   * Does the work when its turn has come.
   * @param owner whose work it is, such as `account 7` or `network 10.0.0.0/24`.
   * @throws TooBusy before anything is done.
   */
  async take<Result>(owner: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#isTaken) await this.#wait(owner);
    this.#isTaken = true;
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  #wait(owner: string): Promise<void> {
    const queue = this.#queues.get(owner) ?? [];
    if (queue.length >= mostOfOwner) throw new TooBusy();
    if (this.#waiting >= mostWaiting || (isVisitor(owner) && this.#waitingVisitors() >= mostVisitors))
      throw new TooBusy();
    this.#queues.set(owner, queue);
    this.#waiting++;
    return new Promise((resolve, reject) => {
      queue.push({ sinceMs: performance.now(), begin: resolve, giveUp: () => reject(new TooBusy()) });
    });
  }

  #waitingVisitors(): number {
    return [...this.#queues].reduce((sum, [owner, { length }]) => sum + (isVisitor(owner) ? length : 0), 0);
  }

  #next(): void {
    for (const [owner, queue] of this.#queues) {
      const next = queue.shift();
      // The owner goes behind all others who wait.
      this.#queues.delete(owner);
      if (queue.length > 0) this.#queues.set(owner, queue);
      if (next === undefined) continue;
      this.#waiting--;
      if (performance.now() - next.sinceMs <= longestWaitMs) {
        next.begin();
        return;
      }
      next.giveUp();
    }
    this.#isTaken = false;
  }
}

function isVisitor(owner: string): boolean {
  return owner.startsWith("network ");
}
