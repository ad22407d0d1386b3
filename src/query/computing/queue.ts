/**
 * The queue of what is computed at the request, such as trends, pages and pictures [D-54]. One is computed at a time. Those who
 * wait are served in turns of their owners, an account or a network, so that one who asks for much waits for himself. Where too
 * many wait already, the next one is told so at once.
 */

/** So many may wait in all, so many of them visitors, who need no key, and so many of one owner. */
const mostWaiting = 100;
const mostVisitors = 50;
const mostOfOwner = 10;
/** A caller who has waited longer is told so instead of being answered late. */
const longestWaitMs = 10_000;

/** There is no place to wait, or it took too long: the caller may ask again soon. */
export class TooBusy extends Error {
  override readonly name = "TooBusy";

  constructor() {
    super("too much is being computed just now");
  }
}

type Waiting = { readonly sinceMs: number; readonly begin: () => void; readonly giveUp: () => void };

export class ComputingQueue {
  /** By owner, in the order in which their turns come. */
  readonly #queues = new Map<string, Waiting[]>();
  #waiting = 0;
  #isTaken = false;

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
    const isFull = this.#waiting >= mostWaiting || queue.length >= mostOfOwner;
    if (isFull || (isVisitor(owner) && this.#waitingVisitors() >= mostVisitors)) throw new TooBusy();
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
