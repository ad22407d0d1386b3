/** The options of a run of one seed, and its outcome. */

export type Outcome = {
  /** Promises that did not hold; the run ends with the first one. */
  readonly violations: readonly string[];
  /** The last things that happened. */
  readonly notes: readonly string[];
  /** The number of requests, as a measure of how much a run has tried. */
  readonly asks: number;
  /** The same in every run of a seed. */
  readonly fingerprint: string;
};

export type RunOptions = {
  /** When given, every one of these kinds of faults happens, and no other. Null when the seed draws the kinds. */
  readonly faults: readonly string[] | null;
  /** Known violations, which are ignored. */
  readonly except: RegExp | null;
};

export type OpenWorld = { run(seed: number, options: RunOptions): Promise<Outcome>; close(): Promise<void> };
