/** What operators have done to accounts, keys and sign-ins. */
import type { Kysely } from "kysely";
import type { AnyTables, ColumnTypes } from "../names.ts";
import { createAuditTable } from "./audit-table.ts";

export function up(kysely: Kysely<AnyTables>, types: ColumnTypes): Promise<void> {
  return createAuditTable(kysely, types, "access_audit");
}
