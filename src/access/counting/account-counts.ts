/**
 * The counts of this node: the use of an account, as the database had it when it was last read and as much as is still to be added, and
 * the last minute of a key.
 */
import { windowMs } from "../meters.ts";

/** An account that is made anew under the same address is another one. */
export type Owner = { readonly email: string; readonly createdMs: number };

type Use = { readonly period: number; readonly startMs: number; stored: number; unsettled: number };

/** The additions for an account. Moments are in the monotonic time of this node. */
export type Increments = {
  readonly owner: Owner;
  readonly uses: readonly { readonly period: number; readonly startMs: number; readonly requests: number }[];
  readonly days: readonly { readonly day: string; readonly requests: number }[];
  readonly moments: readonly KeyMoment[];
};
/** Requests by the millisecond in which they were counted. */
type Moments = Map<number, number>;
type KeyMoment = { readonly keyId: string; readonly atMs: number; readonly requests: number };

/** With more moments of a key to be settled at once, those of the same tenth of a second become one. */
const mostMoments = 50;
const tenthMs = 100;

/** The use of one account. */
export class AccountCounts {
  readonly owner: Owner;
  /** The number of the last call that has added to it; infinite while one does, since what is read meanwhile may have that or not. */
  addedBy = 0;
  /** Quota periods are told apart by their start and, where an operator has begun the use anew, by a number. */
  readonly #uses = new Map<string, Use>();
  readonly #days = new Map<string, number>();
  #moments = new Map<string, Moments>();
  /** Moments that are being added to the database. */
  #sent = new Map<string, Moments>();

  constructor(owner: Owner) {
    this.owner = owner;
  }

  get isSettled(): boolean {
    if (this.#moments.size > 0 || this.#sent.size > 0 || this.#days.size > 0) return false;
    return [...this.#uses.values()].every(({ unsettled }) => unsettled === 0);
  }

  used(period: number, startMs: number): number {
    const { stored, unsettled } = this.#use(period, startMs);
    return Math.max(0, stored + unsettled);
  }

  /** @param requests less than none for what is given back. */
  charge(period: number, startMs: number, day: string, requests: number): void {
    this.#use(period, startMs).unsettled += requests;
    this.#addToDay(day, requests);
  }

  countMoment(keyId: string, atMs: number): void {
    const moments: Moments = this.#moments.get(keyId) ?? new Map();
    // While the database is away they would become many. Those that have left the window say nothing any more.
    for (const oldMs of moments.keys()) if (oldMs > atMs - windowMs || !moments.delete(oldMs)) break;
    moments.set(atMs, (moments.get(atMs) ?? 0) + 1);
    this.#moments.set(keyId, moments);
  }

  /** Takes over what the database has. Periods that are not among these uses have none. */
  read(period: number, uses: readonly { readonly start_ms: number; readonly used: number }[]): void {
    for (const use of this.#uses.values()) if (use.period === period) use.stored = 0;
    for (const { start_ms: startMs, used } of uses) this.#use(period, startMs).stored = used;
  }

  /**
   * Returns the additions that are due. It is followed by `settled`, or by `notSettled` where it was not added.
   * @param nowMs in monotonic time.
   */
  unsettled(nowMs: number): Increments {
    const moments = [...this.#moments].flatMap(([keyId, all]) => momentsOf(keyId, all, nowMs));
    this.#sent = this.#moments;
    this.#moments = new Map();
    const uses = [...this.#uses.values()].filter(({ unsettled }) => unsettled !== 0);
    return {
      owner: this.owner,
      uses: uses.map(({ period, startMs, unsettled }) => ({ period, startMs, requests: unsettled })),
      days: Array.from(this.#days, ([day, requests]) => ({ day, requests })),
      moments,
    };
  }

  settled({ uses, days }: Increments): void {
    this.#sent = new Map();
    for (const { period, startMs, requests } of uses) {
      const use = this.#use(period, startMs);
      use.stored += requests;
      use.unsettled -= requests;
    }
    for (const { day, requests } of days) this.#addToDay(day, -requests);
  }

  notSettled(): void {
    for (const [keyId, moments] of this.#sent) {
      for (const [atMs, requests] of this.#moments.get(keyId) ?? [])
        moments.set(atMs, (moments.get(atMs) ?? 0) + requests);
      this.#moments.set(keyId, moments);
    }
    this.#sent = new Map();
  }

  #addToDay(day: string, requests: number): void {
    const sum = (this.#days.get(day) ?? 0) + requests;
    if (sum === 0) this.#days.delete(day);
    else this.#days.set(day, sum);
  }

  #use(period: number, startMs: number): Use {
    const name = `${period} ${startMs}`;
    const known = this.#uses.get(name);
    if (known !== undefined) return known;
    const use = { period, startMs, stored: 0, unsettled: 0 };
    this.#uses.set(name, use);
    return use;
  }
}

/** Of moments that have left the window only the newest says something: when the key was last used. */
function momentsOf(keyId: string, all: Moments, nowMs: number): KeyMoment[] {
  const isFew = all.size <= mostMoments;
  const added = new Map<number, number>();
  let newestMs = 0;
  for (const [atMs, requests] of all) {
    newestMs = isFew ? atMs : atMs - (atMs % tenthMs);
    if (atMs > nowMs - windowMs) added.set(newestMs, (added.get(newestMs) ?? 0) + requests);
  }
  if (added.size === 0) added.set(newestMs, 1);
  return Array.from(added, ([atMs, requests]) => ({ keyId, atMs, requests }));
}

/**
 * The requests of a key that were counted in the last minute, oldest first. Its moments are monotonic, so that setting a
 * clock changes no window.
 */
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
