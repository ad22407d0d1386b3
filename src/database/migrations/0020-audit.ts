/** What operators have done to games and to what is published. */
import type { Kysely } from "kysely";
import type { AnyTables, ColumnTypes } from "../names.ts";
import { createAuditTable } from "./audit-table.ts";

export function up(kysely: Kysely<AnyTables>, types: ColumnTypes): Promise<void> {
  return createAuditTable(kysely, types, "facts_audit");
}
