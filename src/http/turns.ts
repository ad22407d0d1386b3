/**
 * Work that is computed at the request, such as trends, searches, pages and pictures, takes turns: one at a time, so that it never
 * fills the thread that answers everybody else [D-54]. Those who wait are served in turns of their owners, an account or a network,
 * so that one who asks for much waits for himself. Where too many wait already, the next one is told so at once.
 */
import { setImmediate } from "node:timers/promises";

/** So many may wait in all, and so many of one owner. */
const mostWaiting = 100;
const mostOfOwner = 10;
/** A caller who has waited longer is told so instead of being answered late. */
const longestWaitMs = 10_000;
/** After so long, slices of work let others go first. */
const sliceMs = 1;

/** There is no place to wait, or the wait was too long: the caller may ask again soon. */
export class TooBusy extends Error {
  override readonly name = "TooBusy";

  constructor() {
    super("too much is being computed just now");
  }
}

type Waiting = { readonly sinceMs: number; readonly begin: () => void; readonly giveUp: () => void };

export class Turns {
  /** By owner, in the order in which their turns come. */
  readonly #queues = new Map<string, Waiting[]>();
  #waiting = 0;
  #isTaken = false;

  /**
   * Does the work when its turn has come.
   * @param owner whose work it is, such as `account 7` or `network 10.0.0.0/24`.
   * @throws TooBusy before anything is done.
   */
  async take<Result>(owner: string, work: () => Result | Promise<Result>): Promise<Result> {
    if (this.#isTaken) await this.#wait(owner);
    this.#isTaken = true;
    try {
      return await work();
    } finally {
      // Requests that came in meanwhile and need no turn are answered first.
      await setImmediate();
      this.#next();
    }
  }

  #wait(owner: string): Promise<void> {
    const queue = this.#queues.get(owner) ?? [];
    if (this.#waiting >= mostWaiting || queue.length >= mostOfOwner) throw new TooBusy();
    this.#queues.set(owner, queue);
    this.#waiting++;
    return new Promise((resolve, reject) => {
      queue.push({ sinceMs: performance.now(), begin: resolve, giveUp: () => reject(new TooBusy()) });
    });
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

/** One for all that a thread computes. */
export const turns = new Turns();

/** Does work that says by `yield` where it may be interrupted, and lets others go first every few milliseconds. */
export async function inSlices<Result>(work: Generator<void, Result>): Promise<Result> {
  let begunMs = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (performance.now() - begunMs < sliceMs) continue;
    await setImmediate();
    begunMs = performance.now();
  }
}
