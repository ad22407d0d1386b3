/**
 * The queue of what is computed at the request, such as trends, pages and pictures [D-54]. One is computed at a time. Those who
 * wait are served in turns of their owners, an account or a network, so that one who asks for much waits for himself. Where too
 * many wait already, whoever waits for most is told so, or the next one where nobody waits for more than others.
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
    if (queue.length >= mostOfOwner) throw new TooBusy();
    if (isVisitor(owner) && this.#waitingVisitors() >= mostVisitors) this.#makeRoom(queue.length, isVisitor);
    else if (this.#waiting >= mostWaiting) this.#makeRoom(queue.length, () => true);
    this.#queues.set(owner, queue);
    this.#waiting++;
    return new Promise((resolve, reject) => {
      queue.push({ sinceMs: performance.now(), begin: resolve, giveUp: () => reject(new TooBusy()) });
    });
  }

  /**
   * Takes a place from the owner who has most of them, so that those who ask for much cannot keep out who asks for little.
   * @param held the places that the newcomer has already. @throws TooBusy where nobody has clearly more.
   */
  #makeRoom(held: number, isOf: (owner: string) => boolean): void {
    const [longest = []] = [...this.#queues]
      .filter(([owner]) => isOf(owner))
      .map(([, queue]) => queue)
      .sort((a, b) => b.length - a.length);
    // With equal places afterwards, two who are alike would take them from each other in turns.
    if (longest.length <= held + 1) throw new TooBusy();
    this.#waiting--;
    longest.pop()?.giveUp();
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
