/** The worlds that can be simulated, and how many seeds of each `npm test` runs. */
import { simulateCounting } from "./counting/scenario.ts";
import { postgresStores, type Stores, sqliteStores } from "./counting/store.ts";
import type { Mutation } from "./mutation.ts";
import type { OpenWorld } from "./outcome.ts";
import { openArchiveWorlds } from "./publishing/scenario.ts";
import { PostgresWithStandby } from "./world/postgres-standby.ts";

export type WorldKind = {
  readonly about: string;
  /** The numbers of seeds that `npm test` and CI run. */
  readonly seeds: number;
  readonly manySeeds: number;
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
const onStandby = (mutation: Mutation | null) => postgresStores(mutation?.postgres, PostgresWithStandby);

export const worlds: Readonly<Record<string, WorldKind>> = {
  "counting-sqlite": { about: "a gate on an SQLite file", seeds: 150, manySeeds: 600, open: counting(onSqlite, false) },
  "counting-postgres": {
    about: "gates on one PostgreSQL",
    seeds: 20,
    manySeeds: 120,
    open: counting(onPostgres, false),
  },
  "counting-standby": {
    about: "gates on a PostgreSQL whose standby takes over",
    seeds: 16,
    manySeeds: 120,
    open: counting(onStandby, false),
  },
  "serving-sqlite": {
    about: "a whole server on an SQLite file",
    seeds: 30,
    manySeeds: 150,
    open: counting(onSqlite, true),
  },
  publishing: {
    about: "imports, publishes and refreshes of one archive",
    seeds: 20,
    manySeeds: 120,
    open: (mutation) => openArchiveWorlds(mutation?.sqlite ?? ((sql) => sql)),
  },
  "serving-postgres": {
    about: "whole servers on one PostgreSQL",
    seeds: 8,
    manySeeds: 60,
    open: counting(onPostgres, true),
  },
};

/** Opens a world with a fault made on purpose, or without one. */
export async function openWorld(kind: WorldKind, mutation: Mutation | null): Promise<OpenWorld> {
  const putBack = mutation?.put?.() ?? (() => {});
  const world = await kind.open(mutation);
  return {
    run: world.run,
    async close() {
      putBack();
      await world.close();
    },
  };
}
