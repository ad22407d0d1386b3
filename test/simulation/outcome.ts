/** What a run of one seed is told, and what comes of it. */

export type Outcome = {
  /** Promises that did not hold; the run ends with the first. */
  readonly violations: readonly string[];
  /** The last things that happened. */
  readonly notes: readonly string[];
  /** What was asked, as a measure of how much a run has tried. */
  readonly asks: number;
  /** Two runs of a seed have the same. */
  readonly fingerprint: string;
};

export type RunOptions = {
  /** Only these kinds of faults, each of them; null: as the seed draws them. */
  readonly faults: readonly string[] | null;
  /** Violations that are known and passed over. */
  readonly except: RegExp | null;
};

export type OpenWorld = { run(seed: number, options: RunOptions): Promise<Outcome>; close(): Promise<void> };
