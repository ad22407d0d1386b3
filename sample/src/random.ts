/**
 * The sample's own random numbers: sfc32, seeded from a text, so that every game has a stream of its own and a change
 * in one game cannot shift another. The algorithm must never change, or the sample of a seed changes with it.
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: string) {
    this.#a = hash(seed, 0x811c9dc5);
    this.#b = hash(seed, 0x9e3779b9);
    this.#c = hash(seed, 0x85ebca6b);
    // The first numbers still resemble the seed.
    for (let round = 0; round < 12; round++) this.next();
  }

  /** Uniform in [0, 1). */
  next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4294967296;
  }

  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  normal(mean: number, deviation: number): number {
    // 1 - next() is never 0, whose logarithm is no number.
    return mean + deviation * Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
  }

  pick<T>(values: readonly T[]): T {
    return values[Math.floor(this.next() * values.length)] as T;
  }

  /** A shuffled copy (Fisher-Yates). */
  shuffled<T>(values: readonly T[]): T[] {
    const copy = [...values];
    for (let last = copy.length - 1; last > 0; last--) {
      const at = Math.floor(this.next() * (last + 1));
      [copy[last], copy[at]] = [copy[at] as T, copy[last] as T];
    }
    return copy;
  }
}

/** FNV-1a with a chosen start, and a final mix that spreads the last letters over all bits. */
function hash(text: string, start: number): number {
  let value = start;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x7feb352d);
  value = Math.imul(value ^ (value >>> 15), 0x846ca68b);
  return value ^ (value >>> 16);
}
