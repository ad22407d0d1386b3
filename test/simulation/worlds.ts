/** The worlds that can be simulated, and how many seeds of each `npm test` runs. */
import { simulateCounting } from "./counting/scenario.ts";
import { postgresStores, type Stores, sqliteStores } from "./counting/store.ts";
import type { Mutation } from "./mutations.ts";
import { openArchiveWorlds } from "./publishing/scenario.ts";

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

export type WorldKind = {
  readonly about: string;
  /** Seeds of `npm test`. */
  readonly seeds: number;
  open(mutation: Mutation | null): Promise<OpenWorld>;
};

function counting(openStores: (mutation: Mutation | null) => Promise<Stores>, isHttp: boolean): WorldKind["open"] {
  return async (mutation) => {
    const stores = await openStores(mutation);
    return {
      run: (seed, options) => simulateCounting(seed, { stores, isHttp, changeGate: mutation?.gate, ...options }),
      close: () => stores.close(),
    };
  };
}

const onSqlite = (mutation: Mutation | null) => sqliteStores(mutation?.sqlite);
const onPostgres = (mutation: Mutation | null) => postgresStores(mutation?.postgres);

export const worlds: Readonly<Record<string, WorldKind>> = {
  "counting-sqlite": { about: "gates on one SQLite file", seeds: 1500, open: counting(onSqlite, false) },
  "counting-postgres": { about: "gates on one PostgreSQL", seeds: 400, open: counting(onPostgres, false) },
  "serving-sqlite": { about: "whole servers on one SQLite file", seeds: 150, open: counting(onSqlite, true) },
  publishing: {
    about: "imports, publishes and refreshes of one archive",
    seeds: 300,
    open: (mutation) => openArchiveWorlds(mutation?.sqlite ?? ((sql) => sql)),
  },
  "serving-postgres": { about: "whole servers on one PostgreSQL", seeds: 100, open: counting(onPostgres, true) },
};
