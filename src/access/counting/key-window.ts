/**
 * The requests of a key that were counted in the last minute, oldest first. Its moments are monotonic, so that setting a
 * clock changes no window.
 */
import { windowMs } from "../meters.ts";

export type Moment = { readonly atMs: number; requests: number };

export class KeyWindow {
  readonly #moments: Moment[] = [];
  /** Moments before this index have left the window. They are removed once there are many. */
  #first = 0;
  /** Moments before this index are stored. */
  #stored = 0;
  #counted = 0;

  /** @param moments as they are stored. */
  constructor(moments: readonly Moment[] = []) {
    for (const { atMs, requests } of moments) this.count(atMs, requests);
    this.#stored = this.#moments.length;
  }

  get oldestMs(): number | null {
    return this.#moments[this.#first]?.atMs ?? null;
  }

  get counted(): number {
    return this.#counted;
  }

  count(atMs: number, requests = 1): void {
    const latest = this.#moments.at(-1);
    // A stored moment is not changed any more.
    if (latest?.atMs === atMs && this.#stored < this.#moments.length) latest.requests += requests;
    else this.#moments.push({ atMs, requests });
    this.#counted += requests;
  }

  /** Forgets the moments up to and including this one. A moment that is a minute old has left the window. */
  leave(nowMs: number): void {
    const untilMs = nowMs - windowMs;
    for (let moment = this.#moments[this.#first]; moment !== undefined && moment.atMs <= untilMs; ) {
      this.#counted -= moment.requests;
      moment = this.#moments[++this.#first];
    }
    // A moment that is not stored yet is part of the key's total all the same.
    const gone = Math.min(this.#first, this.#stored);
    if (gone > 30 && gone * 2 > this.#moments.length) {
      this.#moments.splice(0, gone);
      this.#first -= gone;
      this.#stored -= gone;
    }
  }

  unstored(): readonly Moment[] {
    return this.#moments.slice(this.#stored);
  }

  /** Takes all moments for stored, or none of those that are still in the window. */
  setStored(isStored: boolean): void {
    this.#stored = isStored ? this.#moments.length : this.#first;
  }
}
