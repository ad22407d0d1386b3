/** The moments of the last minute in which requests of a key were counted, oldest first. */

type Moment = { readonly atMs: number; total: number };

export class KeyWindow {
  readonly #moments: Moment[];
  /** Moments before this index are forgotten; they are cut off once they are many. */
  #first = 0;
  /** The moment before the first one: its total is what the window is counted from. */
  #base: Moment;

  /** @param moments in order of time. @param base the one before the first of them; at 0 when there was none. */
  constructor(moments: Moment[], base: Moment) {
    this.#moments = moments;
    this.#base = base;
  }

  get #latest(): Moment {
    return this.#moments[Math.max(this.#first, this.#moments.length - 1)] ?? this.#base;
  }

  /** When a request was last counted; 0 when none ever was. */
  get latestMs(): number {
    return this.#latest.atMs;
  }

  get oldestMs(): number | null {
    return this.#moments[this.#first]?.atMs ?? null;
  }

  /** Requests ever counted. */
  get total(): number {
    return this.#latest.total;
  }

  get counted(): number {
    return this.total - this.#base.total;
  }

  count(nowMs: number): void {
    const latest = this.#latest;
    if (latest.atMs === nowMs && latest !== this.#base) latest.total++;
    else this.#moments.push({ atMs: nowMs, total: this.total + 1 });
  }

  /** Forgets the moments up to and with this one: what is a minute old has left the window. */
  forgetUntil(untilMs: number): void {
    for (let moment = this.#moments[this.#first]; moment !== undefined && moment.atMs <= untilMs; ) {
      this.#base = moment;
      moment = this.#moments[++this.#first];
    }
    if (this.#first > 1000 && this.#first * 2 > this.#moments.length) {
      this.#moments.splice(0, this.#first);
      this.#first = 0;
    }
  }
}
