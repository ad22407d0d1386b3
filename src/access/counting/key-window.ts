/** The requests of a key that were counted in the last minute, oldest first. */
import { windowMs } from "../meters.ts";

type Moment = { readonly atMs: number; requests: number };

export class KeyWindow {
  readonly #moments: Moment[] = [];
  /** Moments before this index are forgotten; they are cut off once they are many. */
  #first = 0;
  #counted = 0;
  #latestMs = 0;

  /** When a request was last counted, be it long ago; 0: never that we know of. */
  get latestMs(): number {
    return this.#latestMs;
  }

  get oldestMs(): number | null {
    return this.#moments[this.#first]?.atMs ?? null;
  }

  get counted(): number {
    return this.#counted;
  }

  /** What comes before `latestMs`, by another clock, is counted there: the order of what was counted stands. */
  count(givenMs: number, requests: number): void {
    const atMs = Math.max(givenMs, this.#latestMs);
    const latest = this.#moments.at(-1);
    if (latest?.atMs === atMs) latest.requests += requests;
    else this.#moments.push({ atMs, requests });
    this.#counted += requests;
    this.#latestMs = atMs;
  }

  /** What a clock that was ahead has in its window counts as made now. */
  countAsNow(nowMs: number): void {
    this.forgetUntil(this.#latestMs - windowMs);
    const requests = this.#counted;
    this.#moments.length = 0;
    this.#first = 0;
    this.#counted = 0;
    this.#latestMs = 0;
    this.count(nowMs, requests);
  }

  /** Forgets the moments up to and with this one: what is a minute old has left the window. */
  forgetUntil(untilMs: number): void {
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
