/**
 * A node remembers this of an account and of a key: the use as the database had it, what is still to be added to it, and the last
 * minute. Moments are monotonic, so that setting a clock changes no window.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { windowMs } from "../plans.ts";

/** Time, as counting uses it: it is taken from nowhere else, so that a test can decide what the clock says and when a timer fires. */
export type Runtime = {
  /** Epoch milliseconds of this machine's clock, which an operator may set back or ahead. */
  nowMs(): number;
  /** Milliseconds since some point in the past. Setting a clock does not change it, so it measures waiting. */
  elapsedMs(): number;
  /** Resolves after this many milliseconds, or at once when it is aborted. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
};

export const realRuntime: Runtime = {
  nowMs: () => Date.now(),
  elapsedMs: () => performance.now(),
  async sleep(delayMs, signal) {
    // An abort is no error: it is there to end the sleep early.
    await sleep(delayMs, undefined, signal === undefined ? {} : { signal }).catch(() => {});
  },
};

/** The row that something is added to: a quota period by its number and start, a day, or a moment of a key. */
export type RowName = `use ${number} ${number}` | `day ${string}` | `moment ${string} ${number}`;

/** Sums by row; a sum of nothing has no row. */
class Tally extends Map<RowName, number> {
  add(row: RowName, requests: number): void {
    const sum = (this.get(row) ?? 0) + requests;
    if (sum === 0) this.delete(row);
    else this.set(row, sum);
  }
}

/** Others hear of moments by the tenth of a second, so that they stay few at any speed. */
const tenthMs = 100;

/** The use of one account. An account that is made anew under the same address is another one. */
export class AccountUse {
  readonly email: string;
  readonly createdMs: number;
  readonly name: string;
  /** As the database had it, with all that this node has added since. */
  #stored = new Tally();
  /** Still to be added. */
  readonly #due = new Tally();

  constructor(email: string, createdMs: number) {
    this.email = email;
    this.createdMs = createdMs;
    this.name = `${email} ${createdMs}`;
  }

  used(period: RowName): number {
    return Math.max(0, (this.#stored.get(period) ?? 0) + (this.#due.get(period) ?? 0));
  }

  /** @param requests less than none for what is given back. */
  charge(period: RowName, day: string, requests: number): void {
    this.#due.add(period, requests);
    this.#due.add(`day ${day}`, requests);
  }

  countMoment(keyId: string, atMs: number): void {
    this.#due.add(`moment ${keyId} ${atMs - (atMs % tenthMs)}`, 1);
  }

  read(stored: Iterable<readonly [RowName, number]>): void {
    this.#stored = new Tally(stored);
  }

  /** A copy, since requests go on being counted while it is added. */
  get due(): ReadonlyMap<RowName, number> {
    return new Map(this.#due);
  }

  /** @returns whether nothing is left to be added. */
  settled(added: ReadonlyMap<RowName, number>): boolean {
    for (const [row, requests] of added) {
      this.#due.add(row, -requests);
      this.#stored.add(row, requests);
    }
    return this.#due.size === 0;
  }
}

/** The requests of a key that were counted in the last minute, oldest first. */
export class KeyWindow {
  readonly #moments: { readonly atMs: number; requests: number }[] = [];
  /** Moments before this index have left the window. They are removed once there are many. */
  #first = 0;
  #counted = 0;

  get oldestMs(): number {
    return this.#moments[this.#first]?.atMs ?? Infinity;
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
    while (this.oldestMs <= nowMs - windowMs) this.#counted -= this.#moments[this.#first++]?.requests ?? 0;
    if (this.#first > 30 && this.#first * 2 > this.#moments.length) {
      this.#moments.splice(0, this.#first);
      this.#first = 0;
    }
  }
}
