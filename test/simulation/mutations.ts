/** Faults made on purpose: for each, the simulation must find a seed that fails. */
import type { gateFront } from "./counting/front.ts";
import type { Backend } from "./world/pglite.ts";

export type Mutation = {
  readonly name: string;
  readonly gate?: NonNullable<Parameters<typeof gateFront>[0]>;
  /** Changes the functions of the database. */
  readonly postgres?: (backend: Backend) => Promise<void>;
  /** Changes a statement before it is prepared. */
  readonly sqlite?: (sql: string) => string;
  /** The same, of the archive's processes. */
  readonly archive?: (sql: string, process: string) => string;
};

export const mutations: readonly Mutation[] = [];
