/**
 * A node remembers this of an account and of a key: the use as the database had it, what is still to be added to it, and the last
 * minute. Moments are monotonic, so that setting a clock changes no window.
 */
import { windowMs } from "../meters.ts";

/** An account that is made anew under the same address is another one. */
export type Owner = { readonly email: string; readonly createdMs: number };

/** Sums by name; a sum of nothing has no name. */
class Tally extends Map<string, number> {
  add(name: string, requests: number): void {
    const sum = (this.get(name) ?? 0) + requests;
    if (sum === 0) this.delete(name);
    else this.set(name, sum);
  }
}

/** The requests that are to be added, by the rows that they are added to. */
export type Due = {
  /** `period startMs` */
  readonly uses: ReadonlyMap<string, number>;
  /** `2026-11-21` */
  readonly days: ReadonlyMap<string, number>;
  /** `keyId atMs` */
  readonly moments: ReadonlyMap<string, number>;
};

/** Others hear of moments by the tenth of a second, so that they stay few at any speed. */
const tenthMs = 100;

/** The use of one account. Quota periods are told apart by their start and, where an operator has begun the use anew, by a number. */
export class AccountUse {
  readonly owner: Owner;
  readonly #uses = new Tally();
  readonly #days = new Tally();
  readonly #moments = new Tally();
  /** As the database had it, with all that this node has added. */
  #stored = new Map<string, number>();

  constructor(owner: Owner) {
    this.owner = owner;
  }

  get isSettled(): boolean {
    return this.#uses.size + this.#days.size + this.#moments.size === 0;
  }

  used(period: string): number {
    return Math.max(0, (this.#stored.get(period) ?? 0) + (this.#uses.get(period) ?? 0));
  }

  /** @param requests less than none for what is given back. */
  charge(period: string, day: string, requests: number): void {
    this.#uses.add(period, requests);
    this.#days.add(day, requests);
  }

  countMoment(keyId: string, atMs: number): void {
    // While the database is away they would become many. Those that have left the window say nothing any more.
    for (const name of this.#moments.keys()) {
      if (Number(name.slice(name.indexOf(" "))) > atMs - windowMs || !this.#moments.delete(name)) break;
    }
    this.#moments.add(`${keyId} ${atMs - (atMs % tenthMs)}`, 1);
  }

  read(stored: ReadonlyMap<string, number>): void {
    this.#stored = new Map(stored);
  }

  /** A copy, since requests go on being counted while it is added. */
  get due(): Due {
    return { uses: new Map(this.#uses), days: new Map(this.#days), moments: new Map(this.#moments) };
  }

  settled({ uses, days, moments }: Due): void {
    for (const [period, requests] of uses) {
      this.#stored.set(period, (this.#stored.get(period) ?? 0) + requests);
      this.#uses.add(period, -requests);
    }
    for (const [day, requests] of days) this.#days.add(day, -requests);
    for (const [moment, requests] of moments) if (this.#moments.has(moment)) this.#moments.add(moment, -requests);
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
