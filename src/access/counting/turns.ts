/**
 * Turns of the threads that count on one SQLite file. SQLite's write lock alone would keep them exact, but whoever finds it
 * taken has to come again after a millisecond, while the other thread needs it for some ten microseconds. So a thread
 * waits here until the other one is done. When that takes too long, it goes on: the lock decides then.
 */

/** One number in memory that all threads see: whether somebody counts. */
export type TurnsMemory = SharedArrayBuffer;

export function newTurnsMemory(): TurnsMemory {
  return new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
}

const free = 0;
const taken = 1;
/** Somebody may be waiting, and is to be woken up. */
const wanted = 2;

/** The thread stands still for so long at most. A thread that ends while it counts leaves its turn taken. */
const longestWaitMs = 2;

/** Does work that takes some microseconds, while no other thread does such work. */
export function inTurn<Result>(memory: TurnsMemory, work: () => Result): Result {
  const state = new Int32Array(memory);
  const isOwn = take(state);
  try {
    return work();
  } finally {
    // A worker that went on without a turn lets the next ones in, too: the one that had it may be gone.
    if (isOwn || Atomics.load(state, 0) !== free) release(state);
  }
}

function take(state: Int32Array): boolean {
  if (Atomics.compareExchange(state, 0, free, taken) === free) return true;
  const untilMs = performance.now() + longestWaitMs;
  for (let restMs = longestWaitMs; restMs > 0; restMs = untilMs - performance.now()) {
    if (Atomics.exchange(state, 0, wanted) === free) return true;
    Atomics.wait(state, 0, wanted, restMs);
  }
  return false;
}

function release(state: Int32Array): void {
  if (Atomics.exchange(state, 0, free) === wanted) Atomics.notify(state, 0, 1);
}
