/**
 * The requests of a key that were counted in the last minute, oldest first. Its moments are monotonic, so that setting a
 * clock changes no window.
 */
import { windowMs } from "../meters.ts";

export class KeyWindow {
  readonly #moments: { readonly atMs: number; requests: number }[] = [];
  /** Moments before this index have left the window. They are removed once there are many. */
  #first = 0;
  #counted = 0;

  get oldestMs(): number | null {
    return this.#moments[this.#first]?.atMs ?? null;
  }

  get counted(): number {
    return this.#counted;
  }

  /** Whole milliseconds keep the moments few at any speed. Moments come in their order. */
  count(atMs: number, requests = 1): void {
    const latest = this.#moments.at(-1);
    if (latest?.atMs === atMs) latest.requests += requests;
    else this.#moments.push({ atMs, requests });
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
