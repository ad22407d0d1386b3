/** What is to happen, the earliest first; of what is at the same moment, what was said first. A binary heap. */
import type { Process } from "./process.ts";

export type Event = { atMs: number; readonly process: Process; readonly work: () => void; isCancelled: boolean };

type Entry = { readonly event: Event; readonly atMs: number; readonly order: number };

export class EventQueue {
  readonly #heap: Entry[] = [];
  #order = 0;

  push(event: Event): void {
    const heap = this.#heap;
    heap.push({ event, atMs: event.atMs, order: ++this.#order });
    let at = heap.length - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (isBefore(heap[parent] as Entry, heap[at] as Entry)) break;
      this.#swap(at, parent);
      at = parent;
    }
  }

  /** Null: there is nothing up to and with this moment. */
  pop(untilMs: number): Event | null {
    const heap = this.#heap;
    const [first] = heap;
    if (first === undefined || first.atMs > untilMs) return null;
    const last = heap.pop() as Entry;
    if (heap.length > 0) {
      heap[0] = last;
      this.#sink();
    }
    return first.event;
  }

  #sink(): void {
    const heap = this.#heap;
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let least = at;
      if (left < heap.length && isBefore(heap[left] as Entry, heap[least] as Entry)) least = left;
      if (right < heap.length && isBefore(heap[right] as Entry, heap[least] as Entry)) least = right;
      if (least === at) return;
      this.#swap(at, least);
      at = least;
    }
  }

  #swap(one: number, other: number): void {
    const heap = this.#heap;
    [heap[one], heap[other]] = [heap[other] as Entry, heap[one] as Entry];
  }
}

function isBefore(one: Entry, other: Entry): boolean {
  return one.atMs < other.atMs || (one.atMs === other.atMs && one.order < other.order);
}
