/**
 * The requests of a key that were counted in the last minute, oldest first. Its moments are monotonic, so that setting a
 * clock changes no window.
 */
import { windowMs } from "../meters.ts";

export type CountedMoment = { readonly atMs: number; requests: number };

/** Adds requests to the latest of the moments, or a new one. Whole milliseconds keep them few at any speed. */
export function addMoment(moments: CountedMoment[], atMs: number, requests: number): void {
  const latest = moments.at(-1);
  if (latest?.atMs === atMs) latest.requests += requests;
  else moments.push({ atMs, requests });
}

export class KeyWindow {
  readonly #moments: CountedMoment[] = [];
  /** Moments before this index have left the window. They are removed once there are many. */
  #first = 0;
  #counted = 0;

  get oldestMs(): number | null {
    return this.#moments[this.#first]?.atMs ?? null;
  }

  get counted(): number {
    return this.#counted;
  }

  count(atMs: number, requests = 1): void {
    addMoment(this.#moments, atMs, requests);
    this.#counted += requests;
  }

  /** Forgets the moments that are a minute old or older. */
  leave(nowMs: number): void {
    const untilMs = nowMs - windowMs;
    for (let moment = this.#moments[this.#first]; moment !== undefined && moment.atMs <= untilMs; ) {
      this.#counted -= moment.requests;
      moment = this.#moments[++this.#first];
    }
    if (this.#first > 30 && this.#first * 2 > this.#moments.length) {
      this.#moments.splice(0, this.#first);
      this.#first = 0;
    }
  }
}
