/** Every migration by name, in order. A migration that has been released is never edited; the next one amends it. */
import type { Kysely } from "kysely";
import type { AnyTables, ColumnTypes } from "../names.ts";
import { up as foundation } from "./0001-foundation.ts";
import { up as csv } from "./0002-csv.ts";

export type Migration = (kysely: Kysely<AnyTables>, types: ColumnTypes) => Promise<void>;

export const migrations: Readonly<Record<string, Migration>> = {
  "0001-foundation": foundation,
  "0002-csv": csv,
};
