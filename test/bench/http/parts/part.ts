/** What every part of the benchmark works with. */
export type Bench = {
  /** Of this run; removed at its end. */
  readonly folder: string;
  /** The full sample, or one season of it. */
  readonly databaseFile: string;
  /** A key for the servers of that database. */
  readonly key: string;
  readonly rounds: number;
  /** Length of one measurement. */
  readonly eachMs: number;
  /** Names of cases; null: all. */
  readonly only: readonly string[] | null;
  /** Tells whoever waits. */
  readonly say: (line: string) => void;
};
