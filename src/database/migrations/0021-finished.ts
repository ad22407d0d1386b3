/** The table says which upgrades of the facts are finished. */
import type { Kysely } from "kysely";
import type { AnyTables } from "../names.ts";
import { createFinishedTable } from "./finished-table.ts";

export function up(kysely: Kysely<AnyTables>): Promise<void> {
  return createFinishedTable(kysely, "facts_finished");
}
