/** The requests of a key that were counted in the last minute, oldest first. */
import { windowMs } from "../meters.ts";

type Moment = { readonly atMs: number; requests: number };

export class KeyWindow {
  readonly #moments: Moment[] = [];
  /** Moments before this index are forgotten. They are removed once there are many. */
  #first = 0;
  #counted = 0;
  #latestMs = 0;

  /** When a request was last counted, however long ago; 0 when none is known. */
  get latestMs(): number {
    return this.#latestMs;
  }

  get oldestMs(): number | null {
    return this.#moments[this.#first]?.atMs ?? null;
  }

  get counted(): number {
    return this.#counted;
  }

  /**
   * Counts requests. Those of another clock from before `latestMs` are counted at `latestMs`, so that the order in
   * which requests were counted does not change.
   */
  count(givenMs: number, requests: number): void {
    const atMs = Math.max(givenMs, this.#latestMs);
    const latest = this.#moments.at(-1);
    if (latest?.atMs === atMs) latest.requests += requests;
    else this.#moments.push({ atMs, requests });
    this.#counted += requests;
    this.#latestMs = atMs;
  }

  /** Counts the requests in the window of a clock that was ahead as made now. */
  countAsNow(nowMs: number): void {
    this.forgetUntil(this.#latestMs - windowMs);
    const requests = this.#counted;
    this.#moments.length = 0;
    this.#first = 0;
    this.#counted = 0;
    this.#latestMs = 0;
    this.count(nowMs, requests);
  }

  /** Forgets the moments up to and including this one. A moment that is a minute old has left the window. */
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
