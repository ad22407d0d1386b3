/**
 * The asynchronous door to a snapshot: questions that take long to compute [D-54]. A computation is a function of a snapshot
 * and of plain values, so that another thread can do it while this one answers.
 */
import type { Snapshot } from "../load.ts";
import { withMoments } from "../snapshots/lines-at.ts";
import { ComputingQueue } from "./queue.ts";

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

export class Computing {
  readonly #queue = new ComputingQueue();
  readonly #computer: Computer;

  constructor(computer: Computer = computeHere) {
    this.#computer = computer;
  }

  /** @throws TooBusy when too many wait already, or when it took too long. */
  ask<Asked, Answer>(
    computation: Computation<Asked, Answer>,
    asked: Asked,
    { owner, snapshot }: AskedBy,
  ): Promise<Answer> {
    return this.#queue.take(owner, () => this.#computer(computation, snapshot, asked));
  }
}
